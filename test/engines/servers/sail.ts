import { serverFolder } from "./cache.js";
import { freePort, type Server, startServer } from "./server.js";

/** Sail: Spark Connect without Java, in under a second. */
export async function startSail(): Promise<Server & { readonly port: number }> {
  const port = await freePort();
  const address = ["--ip", "127.0.0.1", "--port", String(port)];
  const server = await startServer({
    name: "sail",
    command: ["python3", "-m", "pysail", "spark", "server", ...address],
    env: { PYTHONPATH: serverFolder("sail") },
    port,
    patience: 60,
  });
  return { ...server, port };
}
