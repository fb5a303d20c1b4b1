// Runs `npm ci` where node_modules does not hold what package-lock.json names; otherwise does nothing.
// Plain JavaScript on Node's own modules: it has to run in a fresh clone, before anything is installed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function packagesOf(lock) {
  try {
    return JSON.parse(readFileSync(new URL(`../${lock}`, import.meta.url), "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`${lock} could not be read; delete node_modules and run again.`, {
      cause: error,
    });
  }
}

// npm writes node_modules/.package-lock.json last, so an interrupted installation has none.
function isInstalled() {
  const wanted = packagesOf("package-lock.json");
  const present = packagesOf("node_modules/.package-lock.json");
  if (wanted === undefined) {
    throw new Error(
      "package-lock.json is missing; restore it with `git checkout package-lock.json`.",
    );
  }
  if (present === undefined) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    const found = present[path];
    // Optional packages are builds for one platform: absent is right on the others.
    return found === undefined ? optional === true : found.version === version;
  });
}

function install() {
  const command = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  // npm's own output goes to stderr, so that stdout stays the wrapped command's.
  const options = { cwd: root, stdio: ["ignore", 2, 2] };
  // Under `npm run` this is npm's own script; another package manager sets it to itself.
  const npm = process.env.npm_execpath;
  const { status, error } = npm?.endsWith("npm-cli.js")
    ? spawnSync(process.execPath, [npm, ...command], options)
    : spawnSync("npm", command, { ...options, shell: process.platform === "win32" });
  if (error) throw new Error("npm could not be started; is it on the PATH?", { cause: error });
  return status ?? 1;
}

if (!isInstalled()) {
  console.error("Installing what package-lock.json names (once) …");
  process.exitCode = install();
}
