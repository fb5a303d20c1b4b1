import { describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../engines/duckdb/index.js";
import { column, indicator } from "../sql/expression.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { group, type Named, select } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import type { SourceColumn } from "../sql/source-column.js";
import { type BoundLog, bindLog } from "./bind.js";
import { depthColumns } from "./depths.js";
import { impressions } from "./impressions.js";
import type { LogSpec } from "./log-spec.js";

const columns: readonly SourceColumn[] = [
  { name: "session", type: "bigint" },
  { name: "rank", type: "bigint" },
  { name: "offered", type: "bigint" },
  { name: "cut", type: "bigint" },
  { name: "open", type: "boolean" },
];

type View = readonly [rank: number, offered: number | null, cut: 0 | 1];

const trips: readonly (readonly [what: string, views: readonly View[]])[] = [
  [
    "left within the list",
    [
      [1, 5, 0],
      [2, 5, 0],
    ],
  ],
  [
    "reached the end of the list, with a hole",
    [
      [3, 3, 0],
      [1, 3, 0],
    ],
  ],
  [
    "cut, said in every row",
    [
      [1, 5, 1],
      [2, 5, 1],
      [4, 5, 1],
    ],
  ],
  [
    "cut, said in the deepest row",
    [
      [2, 5, 1],
      [1, 5, 0],
    ],
  ],
  [
    "cut, said above the deepest row",
    [
      [1, 5, 1],
      [2, 5, 0],
    ],
  ],
  [
    "a list of unknown length",
    [
      [1, null, 0],
      [9, null, 0],
    ],
  ],
  [
    "a list of unknown length, cut",
    [
      [1, null, 0],
      [9, null, 1],
    ],
  ],
  [
    "reached the end, said above the deepest row",
    [
      [1, 2, 1],
      [2, 2, 0],
    ],
  ],
];

const rows: readonly Row[] = trips.flatMap(([, views], i) =>
  views.map(([rank, offered, cut]) => ({
    session: BigInt(i),
    rank: BigInt(rank),
    offered: offered === null ? null : BigInt(offered),
    cut: BigInt(cut),
    open: cut === 1,
  })),
);

const values = rows.map(
  ({ session, rank, offered, cut, open }) => `(${session}, ${rank}, ${offered}, ${cut}, ${open})`,
);
const query = `SELECT * FROM (VALUES ${values.join(", ")}) AS t(session, "rank", offered, cut, "open")`;

type Roles = Pick<LogSpec, "listLength" | "censored">;

const bound = (roles: Roles, source: LogSpec["source"] = { table: ["log"] }): BoundLog => {
  const spec: LogSpec = {
    source,
    trajectory: "session",
    rank: "rank",
    rewards: {},
    invalid: "refuse",
    structure: "check",
    ...roles,
  };
  return bindLog(spec, {}, undefined, columns);
};

type Depth = readonly [depth: number, censored: number, contradicts: number];

/** Depth, censored and contradicts (where told) of every trip. */
async function depths(roles: Roles, duckdb = false): Promise<readonly Depth[]> {
  const log = bound(roles, duckdb ? { sql: query } : undefined);
  const { inner, depth, censored, contradicts } = depthColumns(log);
  const told: readonly Named[] = [
    ["session", column("h_trajectory")],
    ["depth", depth],
    ["censored", censored],
    ...(contradicts === undefined ? [] : [["contradicts", indicator(contradicts)] as const]),
  ];
  const engine = duckdb
    ? await createDuckdbEngine({ threads: 1 })
    : createInterpreter({ log: rows }, { columns: { log: columns } });
  const table = await collect(engine, {
    purpose: "depths",
    relation: select(group(impressions(log), ["h_trajectory"], inner), told, {
      orderBy: [{ by: column("h_trajectory"), descending: false }],
      limit: trips.length,
    }),
    columns: told.map(([name]) => ({ name, type: "bigint" })),
  });
  await engine.close();
  const at = (name: string, i: number): number => Number(table.columns.get(name)?.[i] ?? -1);
  return Array.from(
    { length: table.rows },
    (_, i): Depth => [at("depth", i), at("censored", i), at("contradicts", i)],
  );
}

describe.each([
  ["the interpreter", false],
  ["DuckDB", true],
])("depths of trajectories, by %s", (_, duckdb) => {
  it.each(["cut", "open"])("by list and by the column %s", async (censored) => {
    const found = await depths({ listLength: "offered", censored }, duckdb);
    expect(Object.fromEntries(trips.map(([what], i) => [what, found[i]]))).toEqual({
      "left within the list": [2, 0, 0],
      "reached the end of the list, with a hole": [3, 1, 0],
      "cut, said in every row": [4, 1, 0],
      "cut, said in the deepest row": [2, 1, 0],
      "cut, said above the deepest row": [2, 0, 1],
      "a list of unknown length": [9, 0, 0],
      "a list of unknown length, cut": [9, 1, 0],
      "reached the end, said above the deepest row": [2, 1, 1],
    });
  });

  it("are censored by what the log tells, no more", async () => {
    const censoredBy = async (roles: Roles): Promise<readonly number[]> =>
      (await depths(roles, duckdb)).map(([, censored]) => censored);
    const none = await censoredBy({});
    const list = await censoredBy({ listLength: "offered" });
    const flag = await censoredBy({ censored: "cut" });
    expect(none).toEqual(trips.map(() => 0));
    expect(list).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
    expect(flag).toEqual([0, 0, 1, 1, 0, 0, 1, 0]);
    const both = await censoredBy({ listLength: "offered", censored: "cut" });
    expect(both).toEqual(list.map((byList, i) => Math.max(byList, flag[i] ?? 0)));
  });
});

describe("the columns of depths", () => {
  it("are those of the roles that the log has", () => {
    const names = (roles: Roles): readonly string[] =>
      depthColumns(bound(roles)).inner.map(([name]) => name);
    expect(names({})).toEqual(["d_depth"]);
    expect(names({ listLength: "offered" })).toEqual(["d_depth", "d_length"]);
    expect(names({ censored: "cut" })).toEqual(["d_depth", "d_flag"]);
    expect(depthColumns(bound({ listLength: "offered" })).contradicts).toBeUndefined();
  });
});
