import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import {
  agreeOnCandidates,
  askOffered,
  type Candidate,
  candidateLog,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

const trust = { plus: [1, 0.9, 0.7], minus: [0.5, 0.2, 0.1, 0.05] };
const exposure = { curve: { table: [...table] }, trust };
const last = (list: readonly number[], rank: number | null): number =>
  list[(rank ?? 1) - 1] ?? list.at(-1) ?? 0;
const base = (rank: number | null): number => last(trust.minus, rank);
const slope = (rank: number | null): number => last(trust.plus, rank) - base(rank);

/** One trajectory by the formulas of Oosterhuis (TOIS 2023), with α = p·a and β = p·b. */
function reference(
  candidates: readonly Candidate[],
  { treatment }: Readonly<Record<string, unknown>>,
): number {
  return total(
    candidates.map(
      ({ isViewed, logging, target, displayedRank, targetRank, reward, prediction }) => {
        const relevance = treatment === "weights" ? 0 : prediction;
        const [alpha, beta] = [logging * slope(displayedRank), logging * base(displayedRank)];
        const [alphaTo, betaTo] = [target * slope(targetRank), target * base(targetRank)];
        const w = logging === 0 ? 0 : alphaTo / alpha;
        const direct = alphaTo * relevance + betaTo;
        if (treatment === "expected") {
          return direct + w * ((isViewed ? reward : 0) - alpha * relevance - beta);
        }
        if (!isViewed) return treatment === "weights" ? 0 : direct;
        const seen = slope(displayedRank) * relevance + base(displayedRank);
        const unpredicted = (target / logging) * base(targetRank);
        return (treatment === "weights" ? unpredicted : direct) + w * (reward - seen);
      },
    ),
  );
}

/** Two lists of which one is viewed to its end and one to its first slot; a view earns what it is expected to. */
function worldOf(relevance: readonly number[]): readonly Row[] {
  const p = [1, 0.5];
  return [1, 2].flatMap((depth) =>
    relevance.map(
      (gamma, i): Row => ({
        session: BigInt(depth),
        user: BigInt(depth),
        feed: 0n,
        day: "2026-11-01",
        position: BigInt(i + 1),
        rank_a: BigInt(2 - i),
        copied: BigInt(i + 1),
        item: BigInt(i),
        viewed: depth > i ? 1n : 0n,
        like: depth > i ? slope(i + 1) * gamma + base(i + 1) : null,
        q_like: (p[i] ?? 0) / 4,
      }),
    ),
  );
}

describe("trustDr", () => {
  const every = [{ trustDr: { treatment: ["observed", "expected", "weights"] } }];

  it("agrees with its reference", async () => {
    const compared = await agreeOnCandidates(every, reference, { exposure });
    expect(compared).toBeGreaterThanOrEqual(3 * 70);
  });

  it("finds what a policy earns where ips takes trust for relevance, whatever is predicted", async () => {
    const relevance = [0.9, 0.05];
    const rows = worldOf(relevance);
    const study = {
      log: {
        ...{ source: { table: "log" }, trajectory: "session", user: "user", rank: "position" },
        ...{ item: "item", rows: "offered", viewed: "viewed" },
        rewards: { like: { column: "like", prediction: "q_like" } },
        exposure: { curve: { table: [1, 0.5] }, trust },
      },
      policies: { a: { rank: "rank_a" } },
      estimators: ["ips", ...every],
    };
    const { estimates } = asComputed(await evaluateRows(study, rows));
    const earned = (place: number, gamma: number): number =>
      ([1, 0.5][place - 1] ?? 0) * (slope(place) * gamma + base(place));
    const truth = earned(2, 0.9) + earned(1, 0.05);
    const of = (policy: string, estimator: string): readonly number[] =>
      estimates.flatMap((row) =>
        "value" in row && row.policy === policy && row.estimator === estimator ? [row.value] : [],
      );
    expect(of("a", "trustDr")).toEqual([0, 1, 2].map(() => expect.closeTo(truth, 12)));
    expect(Math.abs((of("a", "ips")[0] ?? 0) - truth)).toBeGreaterThan(0.1);
  });

  it("without trust bias is dr, and says what it lacks where nothing is said of trust", async () => {
    const rows = candidateLog("no trust");
    const none = { curve: { table: [...table] }, trust: { plus: [1], minus: [0] } };
    const both = await askOffered(rows, ["dr", "trustDr"], { exposure: none });
    const key = { policy: "a", reward: "like", estimand: "perTrajectory" } as const;
    const [dr, own] = ["dr", "trustDr"].map((estimator) => estimateOf(both, { ...key, estimator }));
    expect(own?.value).toBeCloseTo(dr?.value ?? Number.NaN, 12);
    const { estimates } = await askOffered(rows, ["trustDr"]);
    expect(estimates).toEqual(
      estimates.map(() =>
        expect.objectContaining({
          none: expect.objectContaining({
            code: "trustMissing",
            facts: expect.objectContaining({ missing: "log.exposure.trust" }),
          }),
        }),
      ),
    );
  });

  it("asks for a curve, and not for exposures, which it does not take for one", async () => {
    const exposure = { column: "eps0", trust };
    const { estimates } = await askOffered(candidateLog("no curve"), ["trustDr"], { exposure });
    const refused = estimates.flatMap((row) => ("none" in row ? [row.none.message] : []));
    expect(refused.length).toBeGreaterThan(0);
    for (const message of refused) {
      expect(message).toMatch(/Give log\.exposure\.curve\.$/);
    }
  });

  it("is warned of its own weights, which grow where a reward says little of relevance", async () => {
    const rows = worldOf([0.9, 0.05]);
    const steep = { plus: [0.9, 0.9], minus: [0.1, 0.88] };
    const study = smallStudy({
      log: { exposure: { curve: { table: [1, 0.5] }, trust: steep }, rewards: { like: "like" } },
      policies: { a: { rank: "rank_a" } },
      estimators: ["ips", { trustDr: { treatment: "weights" } }],
    });
    const { diagnostics } = await evaluateRows(
      study,
      rows.filter(({ viewed }) => viewed === 1n),
    );
    const largest = diagnostics
      .filter(({ code }) => code === "largestWeight")
      .map(({ estimator, facts }) => [estimator, facts.largest]);
    expect(largest).toEqual([
      [null, 2],
      ["trustDr", expect.closeTo((2 * 0.8) / 0.02, 9)],
    ]);
    const message = diagnostics.find(({ estimator }) => estimator === "trustDr")?.consequence;
    expect(message).toContain("of a by trustDr");
  });

  it("is refused tables by which others are rewarded as relevant items are", async () => {
    const wrong = { curve: { table: [1, 0.5] }, trust: { plus: [1, 0.5], minus: [0.6] } };
    const asked = evaluateRows(smallStudy({ log: { exposure: wrong } }), []);
    await expect(asked).rejects.toThrow(/trust.*minus below plus.*rank 2/s);
    const nearly = { curve: { table: [1, 0.5] }, trust: { plus: [0.9, 0.2001], minus: [0.2] } };
    const divided = evaluateRows(smallStudy({ log: { exposure: nearly } }), []);
    await expect(divided).rejects.toThrow(/trust.*minus below plus by 0\.01 or more.*rank 2/s);
    const beyond = { curve: { table: [1, 0.5] }, trust: { plus: [1.5], minus: [0] } };
    await expect(evaluateRows(smallStudy({ log: { exposure: beyond } }), [])).rejects.toThrow(
      /trust\.plus.*\[0, 1\]/s,
    );
  });
});
