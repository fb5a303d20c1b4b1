import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

/** The lines of a source that the linter's rule for portable arithmetic reports. */
function reported(lines: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), "hindcast-"));
  try {
    mkdirSync(join(folder, "src"));
    writeFileSync(join(folder, "src/sample.ts"), lines.join("\n"));
    const config = {
      plugins: [resolve("portable-math.grit")],
      linter: { rules: { preset: "none" } },
    };
    writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
    const said = execFileSync(
      process.execPath,
      [
        resolve("node_modules/@biomejs/biome/bin/biome"),
        "lint",
        "src",
        "--reporter=github",
        "--error-on-warnings",
      ],
      { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
    return linesIn(said);
  } catch (error) {
    return linesIn(String((error as { readonly stdout?: unknown }).stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const linesIn = (said: string): readonly number[] =>
  [...said.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line)).sort((a, b) => a - b);

it("the linter refuses arithmetic in which JavaScript engines differ, and no other", () => {
  const refused = [
    "export const a = Math.exp(1);",
    "export const b = Math.log1p;",
    "export const c = (x: number): number => x ** 2;",
    "export const d = (k: number): number => 2 ** k;",
    "export const e = 2 ** 0.5;",
    "export let f = 3; f **= 2;",
    "export const { cos } = Math;",
    'export const g = Math["log"](2);',
    "export const h = [1].map(Math.log10);",
  ];
  const allowed = [
    "export const k = [Math.sqrt(2), Math.abs(1), Math.max(1, 2), Math.PI, Math.SQRT1_2];",
    "export const l = [2 ** 31, 2 ** -52, Number(2n ** 63n)];",
  ];
  expect(reported([...refused, ...allowed])).toEqual(refused.map((_, at) => at + 1));
});
