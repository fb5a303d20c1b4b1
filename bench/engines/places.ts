import { createClickhouseEngine } from "../../src/engines/clickhouse/index.js";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { createSparkEngine } from "../../src/engines/spark/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { whyUnavailable } from "../../test/engines/servers/cache.js";
import { startClickhouse } from "../../test/engines/servers/clickhouse.js";
import { startSpark } from "../../test/engines/servers/spark.js";
import { cpuSeconds, peakMegabytes } from "./memory.js";
import { type Words, wordsOfClickhouse, wordsOfSpark } from "./query-by-hand.js";

/** Where the standard study runs: an engine, and what its server can say of itself. */
export interface Place {
  readonly engine: Engine;
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
  readonly open: (threads: number) => Promise<Place>;
}

/** Every place, in the order in which they take turns. */
export const places: readonly PlaceMember[] = [
  {
    name: "duckdb",
    unavailable: undefined,
    words: (sql) => sql,
    open: async (threads) => {
      const engine = await createDuckdbEngine({ threads });
      return {
        engine,
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
    open: async () => {
      const login = { user: "bench", password: "bench" };
      const server = await startClickhouse(login);
      const engine = await createClickhouseEngine({
        url: `http://127.0.0.1:${server.port}`,
        ...login,
      });
      return {
        engine,
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
    open: async () => {
      const server = await startSpark();
      const engine = await createSparkEngine({ url: `sc://127.0.0.1:${server.port}` });
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
];
