// Builds what the page of a result runs (src/page/browser): its script, and its worker as base64 of gzip, into the folder that
// `src/page/script-file.ts` reads. Without an argument into the sources, for a checkout, and only where a source is newer.
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "src");

function isNewest(file) {
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(source, { recursive: true, encoding: "utf8" });
  const inputs = [...sources.map((name) => join("src", name)), "package-lock.json"];
  return inputs
    .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith(".test.ts"))
    .every((name) => statSync(join(root, name)).mtimeMs <= made);
}

/** What loads late is engines and drawing, which no page needs. */
const withoutLate = {
  name: "without what loads late",
  setup: (builder) =>
    builder.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    ),
};

async function bundle(name) {
  // Loaded here: this file is run before anything is installed, too.
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`src/page/browser/${name}.ts`],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    minify: true,
    charset: "ascii",
    external: ["node:*"],
    plugins: [withoutLate],
    logLevel: "warning",
  });
  return outputFiles[0].text.trim();
}

/** Writes a file whole, as others may be reading it. */
function put(folder, name, text) {
  const part = join(folder, `${name}.${process.pid}.part`);
  writeFileSync(part, text);
  renameSync(part, join(folder, name));
}

const folder = process.argv[2] ?? join(source, "page/built");
if (process.argv[2] !== undefined || !isNewest(join(folder, "worker.txt"))) {
  const [script, worker] = await Promise.all([bundle("script"), bundle("worker")]);
  mkdirSync(folder, { recursive: true });
  put(folder, "script.js", script);
  put(folder, "worker.txt", gzipSync(worker, { level: 9 }).toString("base64"));
}
