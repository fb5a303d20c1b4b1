import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = ["docs/security.md", "SECURITY.md"];

/** The tests that a page names, from the root of the repository. */
async function testsIn(page: string): Promise<readonly string[]> {
  const text = await readFile(`${root}${page}`, "utf8");
  return [...text.matchAll(/`([\w/-]+\.test\.ts)`/g)].map(([, name = ""]) =>
    name.includes("/") ? name : `test/hostile/${name}`,
  );
}

it.each(pages)("each test that %s names exists", async (page) => {
  const named = await testsIn(page);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !existsSync(`${root}${name}`))).toEqual([]);
});

it("no row of the table lacks a test", async () => {
  const text = await readFile(`${root}docs/security.md`, "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => !/\.test\.ts` \|$/.test(row))).toEqual([]);
});
