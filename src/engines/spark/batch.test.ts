import { columnFromArray, float64, tableFromColumns, tableToIPC } from "@uwdata/flechette";
import { expect, it } from "vitest";
import type { Plan } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import { readBatch } from "./batch.js";

const plan: Plan = {
  relation: from({ kind: "sql", sql: "SELECT 1" }),
  columns: [{ name: "a", type: "double" }],
  purpose: "test",
};
const table = tableFromColumns({ a: columnFromArray([1.5, 2.5], float64()) });
const bytes = tableToIPC(table, { format: "stream" }) ?? new Uint8Array();
const rows = (rowCount: bigint, data: Uint8Array) =>
  readBatch(plan, { $typeName: "spark.connect.ArrowBatch", rowCount, data });

it("reads bytes wherever they lie in a message", () => {
  for (let offset = 0; offset < 8; offset++) {
    const message = Buffer.concat([Buffer.alloc(offset), bytes]);
    const { columns } = rows(2n, message.subarray(offset));
    expect(columns.get("a")).toEqual([1.5, 2.5]);
  }
});

it("refuses a batch whose rows are not as many as it says", () => {
  expect(() => rows(3n, bytes)).toThrow(/batch of 3 rows .* its bytes hold 2/);
});
