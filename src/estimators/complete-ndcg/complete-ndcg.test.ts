import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  askOffered,
  type Candidate,
  candidateLog,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

const discount = (rank: number | null, n: number): number =>
  rank === null || rank > n ? 0 : 1 / Math.log2(rank + 1);

/** DCG@n of the labels over that of their best order. */
function reference(
  candidates: readonly Candidate[],
  { at }: Readonly<Record<string, unknown>>,
): number {
  const n = Number(at);
  const gains = candidates.map(({ prediction }) => Math.max(0, prediction));
  const best = gains.toSorted((a, b) => b - a).map((gain, i) => gain * discount(i + 1, n));
  const dcg = candidates.map(({ targetRank }, i) => (gains[i] ?? 0) * discount(targetRank, n));
  return total(dcg) / total(best);
}

describe("completeNdcg", () => {
  it("agrees with its reference", async () => {
    const asked = [{ completeNdcg: { at: [1, 3, 10] } }];
    expect(await agreeOnCandidates(asked, reference)).toBeGreaterThanOrEqual(3 * 20);
  });

  it("counts what was never viewed, and none of the rewards", async () => {
    const rows = candidateLog("unviewed");
    const found = await askOffered(rows, ["completeNdcg"]);
    const rewarded = rows.map((row): Row => ({ ...row, like: row.viewed === 1n ? 1 : null }));
    const key = { policy: "a", reward: "like" };
    const { value, se } = estimateOf(found, key);
    expect(estimateOf(await askOffered(rewarded, ["completeNdcg"]), key)).toMatchObject({
      value,
      se,
    });
    const other = rows.map((row): Row => (row.viewed === 1n ? row : { ...row, q_like: 1 }));
    expect(estimateOf(await askOffered(other, ["completeNdcg"]), key).value).not.toBe(value);
  });

  it("is 1 where the policy ranks by the labels, and skips trajectories without any", async () => {
    const rows = candidateLog("labels").map((row): Row => {
      const label = Number(row.session) % 4 === 0 ? 0 : 7 - Number(row.rank_a ?? 7);
      return { ...row, q_like: label };
    });
    const asked = [{ completeNdcg: { onNoIdeal: ["skip", "zero", "one"] } }];
    const result = await askOffered(rows, asked);
    const of = (onNoIdeal: string) => {
      const parameters = { at: 10, onNoIdeal };
      return estimateOf(result, { policy: "a", reward: "like", parameters });
    };
    expect(of("skip")).toMatchObject({ value: 1, n: 40, skipped: 10 });
    expect(of("zero").value).toBeCloseTo(0.75, 12);
    expect(of("one").value).toBeCloseTo(1, 12);
  });

  it("says that it lacks labels", async () => {
    const rows = candidateLog("lacks");
    const refusals = async (log: object): Promise<readonly unknown[]> => {
      const { estimates } = await askOffered(rows, ["completeNdcg"], log);
      return estimates.flatMap((row) => ("none" in row ? [row.none.code] : []));
    };
    expect(new Set(await refusals({ rewards: { like: "like" } }))).toEqual(
      new Set(["predictionMissing"]),
    );
  });
});
