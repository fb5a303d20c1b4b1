import { expect, it } from "vitest";
import { addDoubleDouble } from "../numeric/double-double.js";
import { createRandom } from "../random/create-random.js";
import type { TallyTable } from "../tally/tally.js";
import { type Cells, centre } from "./centred.js";

const random = createRandom("centred");
const cells = 60;
const counts = Float64Array.from({ length: cells }, () => 1 + random.integer(40));
const own = Array.from(counts, (count) => count * random.next());
const loggerIndex = Int32Array.from({ length: cells }, (_, cell) => cell % 2);
const sizes = [0, 1].map((logger) =>
  counts.reduce((sum, count, cell) => sum + (loggerIndex[cell] === logger ? count : 0), 0),
);
const n = sizes.reduce((a, b) => a + b);

const scope: Cells = {
  rows: Int32Array.from({ length: cells }, (_, cell) => cell),
  counts,
  bucketIndex: Int32Array.from({ length: cells }, (_, cell) => cell),
  buckets: cells,
  loggerIndex,
  loggers: sizes.map((size) => ({ n: size, buckets: cells / 2 })),
  n,
  kept: n,
};

/** Sums of cells in which every trajectory brings so much more, with every bit of it. */
function tableWith(more: number): TallyTable {
  const sums = own.map((sum, cell) =>
    addDoubleDouble({ hi: more * (counts[cell] ?? 0), lo: 0 }, { hi: sum, lo: 0 }),
  );
  const column = {
    combine: "sum" as const,
    hi: Float64Array.from(sums, ({ hi }) => hi),
    lo: Float64Array.from(sums, ({ lo }) => lo),
  };
  const [stratum, bucket] = [new Int32Array(cells), scope.bucketIndex];
  return { rows: cells, strata: [], stratum, bucket, keys: {}, columns: { column } };
}

// A power of two, so that what is added to a cell is exact.
it.each([2 ** 30, 2 ** 40, 2 ** 54])(
  "cells are what they are without the %d that every trajectory brings",
  (more) => {
    const plain = centre(tableWith(0), scope, "column");
    const found = centre(tableWith(more), scope, "column");
    for (const [cell, value] of plain.cells.entries())
      expect(Math.abs((found.cells[cell] ?? Number.NaN) - value)).toBeLessThan(1e-9);
  },
);

it("the cells of each logging policy add to 0", () => {
  const { cells: centred } = centre(tableWith(2 ** 40), scope, "column");
  for (const logger of [0, 1]) {
    const sum = centred.reduce((all, each, at) => all + (loggerIndex[at] === logger ? each : 0), 0);
    expect(Math.abs(sum)).toBeLessThan(1e-9);
  }
});
