import { expect, it } from "vitest";
import { askOffered, candidateLog } from "../../../test/fixture/candidate-log.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { at, total } from "../../../test/fixture/reference.js";
import { evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

it("names the clip that the data choose, of each estimator with three or more and the unclipped value", async () => {
  const estimators = [
    { dcg: { clip: [1, 2, "inf"] } },
    { ips: { clipRatio: [0.5, 1, 2] } },
    "ips",
    { dcg: { discount: "log2", clip: [1, 2, "inf"] } },
    { snips: {} },
  ];
  const { clips = [] } = await evaluateRows(
    smallStudy({ log: { user: undefined }, estimators }),
    randomLog("clips"),
  );
  const asked = new Set(clips.map(({ estimator, limit }) => `${estimator} ${limit}`));
  expect(asked).toEqual(new Set(["dcg clip", "ips clipRatio"]));
  expect(clips.map(({ policy }) => policy)).not.toContain("logged");
  for (const { value, se, interval, parameters } of clips) {
    expect(interval[0] < value && value < interval[1] && se > 0).toBe(true);
    expect(parameters).toHaveProperty("clip");
  }
  const two = await evaluateRows(
    smallStudy({ log: { user: undefined }, estimators: [{ dcg: { clip: [2, "inf"] } }] }),
    randomLog("clips"),
  );
  expect(two).not.toHaveProperty("clips");
});

it("names the limit and the shrinkage that the data choose, from dr or ips on", async () => {
  const rows = candidateLog("limits", { trajectories: 60, notShown: 0.2 });
  const limits = [0.5, 1, 2, "inf"] as const;
  const asked = [{ switchDr: { limit: limits } }, { cab: { limit: limits } }];
  const list = [...asked, { drOs: { shrinkage: limits } }, { clipBound: { limit: [1, 2, 3] } }];
  const { clips = [], clipWeights = [], estimates } = await askOffered(rows, list, { user: null });
  const found = new Set(clips.map(({ estimator, limit }) => `${estimator} ${limit}`));
  expect(found).toEqual(new Set(["switchDr limit", "cab limit", "drOs shrinkage"]));
  for (const { limit, parameters, halves, value, se } of clips) {
    for (const each of [parameters, ...halves]) expect(limits).toContain(each[limit]);
    expect(Number.isFinite(value) && se > 0).toBe(true);
  }
  const own = clipWeights.filter(({ policy }) => policy === "a");
  expect(new Set(own.map(({ estimator }) => estimator))).toEqual(
    new Set(["switchDr", "cab", "drOs"]),
  );
  for (const each of own) {
    if (!("points" in each)) throw new Error(each.none.message);
    const bounds = each.points.map(({ biasBound }) => biasBound);
    expect(each.points.map(({ at }) => at)).toEqual(limits);
    // What a limit may take is less the weaker it is: SLOPE's order.
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
    expect(bounds.at(-1)).toBe(0);
    for (const { at, parameters, biasBound } of each.points) {
      if (at === "inf" || each.estimand !== "perTrajectory") continue;
      expect(biasBound, JSON.stringify(parameters)).toBeCloseTo(
        takenFrom(rows, each.estimator, at),
        9,
      );
    }
  }
  expect(estimates.some(({ estimator }) => estimator === "clipBound")).toBe(true);
});

/** The mean over trajectories of what a limit takes of the weights of views, row by row. */
function takenFrom(rows: readonly Row[], estimator: string, limit: number): number {
  const viewed = rows.filter((row) => row.viewed === 1n);
  const rank = (cell: unknown): number | null => (cell === null ? null : Number(cell));
  const taken = viewed.map((row): number => {
    const w = at(table, rank(row.rank_a)) / at(table, rank(row.position));
    if (estimator === "switchDr") return w > limit ? w : 0;
    return w - (estimator === "cab" ? Math.min(w, limit) : (limit * w) / (w * w + limit));
  });
  return total(taken) / new Set(viewed.map(({ session }) => session)).size;
}
