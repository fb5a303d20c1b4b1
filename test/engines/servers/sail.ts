import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFolder } from "./cache.js";
import { freePort, type Server, startServer } from "./server.js";

/** Sail: Spark Connect without Java, in under a second. */
export async function startSail(): Promise<
  Server & { readonly port: number; readonly warehouse: string }
> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "hindcast-sail-"));
  const address = ["--ip", "127.0.0.1", "--port", String(port)];
  const server = await startServer({
    name: "sail",
    command: ["python3", "-m", "pysail", "spark", "server", ...address],
    env: { PYTHONPATH: serverFolder("sail") },
    cwd: folder,
    port,
    patience: 60,
  });
  return {
    ...server,
    port,
    warehouse: join(folder, "spark-warehouse"),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
