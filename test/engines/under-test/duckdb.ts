import { engineOver } from "../../../src/engines/duckdb/engine.js";
import { createDuckdbEngine } from "../../../src/engines/duckdb/index.js";
import { openInstance } from "../../../src/engines/duckdb/instance.js";
import type { Engine } from "../../../src/sql/engine.js";
import type { UnderTest } from "./under-test.js";

/** DuckDB in this process: what the others are compared with, besides the interpreter. */
export const duckdb: UnderTest = {
  name: "duckdb",
  unavailable: undefined,
  slowSource: "SELECT count(*) AS n FROM range(100000000000) AS a, range(1000) AS b",
  manyRows: "SELECT range AS n FROM range(100000000)",
  lacks: {
    timeout: "DuckDB has no limit of time; a signal stops it",
    network: "it runs in this process",
    "states of sources": "files of this machine say when they were written",
    "asked what runs": "DuckDB runs in this process and keeps no list",
    credentials: "DuckDB reads files with the rights of this process",
  },
  start: async () => ({
    connect: () => createDuckdbEngine({ threads: 2 }),
    source: ({ paths }) => paths,
    stop: async () => undefined,
  }),
};

/** The same with other optimizers off: what we ask must not depend on them. */
const withDisabled = (name: string, disabled: (all: string) => string): UnderTest => ({
  ...duckdb,
  name,
  asked: /\b(?:check|feed|declared|candidates|whole lists|day)\b/,
  shares: 2,
  start: async () => ({
    connect: () => openDisabling(disabled),
    source: ({ paths }) => paths,
    stop: async () => undefined,
  }),
});

async function openDisabling(disabled: (all: string) => string): Promise<Engine> {
  const database = await openInstance({ threads: 2 });
  const connection = await database.instance.connect();
  const all = await connection.runAndReadAll(
    "SELECT string_agg(name, ',') FROM duckdb_optimizers()",
  );
  const names = disabled(String(all.getRows()[0]?.[0]));
  await connection.run(`SET GLOBAL disabled_optimizers = '${names}'`);
  connection.disconnectSync();
  return engineOver(database);
}

export const duckdbOptimized: readonly UnderTest[] = [
  withDisabled("duckdb with every optimizer", () => ""),
  withDisabled("duckdb without optimizers", (all) => all),
];
