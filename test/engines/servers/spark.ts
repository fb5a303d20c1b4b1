import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { serverFolder, sparkFolder } from "./cache.js";
import { freePort, listens, type Server, startServer } from "./server.js";

/** Spark with two executors in processes of their own, and the page that says what runs. */
export interface SparkServer extends Server {
  readonly port: number;
  /** The folder with the files of its tables. */
  readonly warehouse: string;
  /** Asks Spark's monitoring interface: `applications/<id>` is put before the path. */
  readonly monitor: (path: string) => Promise<unknown>;
}

// With one compiler the JVM keeps 48 MB of compiled code, which Spark's generated classes fill: then it refuses
// statements with "Out of space in CodeCache".
const quickToStart = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m -XX:+UseSerialGC";

/** Of a server for statements over a few thousand rows: they end before a second compiler has paid for itself. */
export const forSmallStatements: Readonly<Record<string, string>> = {
  "spark.driver.extraJavaOptions": quickToStart,
  "spark.executor.extraJavaOptions": quickToStart,
};

/** Starts Spark Connect on a local cluster; `conf` adds to its settings. */
export async function startSpark(
  conf: Readonly<Record<string, string>> = {},
): Promise<SparkServer> {
  const [port, ui] = [await freePort(), await freePort()];
  const warehouse = await mkdtemp(join(tmpdir(), "hindcast-spark-"));
  const settings = {
    "spark.sql.warehouse.dir": warehouse,
    "spark.driver.memory": "2g",
    "spark.executor.memory": "768m",
    "spark.ui.port": String(ui),
    // The page keeps the plans of statements, and a heap is soon full of them.
    "spark.sql.ui.retainedExecutions": "10",
    "spark.ui.retainedJobs": "50",
    "spark.ui.retainedStages": "50",
    "spark.connect.ui.retainedStatements": "20",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "WARN",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.connect.grpc.binding.port": String(port),
    "spark.connect.grpc.binding.address": "127.0.0.1",
    ...conf,
  };
  const home = serverFolder(sparkFolder);
  const server = await startServer({
    name: "spark",
    command: [
      `${home}/bin/spark-submit`,
      ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"],
      ...["--name", "hindcast-test", "--master", "local-cluster[2,1,1024]"],
      ...Object.entries(settings).flatMap(([key, value]) => ["--conf", `${key}=${value}`]),
    ],
    env: { SPARK_HOME: home, SPARK_NO_DAEMONIZE: "1", SPARK_LOCAL_IP: "127.0.0.1" },
    port,
    patience: 180,
  });
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${ui}/api/v1/applications${path}`)).json();
  // The page may come up later than the port of Spark Connect.
  for (let i = 0; i < 300 && !(await listens(ui)); i++) await wait(100);
  const applications = (await ask("")) as readonly { readonly id: string }[];
  return {
    ...server,
    port,
    warehouse,
    stop: async () => {
      await server.stop();
      await rm(warehouse, { recursive: true, force: true });
    },
    monitor: (path) => ask(`/${applications[0]?.id}/${path}`),
  };
}
