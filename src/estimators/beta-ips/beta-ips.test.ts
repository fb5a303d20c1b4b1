import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { ownCurve, randomLog } from "../../../test/fixture/random-log.js";
import {
  at,
  average,
  clusteredError,
  type Reference,
  total,
} from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import { restoreNumbers } from "../../evaluate/conclude/withhold-numbers.js";

const covariance = (a: readonly number[], b: readonly number[]): number =>
  average(a.map((each, i) => each * (b[i] ?? 0))) - average(a) * average(b);

/** Cov(X, X)⁻¹ times a vector, for up to two controls; those without variance left out. */
function solved(controls: readonly (readonly number[])[], right: readonly number[]): number[] {
  const [x = [], y] = controls;
  const [u = 0, v = 0] = right;
  const vx = covariance(x, x);
  if (vx < 1e-12) return y === undefined ? [0] : [0, ...solved([y], [v])];
  if (y === undefined) return [u / vx];
  const [vy, xy] = [covariance(y, y), covariance(x, y)];
  const determinant = vx * vy - xy * xy;
  if (determinant < 1e-12 * vx * vy) return [u / vx, 0];
  return [(u * vy - v * xy) / determinant, (v * vx - u * xy) / determinant];
}

/** Ā − Σ β̂ D̄ with D = B − T, or B − μ and T − μ under the curve's own views (docs/methods.md, "Control variates"). */
function reference(asked: ReferenceRequest): Reference {
  const { trajectories, reward, estimand, targetRank, parameters } = asked;
  const w = (item: Parameters<ReferenceRequest["targetRank"]>[0]): number =>
    at(table, targetRank(item)) / at(table, item.rank);
  const a = trajectories.map(({ items }) =>
    total(items.map((item) => item.reward(reward) * w(item))),
  );
  const b = trajectories.map(({ items }) => total(items.map(w)));
  const t = trajectories.map(({ items }) => items.length);
  const mu = trajectories.map((each) => total(table.slice(0, asked.slots(each))));
  const less = (x: readonly number[], y: readonly number[]) => x.map((v, i) => v - (y[i] ?? 0));
  const controls = {
    views: [less(b, t)],
    curve: [less(b, mu)],
    both: [less(b, mu), less(t, mu)],
  }[String(parameters.control)] as number[][];
  const centred = controls.map((x) => x.map((each) => each - average(x)));
  const betas = solved(
    controls,
    controls.map((x) => covariance(a, x)),
  );
  const g = solved(controls, controls.map(average));
  const value = average(a) - total(betas.map((beta, k) => beta * average(controls[k] ?? [])));
  // β̂ has an error of its own, which counts as far as the controls' means are not 0.
  const psi = a.map((each, i) => {
    const of = (c: readonly number[]) => total(c.map((v, k) => v * (centred[k]?.[i] ?? 0)));
    const residual = each - average(a) - of(betas);
    return residual - of(g) * residual;
  });
  const n = a.length;
  if (estimand === "perTrajectory") return { value, se: clusteredError(psi, trajectories), n };
  const rate = value / average(t);
  const ratio = psi.map((each, i) => (each + value - rate * (t[i] ?? 0)) / average(t));
  return { value: rate, se: clusteredError(ratio, trajectories), n };
}

/** Ā − β̂ D̄ with D = B − T and the β̂ of the difference to the logged policy, or of second moments. */
function referenceOfPair(asked: ReferenceRequest): Reference {
  const { trajectories, reward, estimand, targetRank, parameters } = asked;
  const w = (item: Parameters<ReferenceRequest["targetRank"]>[0]): number =>
    at(table, targetRank(item)) / at(table, item.rank);
  const each = trajectories.map(({ items }) => {
    const a = total(items.map((item) => item.reward(reward) * w(item)));
    const y = total(items.map((item) => item.reward(reward)));
    const b = total(items.map(w));
    const isDifference = parameters.control === "baseline";
    const d = b - items.length;
    return { a, d, own: isDifference ? a - y : a, by: isDifference ? d : b };
  });
  const mean = (of: (one: (typeof each)[number]) => number): number => average(each.map(of));
  const [a, d] = [mean((one) => one.a), mean((one) => one.d)];
  const [own, by] =
    parameters.beta === "published" ? [0, 0] : [mean((one) => one.own), mean((one) => one.by)];
  const shift = parameters.beta === "published" ? 0 : d;
  const divisor = mean((one) => (one.d - shift) * (one.by - by));
  const beta =
    Math.abs(divisor) < 1e-12 ? 0 : mean((one) => (one.own - own) * (one.d - shift)) / divisor;
  const psi = each.map((one) => {
    const ofBeta = (one.d - shift) * (one.own - own - beta * (one.by - by));
    const share = Math.abs(divisor) < 1e-12 ? 0 : d / divisor;
    return one.a - a - beta * (one.d - d) - share * ofBeta;
  });
  const value = a - beta * d;
  const n = each.length;
  if (estimand === "perTrajectory") return { value, se: clusteredError(psi, trajectories), n };
  const t = trajectories.map(({ items }) => items.length);
  const rate = value / average(t);
  const ratio = psi.map((one, i) => (one + value - rate * (t[i] ?? 0)) / average(t));
  return { value: rate, se: clusteredError(ratio, trajectories), n };
}

describe("betaIps", () => {
  it.each(cases)("agrees with its reference for pairs, and as published: $name", async (each) => {
    const asked = [
      { betaIps: { control: "baseline", beta: ["covariance", "published"] } },
      { betaIps: { beta: "published" } },
    ];
    expect(await agreeWith(each, asked, referenceOfPair)).toBeGreaterThanOrEqual(3 * 4 * 6);
  });

  it("has a smaller error of a difference with the control of the pair", async () => {
    // Both orders of two items, one or two views: the weights of every policy have the views of the log as a mean.
    const rows = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((session) =>
      [1, 2].slice(0, 1 + (session % 2)).map((position) => {
        const item = session % 4 < 2 ? position : 3 - position;
        const like = item === 1 || session > 4 ? 1 : 0;
        return {
          session,
          user: session,
          position,
          copied: position,
          like,
          rank_a: item,
          rank_b: 3 - item,
        };
      }),
    );
    const log = { rewards: { like: "like" }, exposure: { curve: { table: [1, 0.5] } } };
    const estimators = ["ips", { betaIps: { control: ["views", "baseline"] } }];
    const { differences } = await evaluateRows(
      smallStudy({ log, estimators, baseline: "b" }),
      rows,
    );
    const own = differences.map(restoreNumbers).filter(({ policy }) => policy === "a");
    const [ips = 0, views = 0, baseline = 0] = own.map((row) => ("se" in row ? row.se : 0));
    expect(baseline).toBeGreaterThan(0);
    expect(baseline).toBeLessThan(ips);
    expect(baseline).toBeLessThan(views);
  });

  it.each(cases)("agrees with its reference: $name", async (each) => {
    const asked = [{ betaIps: { control: ["views", "curve", "both"] } }];
    const study = { log: { exposure: { curve: { table: [...table], cutoff: 6 } }, ...each.log } };
    expect(await agreeWith({ ...each, ...study }, asked, reference)).toBeGreaterThanOrEqual(
      3 * 4 * 6,
    );
  });

  it("gives the mean where the policy is the log, and a smaller error than ips elsewhere", async () => {
    const rows = randomLog("beta", { trajectories: 200 });
    const log = { exposure: { curve: { table: [...ownCurve] } } };
    const study = smallStudy({ log, estimators: ["mean", "ips", "betaIps"] });
    const result = await evaluateRows(study, rows);
    const of = (estimator: string, policy: string) =>
      estimateOf(result, { estimator, policy, reward: "like" });
    expect(of("betaIps", "same").value).toBeCloseTo(of("mean", "logged").value, 14);
    expect(of("betaIps", "a").se).toBeLessThan(of("ips", "a").se);
  });

  it("never decides, and says what it lacks", async () => {
    const rows = randomLog("beta");
    await expect(
      evaluateRows(smallStudy({ estimators: ["betaIps"], decide: "betaIps" }), rows),
    ).rejects.toThrow("dcg, ips, snips");
    const { estimates, verdicts } = await evaluateRows(
      smallStudy({
        log: { exposure: { curve: { model: "geometric", gamma: 0.7 } } },
        estimators: [{ betaIps: { control: "curve" } }, { snips: { scale: "curve" } }],
      }),
      rows,
    );
    for (const row of estimates) expect(row).toMatchObject({ none: { code: "knownViewsMissing" } });
    for (const row of verdicts) expect(row.reason.code).toBe("noEstimator");
  });
});
