import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { checks } from "../checks/index.js";
import { diagnostics } from "../diagnostics/index.js";
import { estimators } from "../estimators/index.js";
import { curves } from "../exposure/index.js";
import { adjustments } from "../inference/adjustments/index.js";
import { intervals } from "../inference/intervals/index.js";
import { roles } from "../log/roles/index.js";
import { glossary } from "./glossary.js";
import { explained, pageOf } from "./pages.js";
import { studyPaths } from "./study-keys.js";

const explain = (...words: readonly string[]) => runCommand(["explain", ...words]);

it("prints the page of every check and diagnostic, within the terminal's width", async () => {
  for (const { code } of [...checks, ...diagnostics]) {
    const page = await pageOf(code);
    expect(page?.split("\n")[0], code).toBe(`# ${code}`);
    const { stdout, code: ended } = await explain(code);
    expect(ended).toBe(0);
    const written = stdout.split("\n").filter((line) => !/^ {4}/.test(line));
    // The hat of p̂ takes no column of its own.
    const widths = written.map((line) => line.replace(/\p{M}/gu, "").length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(100);
    expect(written.join("\n")).not.toMatch(/\*\*|`|\\\|/);
  }
});

it("lists all that there is where no word is given", async () => {
  const { stdout } = await explain();
  for (const { code, title } of checks)
    expect(stdout.replace(/\s+/g, " ")).toContain(` ${code} ${title} `);
  for (const { name } of [...estimators, ...curves, ...intervals, ...adjustments])
    expect(stdout).toContain(`  ${name} `);
  for (const word of Object.keys(glossary)) expect(stdout.replace(/\s+/g, " ")).toContain(word);
});

it("prints the page of a member, and what a word means", async () => {
  for (const { name } of [...estimators, ...curves, ...intervals, ...adjustments]) {
    expect((await pageOf(name))?.split("\n")[0]).toBe(`# ${name}`);
  }
  expect((await explain("dcg")).stdout).toContain("d = p, or 1/log2(r+1)");
  expect((await explain("qhat")).stdout).toMatch(/the estimated chance of the\s+reward/);
  expect((await explain("target", "rank")).stdout).toContain("(Word)");
});

it("answers every word that a first result or a study puts before its reader", async () => {
  for (const word of ["better", "worse", "cannotTell", "doNotTrust", "check", "threat"]) {
    expect(await explain(word), word).toMatchObject({ code: 0 });
  }
  expect((await explain("cannot", "tell")).stdout).toContain("the interval contains 0");
  for (const { name, parameters } of [...estimators, ...curves]) {
    for (const { name: word } of parameters) {
      expect(await explain(word), `${word} of ${name}`).toMatchObject({ code: 0 });
    }
  }
  for (const role of roles) {
    expect((await pageOf(role.name))?.split("\n")[0]).toBe(`# ${role.name}`);
  }
  expect((await explain("shows")).stdout).toContain("policies.<name>.shows");
  expect((await explain("rho")).stdout).toContain("(Parameter of yuleSimon)");
  expect((await explain("clipRatio")).stdout).toContain("(Parameter of dcg, ips)");
});

it("prints all that a word stands for, the plain word first", async () => {
  for (const word of ["curve", "fold", "trajectory", "day", "score", "censored"]) {
    const { stdout } = await explain(word);
    const meaning = glossary[word];
    if (meaning !== undefined) {
      expect(stdout.replace(/\s+/g, " "), word).toMatch(`${word} ${meaning.slice(0, 40)}`);
      expect(stdout, word).toContain("(Word)");
    }
  }
  expect((await explain("curve")).stdout).toMatch(/\(Word\)\n\ncurve \(Verdicts, [\s\S]*p̂_1 = 1/);
  expect((await explain("rank")).stdout).toMatch(/^rank \(Column of a log\)[\s\S]*^targetRank \(/m);
});

it("answers every key of docs/study.md, with its path and without", async () => {
  const tables = readFileSync("docs/study.md", "utf8").matchAll(/^\| key \|[\s\S]*?\n\n/gm);
  const cells = [...tables].flatMap(([table]) => [...table.matchAll(/^\| (`[^|]*) \|/gm)]);
  const keys = cells.flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key),
  );
  expect(keys.length).toBeGreaterThan(80);
  for (const key of [...keys, "level"]) expect(await explain(key), key).toMatchObject({ code: 0 });
  for (const path of studyPaths) expect(await explain(path), path).toMatchObject({ code: 0 });
  const given = await explain("log.rewards.like.unlogged");
  expect(given).toEqual(await explain("unlogged"));
  expect(given.stdout).toContain("(Key of a study: log.rewards.<name>.unlogged)");
  expect(await explain("log.listLength")).toEqual(await explain("listLength"));
  expect(await explain("log.unlogged")).toMatchObject({ code: 1 });
});

it("lists a study's columns on a line each, and codes at the end", async () => {
  const { stdout } = await explain();
  expect(stdout).toMatch(/^ {2}day +the day$/m);
  expect(stdout).toMatch(/^ {2}shows +a column with/m);
  expect(stdout.indexOf("rankInvalid")).toBeGreaterThan(stdout.indexOf("\nCodes of reasons"));
});

it("prints each item of a list on a line of its own, and no sign of Markdown", async () => {
  for (const { word } of explained) {
    const { stdout } = await explain(word);
    const written = stdout.split("\n").filter((line) => !/^ {4}/.test(line));
    // A star may end a symbol (δ*) or stand alone (select *).
    expect(written.filter((line) => /\*\*|`|(?<![\p{L}\p{M}])\*\p{L}/u.test(line))).toEqual([]);
  }
  expect((await explain("dcg")).stdout).toMatch(/^Traps\.\n- Per impression .*\n {2}\w/m);
  expect((await explain("robots")).stdout.match(/^- /gm)).toHaveLength(3);
});

it("takes a code as reports write it, in words", async () => {
  const words = await explain("list", "length", "unknown");
  expect(words).toEqual(await explain("listLengthUnknown"));
  expect(words.stdout).toContain("listLengthUnknown");
});

it("says what a code without a page means, whatever its case", async () => {
  const { stdout, code } = await explain("rankinvalid");
  expect([code, stdout]).toEqual([
    0,
    "rankInvalid\n\nA displayed rank is NULL, not whole or below 1.\n\n(Columns, sources and rows of the log)\n",
  ]);
});

it("answers a misspelt code with the one that was meant", async () => {
  const { code, stderr } = await explain("suport");
  expect([code, stderr]).toEqual([1, expect.stringContaining('Did you mean "support"?')]);
});

it("finds its pages in the built package", async () => {
  const to = mkdtempSync(join(tmpdir(), "hindcast-pages-"));
  execFileSync(process.execPath, ["scripts/copy-pages.mjs", to]);
  const from = pathToFileURL(`${to}/`);
  for (const { word } of explained) expect(await pageOf(word, from), word).toBe(await pageOf(word));
  const all = readdirSync(to, { recursive: true, encoding: "utf8" });
  expect(all.filter((path) => /\.ts$|README/.test(path))).toEqual([]);
  rmSync(to, { recursive: true });
});
