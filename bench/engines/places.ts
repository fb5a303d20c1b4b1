import { chmod, rm } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { createClickhouseEngine } from "../../src/engines/clickhouse/index.js";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { createPostgresEngine } from "../../src/engines/postgres/index.js";
import { createSparkEngine } from "../../src/engines/spark/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { whyUnavailable } from "../../test/engines/servers/cache.js";
import { startClickhouse } from "../../test/engines/servers/clickhouse.js";
import {
  type PostgresServer,
  startPostgres,
  whyNoPostgres,
} from "../../test/engines/servers/postgres.js";
import { startSpark } from "../../test/engines/servers/spark.js";
import { cpuSeconds, peakMegabytes } from "./memory.js";
import { type Words, wordsOfClickhouse, wordsOfPostgres, wordsOfSpark } from "./query-by-hand.js";

/** Where the standard study runs: an engine, and what its server can say of itself. */
export interface Place {
  readonly engine: Engine;
  /** The log as a study names it there. */
  readonly source: unknown;
  readonly peakMegabytes: () => number;
  /** Of the server so far; 0 where it is this process. */
  readonly cpuSeconds: () => number;
  /** Bytes so far: written for shuffles, and read from the log. */
  readonly bytes: () => Promise<{ readonly shuffled: number; readonly read: number } | undefined>;
  readonly stop: () => Promise<void>;
}

export interface PlaceMember {
  readonly name: string;
  readonly unavailable: string | undefined;
  readonly words: Words;
  /** With the log at a path; `hold` as a study says it, where the engine holds rows only when it is told to. */
  readonly open: (options: OpenOptions) => Promise<Place>;
}

interface OpenOptions {
  readonly path: string;
  readonly threads: number;
  readonly hold: boolean;
}

/** Every place, in the order in which they take turns. */
export const places: readonly PlaceMember[] = [
  {
    name: "duckdb",
    unavailable: undefined,
    words: (sql) => sql,
    open: async ({ path, threads, hold }) => {
      const engine = await createDuckdbEngine({ threads, hold });
      return {
        engine,
        source: path,
        peakMegabytes: () => process.resourceUsage().maxRSS / 1024,
        cpuSeconds: () => 0,
        bytes: async () => undefined,
        stop: () => engine.close(),
      };
    },
  },
  {
    name: "clickhouse",
    unavailable: whyUnavailable("chdb"),
    words: wordsOfClickhouse,
    open: async ({ path, hold }) => {
      const login = { user: "bench", password: "bench" };
      const server = await startClickhouse(login);
      const engine = await createClickhouseEngine({
        url: `http://127.0.0.1:${server.port}`,
        ...login,
        hold,
      });
      return {
        engine,
        source: path,
        peakMegabytes: () => peakMegabytes(server.pid),
        cpuSeconds: () => cpuSeconds(server.pid),
        bytes: async () => undefined,
        stop: async () => {
          await engine.close();
          await server.stop();
        },
      };
    },
  },
  {
    name: "spark",
    unavailable: whyUnavailable("spark", [["java", "-version"]]),
    words: wordsOfSpark,
    open: async ({ path, hold }) => {
      const server = await startSpark();
      const engine = await createSparkEngine({
        url: `sc://127.0.0.1:${server.port}`,
        ...(hold && { hold: { schema: "default" } }),
      });
      const bytes = async (): Promise<{ shuffled: number; read: number }> => {
        const executors = (await server.monitor("executors")) as readonly {
          readonly totalShuffleWrite: number;
          readonly totalInputBytes: number;
        }[];
        const total = (key: "totalShuffleWrite" | "totalInputBytes"): number =>
          executors.reduce((sum, executor) => sum + executor[key], 0);
        return { shuffled: total("totalShuffleWrite"), read: total("totalInputBytes") };
      };
      return {
        engine,
        source: path,
        bytes,
        peakMegabytes: () => peakMegabytes(server.pid),
        cpuSeconds: () => cpuSeconds(server.pid),
        stop: async () => {
          await engine.close();
          await server.stop();
        },
      };
    },
  },
  {
    name: "postgres",
    unavailable: whyNoPostgres(),
    words: wordsOfPostgres,
    open: async ({ path, hold }) => {
      const server = await startPostgres();
      await loadLog(server, path);
      const { password, port } = server;
      const url = `postgres://golden:${password}@127.0.0.1:${port}/postgres`;
      const engine = await createPostgresEngine({ url, hold });
      return {
        engine,
        source: { table: "log" },
        peakMegabytes: () => peakMegabytes(server.pid),
        cpuSeconds: () => cpuSeconds(server.pid),
        bytes: async () => undefined,
        stop: async () => {
          await engine.close();
          await server.stop();
        },
      };
    },
  },
];

/** Copies the log into a table, by way of a file that the server reads. */
async function loadLog(server: PostgresServer, path: string): Promise<void> {
  const csv = `${path}.csv`;
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`COPY (FROM '${path}') TO '${csv}' (HEADER false)`);
  const described = await connection.runAndReadAll(`DESCRIBE FROM '${path}'`);
  instance.closeSync();
  const types: Readonly<Record<string, string>> = { DOUBLE: "DOUBLE PRECISION", VARCHAR: "TEXT" };
  const columns = described
    .getRows()
    .map(([name, type]) => `"${name}" ${types[String(type)] ?? type}`);
  server.run(`CREATE TABLE log (${columns.join(", ")})`);
  await chmod(csv, 0o644);
  server.run(`COPY log FROM '${csv}' (FORMAT csv)`);
  server.run("VACUUM ANALYZE log");
  await rm(csv);
}
