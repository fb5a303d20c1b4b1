import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { build } from "esbuild";

// One file for all that an entry point always loads, in place of hundreds: reading these took longer than a
// small study. Dependencies stay packages of their own, and what loads late stays in files of its own.

const { exports, bin } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: { readonly hindcast: string };
};
/** What threads load: a file of its own, one folder below dist as chunks are. */
const threads = ["dist/recommenders/thread-file.js", "dist/simulator/thread-file.js"];
const entries = [
  bin.hindcast,
  ...threads,
  ...Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.default])),
];

await build({
  entryPoints: entries.map((path) => path.replace(/^(\.\/)?dist\/(.*)\.js$/, "src/$2.ts")),
  outdir: "dist",
  outbase: "src",
  // Pages of codes are looked for from one folder below dist.
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: "warning",
});

execFileSync(process.execPath, ["scripts/page-script.mjs", "dist/page/built"], {
  stdio: "inherit",
});
