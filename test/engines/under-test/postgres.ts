import { PGlite } from "@electric-sql/pglite";
import { loadTable } from "../postgres/load-table.js";
import { createPgliteEngine } from "../postgres/pglite-engine.js";
import type { UnderTest } from "./under-test.js";

const inProcess = "PGlite is PostgreSQL in this very thread, which cannot listen while it computes";

/** PostgreSQL's dialect, run by PGlite; the engine itself is tested on a server. */
export const postgres: UnderTest = {
  name: "postgres",
  unavailable: undefined,
  slowSource: "SELECT 1 AS n",
  manyRows: "SELECT 1 AS n",
  lacks: {
    files: "PostgreSQL reads tables",
    "missing files": "PostgreSQL reads tables",
    timeout: inProcess,
    cancel: inProcess,
    network: "it runs in this process",
    "states of sources": "the same statement as PostgreSQL's",
    "asked what runs": inProcess,
    credentials: "PGlite has none",
    "text with NUL": "PostgreSQL's text holds no NUL",
  },
  start: async (logs) => {
    const database = await PGlite.create();
    for (const statement of ["SET TIME ZONE 'UTC'", "SET standard_conforming_strings = on"]) {
      await database.exec(statement);
    }
    for (const log of logs) await loadTable(database, log);
    return {
      connect: async () => createPgliteEngine(database),
      source: ({ name }) => ({ table: [name] }),
      stop: () => database.close(),
    };
  },
};
