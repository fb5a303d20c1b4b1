import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../.cache/bench/", import.meta.url);

/** Keeps what a study observed, so that its tables can be written again without a run. */
export function keep(name: string, observed: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, folder), JSON.stringify(observed));
}

/** What was kept under a name; undefined where nothing was. */
export function kept(name: string): unknown {
  const file = new URL(`${name}.json`, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
