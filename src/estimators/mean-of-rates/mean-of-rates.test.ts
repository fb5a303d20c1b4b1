import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { type Reference, referenceOf, total } from "../../../test/fixture/reference.js";
import { evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";

/** h_r = Σ_{t=r}^{L} P(T = t)/t with P(T = t) = p_t − p_{t+1} before the end of the list, p_L at it. */
function rate(rank: number | null, length: number): number {
  if (rank === null || rank > length) return 0;
  const p = (r: number): number => (r > length ? 0 : (table[r - 1] ?? 0));
  return total(
    Array.from(
      { length: length - rank + 1 },
      (_, i) => (p(rank + i) - p(rank + i + 1)) / (rank + i),
    ),
  );
}

/** The mean of (1/T) Σ c·h_R/h_i (docs/methods.md, "Estimands"). */
function reference(asked: ReferenceRequest): Reference {
  const z = asked.trajectories.map((each) => {
    const length = asked.slots(each) ?? table.length;
    const earned = each.items.map((item) => {
      const w = rate(asked.targetRank(item), length) / rate(item.rank, length);
      return item.reward(asked.reward) * w;
    });
    return total(earned) / each.items.length;
  });
  return referenceOf(z, asked.trajectories, "perTrajectory");
}

describe("meanOfRates", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const rows = await agreeWith(each, ["meanOfRates"], reference, {
      study: { estimands: ["perTrajectory"] },
    });
    expect(rows).toBeGreaterThanOrEqual(4 * 3);
  });

  it("is unbiased where ordinary weights inside the mean are not", () => {
    // Two slots, half of the trajectories end at the first: q = .2, .8; the target swaps them.
    const [p, h, q] = [
      [1, 0.5],
      [0.75, 0.25],
      [0.2, 0.8],
    ] as const;
    const truth = q[1] * h[0] + q[0] * h[1];
    const naive = total(
      [0, 1].map((i) => ((q[i] ?? 0) * (h[i] ?? 0) * (p[1 - i] ?? 0)) / (p[i] ?? 1)),
    );
    const own = total([0, 1].map((i) => (q[i] ?? 0) * (h[1 - i] ?? 0)));
    expect([truth, naive, own].map((each) => each.toFixed(3))).toEqual(["0.650", "0.475", "0.650"]);
  });

  it("refuses a curve without an end, and policies by exposure", async () => {
    const rows = randomLog("rates");
    const endless = { exposure: { curve: { model: "geometric", gamma: 0.7 } } };
    const { estimates } = await evaluateRows(
      smallStudy({ log: endless, estimators: ["meanOfRates"] }),
      rows,
    );
    expect(estimates.map((row) => "none" in row && row.none.code)).toContain("knownViewsMissing");
  });
});
