import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { assertAsyncProperty } from "../../../test/fixture/property.js";
import {
  asSql,
  randomRelations,
  randomTable,
  rowsOf,
  tableColumns,
} from "../../../test/fixture/random-relation.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import type { Engine } from "../engine.js";
import { createInterpreter } from "./interpreter.js";

// Random relations over random tables mean the same to the interpreter and to DuckDB.

let duckdb: Engine;
beforeAll(async () => {
  duckdb = await createDuckdbEngine({ threads: 1 });
});
afterAll(() => duckdb.close());

it.each(randomRelations)(
  "%s mean the same to the interpreter and to DuckDB",
  async (_, output) => {
    await assertAsyncProperty(
      fc.asyncProperty(randomTable, output, async (rows, make) => {
        const interpreter = createInterpreter({ log: rows }, { columns: { log: tableColumns } });
        const expected = await rowsOf(interpreter, { kind: "table", name: ["log"] }, make);
        expect(await rowsOf(duckdb, asSql(rows, duckdb.dialect), make)).toEqual(expected);
      }),
      { quick: 150, thorough: 1500 },
    );
  },
  60_000,
);
