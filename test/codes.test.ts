import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { codesPage } from "../scripts/codes-page.js";
import { glossaryPage } from "../scripts/glossary-page.js";
import { explained, pageOf } from "../src/cli/pages.js";
import { codeSections, isReasonCode } from "../src/codes.js";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "codes.ts")
  .map((name) => readFileSync(join("src", name), "utf8"))
  .join("\n");
const codes = Object.values(codeSections).flatMap((section) => Object.keys(section));

it("every reason code is written in one section only", () => {
  expect(new Set(codes).size).toBe(codes.length);
});

it("every reason code is used by the sources", () => {
  // Keys are refused by role: `${role}Missing`.
  const used = (code: string) =>
    sources.includes(`"${code}"`) || (/Missing$/.test(code) && sources.includes("}Missing`"));
  expect(codes.filter((code) => !used(code))).toEqual([]);
});

it("docs/codes.md lists every reason code (npm run codes)", () => {
  expect(readFileSync("docs/codes.md", "utf8")).toBe(codesPage());
  expect(readFileSync("docs/glossary.md", "utf8")).toBe(glossaryPage());
});

it("a code is one of the list, or begins with own:", () => {
  expect(["rankInvalid", "own:robots"].every(isReasonCode)).toBe(true);
  expect(["rankInvalids", "toString", "", 1, null].some(isReasonCode)).toBe(false);
});

it("hindcast explain has a page for every reason of a verdict, and a sentence for every other code", async () => {
  const pages = await Promise.all(
    Object.keys(codeSections["Verdicts, diagnostics and warnings"] ?? {}).map(
      async (code) => [code, await pageOf(code)] as const,
    ),
  );
  expect(pages.flatMap(([code, page]) => (page === null ? [code] : []))).toEqual([]);
  for (const [code, page] of pages) expect(page).toMatch(new RegExp(`^# ${code}\n`));
  const ofCodes = explained.filter(({ section }) => section in codeSections);
  expect(ofCodes.map(({ word }) => word).sort()).toEqual([...codes].sort());
  for (const { meaning } of ofCodes) expect(meaning).toMatch(/^\S.*[.)]$/);
});
