import { describe, expect, it } from "vitest";
import { addTables } from "./add.js";
import type { ClusterKey, Tally, TallyTable } from "./tally.js";

/** A tally of one row, which adds up what `columns` say. */
function tallyOf(columns: readonly string[], more: Partial<Tally> = {}): Tally {
  const sum = { combine: "sum", hi: Float64Array.of(1), lo: null } as const;
  const cells: TallyTable = {
    rows: 1,
    strata: [{ day: null, feed: null, logger: null }],
    stratum: new Int32Array(1),
    bucket: Int32Array.of(7),
    keys: {},
    columns: Object.fromEntries(columns.map((fingerprint) => [fingerprint, sum])),
  };
  const clusteredBy: ClusterKey = { role: "user", column: "user", hash: "bigint" };
  const buckets = { kind: "hashed", count: 1024 } as const;
  return { buckets, clusteredBy, clusters: null, tables: { cells }, about: null, ...more };
}

const own = tallyOf(["a", "b"]);

describe("the tables of two tallies", () => {
  it("add where they add up the same, in whatever order their columns stand", () => {
    const { tables } = addTables(own, tallyOf(["b", "a"]));
    expect([...(tables.cells?.columns.a?.hi ?? [])]).toEqual([2]);
    expect([...(tables.cells?.columns.b?.hi ?? [])]).toEqual([2]);
  });

  const { cells } = own.tables;
  it.each<[string, Tally]>([
    ["one sum more", tallyOf(["a", "b", "c"])],
    ["one sum less", tallyOf(["a"])],
    ["another sum", tallyOf(["a", "c"])],
    ["another table", tallyOf(["a", "b"], { tables: cells ? { cells, more: cells } : {} })],
  ])("are refused with %s", (_, other) => {
    const refusal = expect.objectContaining({ code: "tallyMismatch" });
    expect(() => addTables(own, other)).toThrow(refusal);
    expect(() => addTables(other, own)).toThrow(refusal);
  });

  it.each<[string, Partial<ClusterKey>]>([
    ["another role", { role: "trajectory" }],
    ["another column", { column: "id" }],
  ])("are refused with clusters of %s", (_, key) => {
    const other = tallyOf(["a", "b"], { clusteredBy: { ...own.clusteredBy, ...key } });
    expect(() => addTables(own, other)).toThrow(expect.objectContaining({ code: "tallyClusters" }));
  });
});
