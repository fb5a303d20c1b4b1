import { createSparkEngine } from "../../../src/engines/spark/index.js";
import { whyUnavailable } from "../servers/cache.js";
import { startSail } from "../servers/sail.js";
import type { UnderTest } from "./under-test.js";

/** Sail: a second implementation of Spark Connect, quick to start. */
export const sail: UnderTest = {
  name: "sail",
  unavailable: whyUnavailable("sail", [["python3", "--version"]]),
  slowSource: "SELECT count(*) AS n FROM range(100000000000) AS a WHERE sin(a.id) < 2",
  manyRows: "SELECT a.id AS n FROM range(100000000) AS a",
  shares: 2,
  lacks: {
    "JSON lines": "Sail takes types and keys of JSON lines from the first of them, and 007 for 7",
    "CSV files": "Spark's SQL names no options of files: a view reads CSV",
    "states of sources": "Sail has no _metadata of files; counts and ranges are compared",
    "asked what runs": "Sail has no page that says what runs",
    credentials: "Sail takes every client",
    "missing files": "Sail reads a path at which nothing is as a table without columns",
    "order by any expression": "Sail 0.7 fails to plan some orders by nested CASEs",
    "NaN and infinity in arithmetic": "FLOOR of a DOUBLE is a BIGINT, which holds neither",
  },
  start: async () => {
    const server = await startSail();
    return {
      port: server.port,
      connect: ({ timeout, silence, hold, connectTimeout = 5, port = server.port } = {}) =>
        createSparkEngine({
          url: `sc://127.0.0.1:${port}`,
          connectTimeout,
          ...(timeout === undefined ? {} : { timeout }),
          ...(silence === undefined ? {} : { silence }),
          ...(hold === undefined ? {} : { hold: { schema: "default" } }),
        }),
      source: ({ paths }) => paths,
      stop: server.stop,
    };
  },
};
