import { createClickhouseEngine } from "../../../src/engines/clickhouse/index.js";
import { whyUnavailable } from "../servers/cache.js";
import { startClickhouse } from "../servers/clickhouse.js";
import type { UnderTest } from "./under-test.js";

const user = "golden";
const password = "golden-password";

/** ClickHouse's engine on one node, behind an HTTP front of the suite's own. */
export const clickhouse: UnderTest = {
  name: "clickhouse",
  unavailable: whyUnavailable("chdb"),
  slowSource: "SELECT toInt64(count()) AS n FROM numbers(1000000000000) WHERE sin(number) < 2",
  rights: /may do more than read tables: .*INSERT/,
  effects: [
    ["sleep", "SELECT arrayMap(x -> sleep(3), [1]) AS a"],
    ["sleepEachRow", "SELECT 1 AS a LIMIT `sleepEachRow`(3)"],
    [
      "sleep",
      "WITH x AS (SELECT sleep(3)) SELECT sum(1) OVER (PARTITION BY (SELECT * FROM x)) AS a",
    ],
    ["remote", "SELECT a FROM remote('127.0.0.1:9', system.one) SETTINGS readonly = 0"],
    [
      "mysql",
      "SELECT 1 AS a WHERE EXISTS (SELECT * FROM mysql('127.0.0.1:9', 'd', 't', 'u', 'p'))",
    ],
    ["postgresql", "SELECT a FROM `postgresql`('127.0.0.1:9', 'd', 't', 'u', 'p')"],
    ["mongodb", "SELECT a FROM mongodb('127.0.0.1:9', 'd', 't', 'u', 'p', 'a Int64')"],
    ["redis", "SELECT a FROM loop(redis('127.0.0.1:9', 'a', 'a Int64'))"],
    ["executable", "SELECT a FROM executable('x.sh', 'CSV', 'a Int64')"],
    ["input", "SELECT a FROM input('a Int64')"],
    ["url", "SELECT a FROM url(concat('http://127.0.0.1:9/', (SELECT 'b')), 'CSV', 'a Int64')"],
    ["url", "WITH (SELECT 'http://127.0.0.1:9/') AS x SELECT a FROM url(x, 'CSV', 'a Int64')"],
    ["url", "WITH (SELECT 'http://127.0.0.1:9/') AS `x\nLiteral` SELECT a FROM url(`x\nLiteral`)"],
    ["url", "SELECT a FROM url('CSV' AS `b)\nSelectQuery`, concat('http://', version()))"],
    ["s3", "SELECT a FROM s3(concat('https://bucket.example.com/', version()), 'CSV', 'a Int64')"],
    ["getClientHTTPHeader", "SELECT getClientHTTPHeader('X-Proxy') AS a"],
    ["aiGenerate", "SELECT aiGenerate('a') AS a"],
    ["logTrace", "SELECT logTrace('a') AS a"],
  ],
  readings: [
    "SELECT `sleep` AS a FROM (SELECT 'sleep(1)' AS `sleep`)",
    "SELECT sum(number) FILTER (WHERE number > 1) AS a FROM numbers(3)",
    "SELECT * FROM url('http://127.0.0.1:9/x', 'CSVWithNames', 'a Int64', headers('b' = 'c'))",
    "SELECT a FROM values('a Int64', 1) SETTINGS max_threads = 1",
  ],
  manyRows: "SELECT toInt64(number) AS n FROM numbers(100000000)",
  lacks: {
    "NaN and infinity in arithmetic": "ClickHouse compares NaN as IEEE 754 does, not as SQL",
  },
  start: async () => {
    const server = await startClickhouse({ user, password });
    return {
      port: server.port,
      study: {
        engine: { clickhouse: `http://127.0.0.1:${server.port}`, user },
        env: {
          HINDCAST_CLICKHOUSE_URL: `http://127.0.0.1:${server.port}`,
          HINDCAST_CLICKHOUSE_PASSWORD: password,
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
        createClickhouseEngine({
          url: `http://127.0.0.1:${port}`,
          user,
          password: credentials === "wrong" ? "another-password" : password,
          connectTimeout,
          ...(timeout === undefined ? {} : { timeout }),
          ...(silence === undefined ? {} : { silence }),
          ...(hold === undefined ? {} : { hold }),
        }),
      source: ({ paths }) => paths,
      jobs: async () =>
        (
          (await (
            await fetch(`http://127.0.0.1:${server.port}/running`)
          ).json()) as readonly unknown[]
        ).length,
      stop: server.stop,
    };
  },
};
