import { describe, expect, it } from "vitest";
import { randomLog } from "../../test/fixture/random-log.js";
import { evaluateRows, rowOf, smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Difference, Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import { createRandom } from "../random/create-random.js";
import type { Row } from "../sql/interpreter/value.js";
import { covariance, type PointEstimate, standardError } from "./delta.js";
import { difference, lift } from "./difference.js";
import { defaultInterval } from "./inference.js";
import { type Interval, intervalBy } from "./intervals/interval.js";

const answered = (value: number, influence: readonly number[]): PointEstimate => ({
  value,
  influence: Float64Array.from(influence),
  n: influence.length,
  buckets: influence.length,
  fewestBuckets: influence.length,
  means: [value],
  gradient: [1],
  replicates: { buckets: influence.length, curveLinear: false, at: () => value },
  rounding: 0,
});

const criticalValue = (confidence: number, buckets: number): number =>
  tQuantile(1 - (1 - confidence) / 2, buckets - 1);

const interval = (value: number, se: number, confidence: number, buckets: number): Interval =>
  intervalBy(defaultInterval, { value, se, degreesOfFreedom: buckets - 1 }, confidence);

const twoSidedP = (value: number, se: number, buckets: number): number =>
  defaultInterval.p({ value, se, degreesOfFreedom: buckets - 1 });

describe("nothing differs", () => {
  it("gives p = 1 and the interval [0, 0] where Δ and its error are 0", () => {
    const same = answered(0.7, [0.1, -0.2, 0.1]);
    const delta = difference(same, same);
    const se = standardError(delta);
    expect([delta.value, se, twoSidedP(delta.value, se, 3)]).toEqual([0, 0, 1]);
    expect(interval(delta.value, se, 0.95, 3)).toEqual([0, 0]);
  });

  it("gives it end to end for the displayed ranks under another name", async () => {
    const rows = randomLog("identical", { trajectories: 100, users: 50 });
    const study = smallStudy({ estimators: ["dcg", "ips", "snips", "ndcg"] });
    const { differences } = await evaluateRows(study, rows);
    const same = differences.filter(({ policy }) => policy === "same");
    expect(same).toHaveLength(12);
    for (const row of same) {
      expect(row).toMatchObject({
        value: 0,
        se: 0,
        p: 1,
        interval: [0, 0],
        adjusted: { p: 1, interval: [0, 0] },
      });
    }
  });
});

describe("covariance", () => {
  const random = createRandom("covariance");
  const draw = (): PointEstimate =>
    answered(
      1,
      Array.from({ length: 9 }, () => random.normal()),
    );

  it("of an answer with itself is its squared error; of a difference, the polarised one", () => {
    const [a, b] = [draw(), draw()];
    const [va, vb] = [a, b].map((each) => standardError(each) ** 2);
    expect(covariance(a.influence, a.influence)).toBeCloseTo(va ?? 0, 12);
    const mixed = (va ?? 0) + (vb ?? 0) - 2 * covariance(a.influence, b.influence);
    expect(standardError(difference(a, b)) ** 2).toBeCloseTo(mixed, 12);
  });

  it("keeps small terms next to large ones", () => {
    const series = Float64Array.from([1e8, 1e-4, 1e-4]);
    const cancel = Float64Array.from([1, 1e4, 1e4]);
    const minus = Float64Array.from([-1, 0, 0]);
    expect(covariance(series, cancel) + covariance(series, minus)).toBeCloseTo(2, 7);
  });
});

describe("lift", () => {
  it("is candidate/baseline − 1 with Fieller's interval, which holds 0 where the difference's does", () => {
    const [a, b] = [answered(3, [0.1, -0.3, 0.2]), answered(2, [0.2, -0.1, -0.1])];
    const found = lift(a, b, defaultInterval, 0.95);
    if ("none" in found) throw new Error("a lift");
    expect(found.value).toBeCloseTo(0.5, 12);
    const t = criticalValue(0.95, 3);
    for (const end of found.interval) {
      const psi = a.influence.map((each, i) => each - (1 + end) * (b.influence[i] ?? 0));
      const se = Math.sqrt(psi.reduce((sum, each) => sum + each * each, 0));
      expect(Math.abs(1 - 2 * end) / se).toBeCloseTo(t, 9);
    }
    const se = standardError(difference(a, b));
    expect(found.interval[0] <= 0).toBe(1 <= t * se);
  });

  it("is not given where the baseline is within t·SE of 0", () => {
    const candidate = answered(3, [0.1, -0.1]);
    const base = answered(1, [0.1, -0.1]);
    const margin = criticalValue(0.95, 2) * standardError(base);
    expect(margin).toBeGreaterThan(1);
    expect(lift(candidate, base, defaultInterval, 0.95)).toMatchObject({
      none: { code: "baselineNearZero" },
    });
    expect(
      lift(candidate, { ...base, value: margin * 1.0001 }, defaultInterval, 0.95),
    ).toHaveProperty("value");
  });
});

describe("loggers as strata", () => {
  const rows = randomLog("one logger", { trajectories: 60, loggers: 1 });

  it("reduce to the plain error where there is one logger", async () => {
    const [without, one] = await Promise.all(
      [null, "logger"].map((logger) => evaluateRows(smallStudy({ log: { logger } }), rows)),
    );
    expect(JSON.stringify(one?.estimates)).toBe(JSON.stringify(without?.estimates));
  });

  it("give a reason where a logger has a single user", async () => {
    const lonely = rows.map(
      (row): Row => (row.session === 0n ? { ...row, logger: "other", user: 99n } : row),
    );
    const { estimates } = await evaluateRows(smallStudy({ log: { logger: "logger" } }), lonely);
    for (const row of estimates) expect(row).toMatchObject({ none: { code: "tooFewClusters" } });
  });

  const half = ({ interval: [low, high] }: { readonly interval: Interval }) => (high - low) / 2;
  const two = randomLog("two loggers", { trajectories: 60, loggers: 2 });
  const study = smallStudy({ log: { logger: "logger", user: null }, estimators: ["dcg", "ips"] });

  it("have the degrees of freedom of a sum of variances where no user comes under two", async () => {
    const { estimates, differences } = await evaluateRows(study, two);
    const ofLogger = (name: string) =>
      evaluateRows(
        study,
        two.filter(({ logger }) => logger === name),
      );
    const alone = await Promise.all(["logger 0", "logger 1"].map(ofLogger));
    // The deciding difference, by dcg, has an error of its own.
    const key = { estimator: "ips", policy: "a", reward: "like" };
    const pairs = [
      [rowOf(estimates, key), alone.map((each) => rowOf(each.estimates, key))],
      [rowOf(differences, key), alone.map((each) => rowOf(each.differences, key))],
    ] as const;
    for (const [found, parts] of pairs) {
      const variances = parts.map(({ n, se }) => ((n * se) / found.n) ** 2);
      const sum = variances.reduce((a, b) => a + b, 0);
      const shares = variances.map((each, j) => each ** 2 / ((parts[j]?.n ?? 0) - 1));
      const df = sum ** 2 / shares.reduce((a, b) => a + b, 0);
      expect(found.se).toBeCloseTo(Math.sqrt(sum), 12);
      expect(half(found)).toBeCloseTo(tQuantile(0.975, df) * found.se, 10);
    }
  });

  it("have at most one less than the users where some come under both", async () => {
    const { estimates } = await evaluateRows(
      smallStudy({ log: { logger: "logger" }, estimators: ["mean"] }),
      two,
    );
    const found = rowOf(estimates, { policy: "logged", reward: "like" });
    const most = tQuantile(0.975, found.buckets - 1) * found.se;
    expect(half(found)).toBeGreaterThan(most);
    expect(half(found)).toBeLessThan(1.2 * most);
  });
});

describe("families", () => {
  const own = ({ differences }: Result): readonly Difference[] =>
    differences
      .map(restoreNumbers)
      .flatMap((row) => ("value" in row && row.estimator === "dcg" ? [row] : []));

  it("adjust p and interval by the same Bonferroni factor", async () => {
    const rows = randomLog("family", { trajectories: 100, users: 30 });
    const found = own(await evaluateRows(smallStudy(), rows));
    expect(found).toHaveLength(9);
    for (const row of found) {
      const { family, p, interval: wide } = row.adjusted;
      // The third policy is the logging policy: it is compared with nothing.
      expect(family).toBe(6);
      expect(p).toBeCloseTo(Math.min(1, 6 * row.p), 12);
      expect(wide[0] > 0 || wide[1] < 0).toBe(p < 0.05);
    }
  });

  it("hold all of a family's differences at once in at least their share of draws", () => {
    const random = createRandom("simultaneous");
    const [draws, buckets, size] = [2000, 30, 5];
    let missed = 0;
    for (let i = 0; i < draws; i++) {
      const shared = Array.from({ length: buckets }, () => random.normal());
      const outside = Array.from({ length: size }, () => {
        const z = shared.map((each) => each + random.normal());
        const mean = z.reduce((a, b) => a + b, 0) / buckets;
        const square = z.reduce((sum, each) => sum + (each - mean) ** 2, 0);
        const se = Math.sqrt(square / (buckets * (buckets - 1)));
        const [lo, hi] = interval(mean, se, 1 - 0.05 / size, buckets);
        return lo > 0 || hi < 0;
      });
      if (outside.includes(true)) missed += 1;
    }
    expect(missed / draws).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / draws));
    expect(missed / draws).toBeGreaterThan(0.01);
  });
});

describe("paired differences", () => {
  it("do not add two marginal errors", async () => {
    const rows = randomLog("paired", { trajectories: 100, users: 30 });
    const result = await conclude(await tallyRows(smallStudy({ estimators: ["dcg"] }), rows));
    const key = { policy: "a", reward: "watch" };
    const base = rowOf(result.estimates, { ...key, policy: "logged" }).se;
    const alone = rowOf(result.estimates, key).se;
    const { se } = rowOf(result.differences, key);
    expect(Math.abs(se - Math.hypot(alone, base))).toBeGreaterThan(1e-3);
    const against = await conclude(await tallyRows(smallStudy({ estimators: ["dcg"] }), rows), {
      baseline: "b",
    });
    const back = rowOf(
      (
        await conclude(await tallyRows(smallStudy({ estimators: ["dcg"] }), rows), {
          baseline: "a",
        })
      ).differences,
      {
        policy: "b",
        reward: "watch",
      },
    );
    const forth = rowOf(against.differences, key);
    expect(forth.value).toBeCloseTo(-back.value, 12);
    expect(forth.se).toBeCloseTo(back.se, 12);
  });
});
