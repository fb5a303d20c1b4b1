import { describe, expect, it } from "vitest";
import { lineOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { byExposures } from "../../../test/fixture/weighed-lines.js";
import type { Line } from "../line.js";
import { refutedByItem } from "./refuted.js";

const binned = byExposures(lineOf(smallWorld, "a"), () => 1);

/** By item: how many lists its views speak for, as a multiple of those that there are, and how much its hashes vary. */
function ofViews(items: readonly (readonly [times: number, spread?: number])[]): Line {
  const { exposures: _, ...log } = binned.log;
  const groups = Array.from(log.trajectories, (n) => {
    const of = (value: (times: number, spread: number) => number) =>
      Float64Array.from(items, ([times, spread = 0]) => n * value(times, spread));
    return {
      ...{ rows: of(() => 1), viewed: of(() => 1), value: of((times) => times) },
      ...{ hash: of(() => 7), hashSquares: of((_times, spread) => 49 + spread) },
    };
  });
  return { ...binned, log: { ...log, byItem: { cells: items.length, groups } } };
}

describe("items of a log of views", () => {
  it("have exposures that are too small where they speak for more lists than there are", () => {
    expect(refutedByItem(ofViews([[1.2], [0.6], [1]]))?.factor).toBeCloseTo(1.2, 2);
    expect(refutedByItem(ofViews([[1], [0.6]]))).toBeUndefined();
  });

  it("are not blamed where lists without a view are missing of all alike, or several share a bucket", () => {
    expect(refutedByItem(ofViews([[1.2], [1.2], [1.2]]))).toBeUndefined();
    expect(refutedByItem(ofViews([[1.9, 0.2], [0.6]]))).toBeUndefined();
  });
});
