import { describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import { StudyError } from "../../errors.js";
import { column } from "../../sql/expression.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { type BoundLog, bindLog } from "../bind.js";
import { impressions } from "../impressions.js";
import type { LogSpec } from "../log-spec.js";

const spec: LogSpec = {
  source: { table: ["log"] },
  trajectory: "session",
  rank: "rank",
  item: "item",
  rewards: {},
  invalid: "refuse",
  structure: "check",
};
const columns = [
  { name: "session", type: "bigint" },
  { name: "rank", type: "bigint" },
  { name: "item", type: "text" },
  { name: "score", type: "double" },
] as const;
const bound = (changes: Partial<LogSpec> = {}): BoundLog =>
  bindLog(
    { ...spec, ...changes },
    { a: { score: "score", force: "rankViewed" } },
    undefined,
    columns,
  );

const views: readonly (readonly [item: string, score: number | null])[] = [
  ["d", 1],
  ["c", null],
  ["b", 2],
  ["a", 1],
  ["f", null],
  ["e", 7],
];

/** The forced rank of every item. */
async function forcedRanks(source: LogSpec["source"], duckdb: boolean): Promise<unknown> {
  const rows = views.map(
    ([item, score], i): Row => ({ session: 1n, rank: BigInt(i + 1), item, score }),
  );
  const engine = duckdb
    ? await createDuckdbEngine({ threads: 1 })
    : createInterpreter({ log: rows }, { columns: { log: columns } });
  const table = await collect(engine, {
    purpose: "forced ranks",
    relation: select(impressions(bound({ source })), [
      ["item", column("h_item")],
      ["rank", column("h_rank_0")],
    ]),
    columns: [
      { name: "item", type: "text" },
      { name: "rank", type: "bigint" },
    ],
  });
  await engine.close();
  const items = table.columns.get("item") ?? [];
  const ranks = Array.from(table.columns.get("rank") ?? [], (rank) =>
    rank === null ? null : Number(rank),
  );
  return Object.fromEntries(Array.from(items, (item, i) => [item, ranks[i]]));
}

const values = views.map(([item, score], i) => `(1, ${i + 1}, '${item}', ${score}::DOUBLE)`);
const query = `SELECT * FROM (VALUES ${values.join(", ")}) AS t(session, "rank", item, score)`;

describe("ranks forced among viewed items", () => {
  it.each([
    ["the interpreter", { table: ["log"] }, false],
    ["DuckDB", { sql: query }, true],
  ])("leave out items without a score and break ties by item: %s", async (_, source, duckdb) => {
    const found = await forcedRanks(source as LogSpec["source"], duckdb);
    expect(found).toEqual({ e: 1, b: 2, a: 3, d: 4, c: null, f: null });
  });

  it("are refused without an item, which ties need", () => {
    const { item: _, ...rest } = spec;
    const policies = { a: { score: "score", force: "rankViewed" } } as const;
    const bind = (): BoundLog => bindLog(rest, policies, undefined, columns);
    expect(bind).toThrow(StudyError);
    expect(bind).toThrow(/policies\.a\.score .* breaks ties by item, but log\.item is missing/);
    expect(() => bindLog(rest, { a: { rank: "rank" } }, undefined, columns)).not.toThrow();
  });

  it("leave out the item's column where none is forced", () => {
    const log = bindLog(spec, { a: { rank: "rank" } }, undefined, columns);
    expect(
      JSON.stringify(impressions(log), (_, v) => (typeof v === "bigint" ? `${v}` : v)),
    ).not.toContain("h_item");
  });
});
