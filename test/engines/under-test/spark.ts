import { createSparkEngine } from "../../../src/engines/spark/index.js";
import { sparkFolder, whyUnavailable } from "../servers/cache.js";
import { forSmallStatements, startSpark } from "../servers/spark.js";
import type { UnderTest } from "./under-test.js";

const token = "golden-token";

/** Apache Spark with two executors, each a process. */
export const spark: UnderTest = {
  name: "spark",
  unavailable: whyUnavailable(sparkFolder, [["java", "-version"]]),
  slowSource: "SELECT count(*) AS n FROM range(100000000000) AS a WHERE sin(a.id) < 2",
  manyRows: "SELECT a.id AS n FROM range(1000000) AS a",
  // Planning a statement takes a second, and Sail is asked all of them in the same words.
  asked:
    /^(every estimator|keys of text|ranks among|a wide study|buckets of integers, declared|buckets of text|learning by text|whole lists)/,
  shares: 2,
  relations: 4,
  effects: [
    ["reflect", "SELECT reflect('java.lang.System', 'getenv', 'PATH') AS a"],
    ["java_method", "SELECT java_method('java.lang.Thread', 'sleep', 600000L) AS a"],
    ["reflect", "SELECT r'\\', reflect('java.lang.System', 'getenv', 'PATH') AS a, '' AS b"],
    [
      "identifier",
      "SELECT \u0131dent\u0131f\u0131er('ref' || 'lect')('java.lang.System', 'getenv', 'PATH') AS a",
    ],
    ["TRANSFORM", "SELECT TRANSFORM (a) USING 'cat' AS (a STRING) FROM (SELECT 1 AS a)"],
    ["TRANSFORM", "SELECT TRANSFORM (a) u\u017fing -- x\n'cat' AS (a STRING) FROM (SELECT 1 AS a)"],
  ],
  readings: [
    "SELECT transform(array(b), x -> x + 1)[0] AS a FROM VALUES (1) AS t(b) JOIN VALUES (1) AS u(b) USING (b)",
  ],
  lacks: {
    "CSV files": "Spark's SQL names no options of files: a view reads CSV",
    "NaN and infinity in arithmetic": "FLOOR of a DOUBLE is a BIGINT, which holds neither",
  },
  start: async () => {
    const server = await startSpark({
      "spark.connect.authenticate.token": token,
      ...forSmallStatements,
      // Every stream is cut after so long, and its answer fetched over the next one.
      "spark.connect.execute.reattachable.senderMaxStreamDuration": "5s",
      // What nobody listens to any more is given up soon, so that a test can see it end.
      "spark.connect.execute.manager.detachedTimeout": "7s",
      "spark.connect.execute.manager.maintenanceInterval": "1s",
    });
    return {
      port: server.port,
      study: {
        engine: { spark: `sc://127.0.0.1:${server.port}` },
        env: {
          HINDCAST_SPARK_URL: `sc://127.0.0.1:${server.port}`,
          HINDCAST_SPARK_TOKEN: token,
        },
      },
      connect: ({
        timeout,
        credentials,
        silence,
        hold,
        connectTimeout = 10,
        port = server.port,
      } = {}) =>
        createSparkEngine({
          url: `sc://127.0.0.1:${port}`,
          token: credentials === "wrong" ? "another-token" : token,
          connectTimeout,
          ...(timeout === undefined ? {} : { timeout }),
          ...(silence === undefined ? {} : { silence }),
          ...(hold === undefined ? {} : { hold: { schema: "default" } }),
        }),
      source: ({ paths }) => paths,
      jobs: async () =>
        ((await server.monitor("jobs?status=running")) as readonly unknown[]).length,
      pid: server.pid,
      stop: server.stop,
    };
  },
};
