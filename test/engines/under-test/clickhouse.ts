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
      connect: ({ timeout, credentials, silence, connectTimeout = 10, port = server.port } = {}) =>
        createClickhouseEngine({
          url: `http://127.0.0.1:${port}`,
          user,
          password: credentials === "wrong" ? "another-password" : password,
          connectTimeout,
          ...(timeout === undefined ? {} : { timeout }),
          ...(silence === undefined ? {} : { silence }),
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
