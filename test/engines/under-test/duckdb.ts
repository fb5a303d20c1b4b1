import { createDuckdbEngine } from "../../../src/engines/duckdb/index.js";
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
