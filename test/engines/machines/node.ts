import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { serverFolder } from "../servers/cache.js";

/** The versions of Node that `scripts/fetch-servers.sh` fetches. */
export const nodes = ["node20", "node22", "node24"] as const;

/** Runs a script by a fetched Node, and returns what it prints. */
export function runNode(
  name: (typeof nodes)[number],
  script: string,
  args: readonly string[],
  cwd: string,
): string {
  const packages = join(serverFolder(name), "node_modules");
  const own = readdirSync(packages).find((each) => each.startsWith("node-"));
  if (own === undefined) throw new Error(`${packages} holds no Node.`);
  return execFileSync(join(packages, own, "bin/node"), [script, ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
