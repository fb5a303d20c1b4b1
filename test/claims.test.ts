import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { casesOf, filesOf, gapOf, readClaims, testsOf } from "../bench/claims/claim.js";
import { fixedResults, fixedStudies } from "../bench/claims/fixed.js";
import { pageOf } from "../bench/claims/page.js";
import { readData } from "../bench/data-file.js";
import { asked } from "../bench/estimator-coverage/study.js";
import { readLevels } from "../bench/levels/rows.js";
import { summaryOfLevels } from "../bench/levels/summary.js";
import { estimators } from "../src/estimators/index.js";
import { intervals } from "../src/inference/intervals/index.js";
import { inTurn } from "./fixture/property.js";

const claims = readClaims();
const textOf = (path: string): string => readFileSync(path, "utf8");
const again = "npm run claims writes it anew";

const declares = /^(\s*)(?:it|test|describe|inShare)\b/;

/** How the test of a name and the groups around it are declared: "it.runIf(isThorough)("; absent where none is. */
function declarationOf(text: string, name: string): string | undefined {
  const quoted = JSON.stringify(name);
  const at = text.indexOf(quoted.endsWith('*"') ? quoted.slice(0, -2) : quoted);
  if (at < 0) return undefined;
  const lines = text.slice(0, at).split("\n");
  const own = lines.findLastIndex((line) => declares.test(line));
  if (own < 0) return undefined;
  let indent = indentOf(lines[own] ?? "");
  const around = lines.slice(0, own).filter((line) => declares.test(line));
  const groups = around.toReversed().filter((line) => {
    const isAround = indentOf(line) < indent;
    if (isAround) indent = indentOf(line);
    return isAround;
  });
  return [...groups, ...lines.slice(own)].map((line) => line.trim()).join(" ");
}

const indentOf = (line: string): number => declares.exec(line)?.[1]?.length ?? 0;

/** Members that combine others, which the claim of formulas names. */
const without = ["best", "weighted"].map((name) => `src/estimators/${name}/${name}.test.ts`);

describe("docs/claims.yaml", () => {
  it.each(claims.map((claim) => [claim.claim, claim] as const))("%s", (_, claim) => {
    for (const [pattern, name] of testsOf(claim)) {
      for (const file of filesOf(pattern).filter((each) => !without.includes(each))) {
        const declared = declarationOf(textOf(file), name);
        expect(declared, `${file} has no test "${name}"`).toBeDefined();
        expect(declared).not.toMatch(/\.(skip|todo|only|fails)\b/);
        if (claim.runs === undefined) expect(declared).not.toMatch(/\.(skipIf|runIf)\b|inShare/);
      }
    }
    expect(gapOf(claim)).toMatch(/\d/);
    if (claim.vectors === undefined) return;
    for (const { case: each, largestGap, tolerance } of casesOf(claim))
      expect(Number(largestGap), each).toBeLessThanOrEqual(Number(tolerance));
    for (const prefix of claim.vectors)
      expect(casesOf({ ...claim, vectors: [prefix] }), prefix).not.toEqual([]);
  });

  it("has the golden questions put to every engine that a claim names", () => {
    for (const name of ["clickhouse", "postgresql", "sail", "spark"])
      expect(textOf(`test/engines/${name}.test.ts`)).toMatch(`\nengineSuite(${name}, `);
  });

  it("has the tests of every member where a file is of each", () => {
    const files = filesOf("src/estimators/*/*.test.ts");
    expect(files).toHaveLength(estimators.length);
    expect(files).toEqual(expect.arrayContaining(without));
    expect(declarationOf('it("agrees by ranks", f)', "agrees*")).toBe("it(");
  });

  it("is told of a test that is not there, or is skipped", () => {
    const text = `it("a", f);
it.skip("b", f);
describe.skipIf(x)(title, () => {
  it("c", f);
  it.runIf(y)(
    "d",`;
    expect(declarationOf(text, "e")).toBeUndefined();
    expect(["a", "b", "c", "d"].map((name) => declarationOf(text, name)?.trim())).toEqual([
      "it(",
      "it.skip(",
      "describe.skipIf(x)(title, () => { it(",
      "describe.skipIf(x)(title, () => { it.runIf(y)(",
    ]);
  });
});

describe("docs/how-we-know.md", () => {
  it("is what the claims and the data of the studies say", () => {
    const page = pageOf(claims, readLevels(), readData("verdict-study"));
    expect(textOf("docs/how-we-know.md") === page, again).toBe(true);
    const { methods, estimators } = summaryOfLevels(readLevels());
    expect(textOf("docs/pictures/coverage-methods.svg") === methods, again).toBe(true);
    expect(textOf("docs/pictures/coverage-estimators.svg") === estimators, again).toBe(true);
  });

  it("counts every comparison of coverage at all levels, and says which a table leaves out", () => {
    const levels = readLevels();
    const [, counts = ""] =
      /Within it: (.*)\. Differences,/.exec(textOf("docs/how-we-know.md")) ?? [];
    const counted = [...counts.matchAll(/(\d+) of (\d+)/g)].map(([, within, of]) => [within, of]);
    const due = [
      levels.filter((row) => row.family === "methods" && row.method !== "confidenceSequence"),
      levels.filter((row) => row.predictions === "given" && row.family !== "whole lists"),
      levels.filter(({ family }) => family === "whole lists"),
      levels.filter(({ predictions }) => predictions === "fitted" || predictions === "trust"),
    ].map((own) => [own.filter(({ leavesBand }) => leavesBand === "no"), own]);
    expect(counted).toEqual(due.map((each) => each.map(({ length }) => String(length))));
    expect(
      textOf("docs/coverage.md").includes(summaryOfLevels(levels).table),
      "study:coverage -- --no-run",
    ).toBe(true);
    const perImpression = levels.filter(({ estimand }) => estimand === "perImpression");
    expect(textOf("docs/coverage.md")).toContain(
      `Of ${perImpression.length} comparisons per impression`,
    );
  });

  it("has coverage of every method of intervals, and of every estimator that is asked for", () => {
    const levels = readLevels();
    const methods = new Set(
      levels.filter(({ family }) => family === "methods").map(({ method }) => method),
    );
    expect([...methods].sort()).toEqual(intervals.map(({ name }) => name).sort());
    const measured = new Set(levels.map(({ estimator = "" }) => estimator.split("(")[0]));
    const names = asked.map((each) => (typeof each === "string" ? each : keyOf(each)));
    expect(names.filter((name) => !measured.has(name))).toEqual([]);
  });

  it("rests on studies whose fixed logs have the same numbers", { timeout: 120_000 }, async () => {
    const studies = inTurn(fixedStudies, 3);
    const kept = readData("fixed-seeds").filter(({ study }) =>
      studies.some((each) => each === study),
    );
    const found = await fixedResults(studies);
    const why = "run the studies again (bench/README.md), then npm run claims -- --measure";
    expect(
      found.map(({ study, of }) => `${study}: ${of}`),
      why,
    ).toEqual(kept.map(({ study, of }) => `${study}: ${of}`));
    const away = found.filter(({ numbers = "" }, at) => !isSame(numbers, kept[at]?.numbers ?? ""));
    expect(away, why).toEqual([]);
  });
});

const keyOf = (each: unknown): string => Object.keys(each as object)[0] ?? "";

function isSame(found: string, kept: string): boolean {
  const [a, b] = [found, kept].map((text) => text.split(" ").map(Number));
  return (
    a?.length === b?.length &&
    (a ?? []).every(
      (each, at) => Math.abs(each - (b?.[at] ?? Number.NaN)) <= 1e-12 * (1 + Math.abs(each)),
    )
  );
}
