import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { readData } from "../data-file.js";

/** What is promised, and how it is known: a member of docs/claims.yaml. */
export interface Claim {
  readonly topic: string;
  readonly claim: string;
  /**
   * File and name of the tests that hold it: "test/a.test.ts: finds what is there". `*` in a file stands for each folder
   * there, at the end of a name for any ending.
   */
  readonly test: string | readonly string[];
  /** When the test runs; absent: always. */
  readonly runs?: "byTurns" | "data" | "browser" | "engines" | "thorough";
  /** The independent program, number or world that it was compared with. */
  readonly against: string;
  /** The largest gap that was measured, with its unit; absent where `vectors` has it. */
  readonly gap?: string | number;
  /** The command or file that measures it. */
  readonly measured?: string;
  /** Beginnings of cases of docs/data/vectors.csv. */
  readonly vectors?: readonly string[];
  readonly deviations?: readonly string[];
}

export const readClaims = (): readonly Claim[] =>
  parse(readFileSync(new URL("../../docs/claims.yaml", import.meta.url), "utf8"));

/** Files, as they are written, and names of a claim's tests. */
export function testsOf({ test }: Claim): readonly (readonly [file: string, name: string])[] {
  return [test].flat().map((each) => {
    const at = each.indexOf(": ");
    return [each.slice(0, at), each.slice(at + 2)];
  });
}

/** The files that a file with `*` stands for. */
export function filesOf(file: string): readonly string[] {
  const [folder = ""] = file.split("*");
  if (folder === file) return [file];
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => file.replaceAll("*", name));
}

/** The cases of known answers that a claim rests on. */
export const casesOf = ({ vectors = [] }: Claim): readonly Readonly<Record<string, string>>[] =>
  readData("vectors").filter((row) => vectors.some((name) => row.case?.startsWith(name)));

/** The largest gap, as the page shows it. */
export function gapOf(claim: Claim): string {
  if (claim.gap !== undefined) return String(claim.gap);
  const cases = casesOf(claim);
  const numbers = cases.reduce((sum, row) => sum + Number(row.numbers), 0);
  const largest = Math.max(...cases.map((row) => Number(row.largestGap)));
  return `${largest.toExponential(1)} of 1 + the size, ${numbers} numbers`;
}
