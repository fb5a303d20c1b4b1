// Bundles the command line into one file for the Python package, with the pages that it reads. Database clients are not
// in it: Python's own connection runs the statements.

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = process.argv[2] ?? join(root, "python/src/hindcast_ope/_node");
const clients =
  /^(@duckdb\/node-api|@clickhouse\/client|pg|@connectrpc\/.*|@bufbuild\/protobuf(\/.*)?)$/;

/** What throws where it is first used. */
const withoutClients = {
  name: "without clients of databases",
  setup(builder) {
    builder.onResolve({ filter: clients }, ({ path }) => ({ path, namespace: "absent" }));
    builder.onLoad({ filter: /./, namespace: "absent" }, ({ path }) => ({
      contents: `throw new Error("${path} is not in the Python package: give it a connection, and the dialect of its SQL.");`,
      loader: "js",
    }));
  },
};

execFileSync(process.execPath, [join(root, "scripts/ensure-installed.mjs")], { stdio: "inherit" });
// Loaded here: in a fresh clone it is not there before.
const { build } = await import("esbuild");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/main.ts"],
  outfile: join(folder, "cli/main.js"),
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minify: true,
  keepNames: true,
  legalComments: "none",
  charset: "utf8",
  external: ["canvas"],
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  plugins: [withoutClients],
  logOverride: { "import-is-undefined": "silent" },
  logLevel: "warning",
});
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
for (const [script, into] of [
  ["scripts/copy-pages.mjs", folder],
  ["scripts/page-script.mjs", join(folder, "page/built")],
]) {
  execFileSync(process.execPath, [join(root, script), into], { cwd: root, stdio: "inherit" });
}
