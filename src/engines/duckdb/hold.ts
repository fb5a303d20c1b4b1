import type { Dialect } from "../../sql/dialect.js";
import { rowsInMemory, tableInMemory } from "../../sql/dialects/duckdb.js";
import type { CallOptions } from "../../sql/engine.js";
import { moreThan, mostRowsOnDisk, type RowHolder, readBySeveral } from "../shared/keeper.js";

type Run = (
  sql: string,
  purpose: string,
  call: CallOptions,
) => Promise<readonly (readonly unknown[])[]>;

/** Rows held in the database in memory that the engine attaches, next to the one it has opened. */
export function duckdbRows(run: Run, dialect: Dialect, most: number = mostRowsOnDisk): RowHolder {
  let tables = 0;
  return {
    dialect,
    async hold(sql, purpose, call) {
      const table = tableInMemory(`kept_${tables++}`);
      const name = dialect.source(table);
      await run(`ATTACH IF NOT EXISTS ':memory:' AS ${rowsInMemory}`, purpose, call);
      const rows = `SELECT * FROM (\n${sql}\n) AS s LIMIT ${most + 1}`;
      const [[count = 0] = []] = await run(`CREATE TABLE ${name} AS ${rows}`, readBySeveral, call);
      if (Number(count) <= most) return table;
      await run(`DROP TABLE ${name}`, purpose, call);
      return moreThan(most);
    },
    drop: async (table) => void (await run(`DROP TABLE ${dialect.source(table)}`, "release", {})),
  };
}
