import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { LogError, StudyError } from "../errors.js";
import { addTransitions } from "../exposure/transitions/sums.js";
import { transitionsOf } from "../exposure/transitions/transitions-of.js";
import { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";

const rows = fc.array(
  fc.record({
    bucket: fc.integer({ min: 0, max: 3 }),
    depth: fc.integer({ min: 1, max: 7 }),
    censored: fc.integer({ min: 0, max: 1 }),
    trajectories: fc.integer({ min: 0, max: 3 }),
  }),
  { maxLength: 20 },
);
type Rows = readonly Readonly<Record<keyof Depths, number>>[];

const columns = (given: Rows): Depths => ({
  bucket: Int32Array.from(given, (row) => row.bucket),
  depth: given.map((row) => row.depth),
  censored: Uint8Array.from(given, (row) => row.censored),
  trajectories: Float64Array.from(given, (row) => row.trajectories),
});

const oneByOne = (given: Rows) => {
  const each = given.flatMap((row) => Array.from({ length: row.trajectories }, () => row));
  return transitionsOf(
    each.map(({ depth }) => depth),
    each.map(({ censored }) => censored === 1),
  );
};

describe("depths", () => {
  it("have the transitions of their trajectories one by one", () => {
    assertProperty(
      fc.property(rows, (given) => {
        expect(transitionsIn(columns(given))).toEqual(oneByOne(given));
      }),
    );
  });

  it("have those of each bucket, ascending, whatever the order of the rows", () => {
    assertProperty(
      fc.property(rows, (given) => {
        const found = transitionsByBucket(columns(given));
        const filled = given.filter(({ trajectories }) => trajectories > 0);
        const buckets = [...new Set(filled.map(({ bucket }) => bucket))].sort((a, b) => a - b);
        expect([...found.keys()]).toEqual(buckets);
        for (const [bucket, transitions] of found) {
          expect(transitions).toEqual(oneByOne(given.filter((row) => row.bucket === bucket)));
        }
        const turned = transitionsByBucket(columns(given.toReversed()));
        expect([...turned]).toEqual([...found]);
        const none = transitionsOf([]);
        expect([...found.values()].reduce(addTransitions, none)).toEqual(oneByOne(given));
      }),
    );
  });

  it.each([
    [
      { depth: 0 },
      LogError,
      /depth must be .* in \[1, ∞\), a deepest viewed rank; in row 2 it is 0/,
    ],
    [{ depth: 2.5 }, LogError, /it is 2.5/],
    [{ bucket: -1 }, StudyError, /bucket must be a whole number in \[0, ∞\); in row 2 it is -1/],
    [{ censored: 2 }, StudyError, /censored .* \[0, 1\]; in row 2 it is 2/],
    [{ trajectories: Number.NaN }, StudyError, /trajectories .* it is NaN/],
  ])("refuse %j by row", (change, kind, message) => {
    const row = { bucket: 0, depth: 1, censored: 0, trajectories: 1 };
    const lists = Object.fromEntries(
      Object.entries({ ...row, ...change }).map(([key, value]) => [
        key,
        [row[key as keyof typeof row], value],
      ]),
    ) as unknown as Depths;
    expect(() => transitionsIn(lists)).toThrow(kind);
    expect(() => transitionsByBucket(lists)).toThrow(message);
  });

  it("refuse lists of different lengths", () => {
    const lists = { bucket: [1], depth: [1, 2], censored: [0], trajectories: [1] };
    expect(() => transitionsIn(lists)).toThrow(/they have 1, 2, 1, 1/);
  });
});
