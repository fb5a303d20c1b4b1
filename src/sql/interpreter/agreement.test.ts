import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
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
    await fc.assert(
      fc.asyncProperty(randomTable, output, async (rows, make) => {
        const interpreter = createInterpreter({ log: rows }, { columns: { log: tableColumns } });
        const expected = await rowsOf(interpreter, { kind: "table", name: ["log"] }, make);
        expect(await rowsOf(duckdb, asSql(rows, duckdb.dialect), make)).toEqual(expected);
      }),
      { numRuns: 150, seed: 20261130 },
    );
  },
  60_000,
);
