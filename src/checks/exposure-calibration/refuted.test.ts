import { describe, expect, it } from "vitest";
import { comparisonOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { byExposures } from "../../../test/fixture/weighed-comparisons.js";
import type { Comparison } from "../comparison.js";
import { refutedByItem } from "./refuted.js";

const binned = byExposures(comparisonOf(smallWorld, "a"), () => 1);

/**
 * By item: how many lists its views speak for, as a multiple of those that there are, and how much its hashes vary. Groups of
 * users differ by `noise`, by as much for every item.
 */
function ofViews(
  items: readonly (readonly [times: number, spread?: number])[],
  noise = 0,
): Comparison {
  const { exposures: _, ...log } = binned.log;
  const groups = Array.from(log.trajectories, (n, group) => {
    const of = (value: (times: number, spread: number) => number) =>
      Float64Array.from(items, ([times, spread = 0]) => n * value(times, spread));
    const more = 1 + (group % 2 === 0 ? noise : -noise);
    return {
      ...{ rows: of(() => 1), viewed: of(() => 1), value: of((times) => times * more) },
      ...{ hash: of(() => 7), hashSquares: of((_times, spread) => 49 + spread) },
    };
  });
  return { ...binned, log: { ...log, byItem: { cells: items.length, groups } } };
}

describe("items of a log of views", () => {
  it("have exposures that are too small where they speak for more lists than there are", () => {
    const found = refutedByItem(ofViews([[1.2], [0.6], [1]]));
    expect(found?.factor).toBeCloseTo(1.2, 2);
    expect(found?.says).toMatch(/1\.\d+ times as many lists as the log has .* are not logged\.$/);
    expect(refutedByItem(ofViews([[1], [0.6]]))).toBeUndefined();
  });

  it("are not blamed where lists without a view are missing of all alike, or several share a bucket", () => {
    expect(refutedByItem(ofViews([[1.2], [1.2], [1.2]]))).toBeUndefined();
    expect(refutedByItem(ofViews([[1.9, 0.2], [0.6]]))).toBeUndefined();
  });

  it("differ by chance, and by more than that, around any factor that all have", () => {
    const around = (all: number, by: number) =>
      refutedByItem(
        ofViews(
          [all / by, all * by, all / by, all * by].map((times) => [times] as const),
          0.1,
        ),
      );
    for (const all of [1, 1.1, 2]) expect(around(all, 1.001)).toBeUndefined();
    for (const all of [1.5, 2]) {
      const found = around(all, 1.2);
      expect(found?.factor).toBeCloseTo(1.44, 1);
      expect(found?.says).toContain("times as many lists as those of others");
    }
  });
});
