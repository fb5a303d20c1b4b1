import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = ["chromium", "chromium-browser", "google-chrome"].find(
  (each) => spawnSync(each, ["--version"]).status === 0,
);

/** Why no browser runs here; undefined where one does. */
export const whyNoChromium = (): string | undefined =>
  program === undefined ? "the package chromium is not installed" : undefined;

/** Opens a page whose script gets these files by their names; returns the texts that it posts, by the same names. */
export async function runInChromium(
  script: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, string>> {
  const posted = new Map<string, string>();
  const profile = await mkdtemp(join(tmpdir(), "hindcast-chromium-"));
  const server = createServer();
  const done = new Promise<void>((resolve, reject) => {
    server.on("request", async (request, response) => {
      const name = decodeURIComponent(request.url ?? "").slice(1);
      if (request.method === "POST") {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part);
        posted.set(name, Buffer.concat(parts).toString("utf8"));
        response.end();
        if (name === "error") reject(new Error(posted.get(name)));
        if (posted.size === files.size) resolve();
      } else if (name === "script.js") {
        response.setHeader("content-type", "text/javascript").end(script);
      } else if (name === "") {
        response.setHeader("content-type", "text/html; charset=utf-8").end(page);
      } else {
        response.statusCode = files.has(name) ? 200 : 404;
        response.end(files.get(name));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const browser = spawn(program ?? "", [...flags, address], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => browser.on("exit", () => resolve()));
  try {
    const early = ended.then(() =>
      Promise.reject(new Error("Chromium ended before its page did.")),
    );
    await Promise.race([done, early]);
  } finally {
    browser.kill();
    await ended;
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return posted;
}

const page = '<!doctype html><script type="module" src="script.js"></script>';
