import { expect, it } from "vitest";
import { type Table, tableOf } from "../sql/run/table.js";
import { layOut, readCounts } from "./read-cells.js";

const cells = (buckets: readonly bigint[]): Table =>
  tableOf(
    buckets.length,
    new Map<string, readonly (bigint | string | null)[]>([
      ["day", buckets.map(() => "2026-11-01")],
      ["feed", buckets.map(() => null)],
      ["logger", buckets.map(() => null)],
      ["bucket", buckets],
      ["many", buckets.map((bucket) => bucket * 10n)],
    ]),
  );

it("puts cells in order of bucket, whatever order they came in", () => {
  const layout = layOut(cells([3n, 1n, 2n]), 8, "bigint");
  expect([...layout.bucket]).toEqual([1, 2, 3]);
  expect([...readCounts(layout, cells([2n, 3n]), "many")]).toEqual([0, 20, 30]);
});

it("refuses two rows for one cell, of which one would be lost", () => {
  const twice = expect.objectContaining({ failure: "data", code: "groupTwice" });
  const layout = layOut(cells([1n, 2n]), 8, "bigint");
  expect(() => layOut(cells([1n, 2n, 1n]), 8, "bigint")).toThrow(twice);
  expect(() => readCounts(layout, cells([2n, 2n]), "many")).toThrow(twice);
});

it("refuses a sum that is NULL, which is not a sum of 0", () => {
  const layout = layOut(cells([1n, 2n]), 8, "bigint");
  const found = cells([1n, 2n]);
  const holed = tableOf(found.rows, new Map([...found.columns, ["many", [10n, null]]]), "weights");
  expect(() => readCounts(layout, holed, "many")).toThrow(
    expect.objectContaining({
      failure: "data",
      code: "nullInResult",
      message: expect.stringContaining('column "many" of "weights"'),
    }),
  );
});
