import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { diagnostics } from "./index.js";

const folderOf = (code: string): string =>
  code.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

it.each(diagnostics)(
  "$code says what it looks for, and has a page that tells its severities",
  (each) => {
    expect(each.purpose).not.toBe("");
    expect(each.assumption).not.toBe("");
    const folder = folderOf(each.code);
    const page = readFileSync(new URL(`./${folder}/${folder}.md`, import.meta.url), "utf8");
    expect(page.startsWith(`# ${each.code}\n`)).toBe(true);
    expect(page).toMatch(/\| `(watch|fail)` \|/);
  },
);

it("has one diagnostic of each code", () => {
  expect(new Set(diagnostics.map(({ code }) => code)).size).toBe(diagnostics.length);
});
