import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";
import { type Claim, gapOf, testsOf } from "./claim.js";

const runs: Readonly<Record<NonNullable<Claim["runs"]>, string>> = {
  byTurns: "by turns",
  data: "where the data is",
  browser: "in Chromium",
  engines: "with servers",
  thorough: "in full runs",
};

/** sha256 of a file of docs/data. */
export const hashOf = (name: string): string =>
  createHash("sha256")
    .update(readFileSync(new URL(`../../docs/data/${name}.csv`, import.meta.url)))
    .digest("hex");

/** docs/how-we-know.md. */
export function pageOf(
  claims: readonly Claim[],
  levels: readonly DataRow[],
  worlds: readonly DataRow[],
): string {
  const topics = grouped(claims, ({ topic }) => topic);
  return [
    "# How we know",
    "",
    `${claims.length} promises: the test that holds each, what it was compared with, and the largest gap that was measured. \`npm run claims\` writes this page from [claims.yaml](claims.yaml) and the data of the studies; \`test/claims.test.ts\` fails where a test does not exist or is skipped, or the page is out of date.`,
    "",
    ...[...topics].flatMap(([topic, own]) => [...sectionOf(topic, own), ""]),
    ...levelsOf(levels),
    "",
    ...verdictsOf(worlds),
    "",
    "## Known deviations",
    "",
    ...claims.flatMap(({ deviations = [] }) => deviations.map((each) => `- ${each}.`)),
    "",
    "## What this page rests on",
    "",
    "Each study records the exact results of a few logs by fixed seeds ([data/fixed-seeds.csv](data/fixed-seeds.csv)), and a test computes these again and compares them to 1e-12. That follows what the code does and not how it is written: a change of numbers asks for new measurements, a change of comments does not.",
    "",
    `sha256 of the fixed results: \`${hashOf("fixed-seeds")}\``,
    "",
  ].join("\n");
}

function sectionOf(topic: string, claims: readonly Claim[]): readonly string[] {
  return [
    `## ${topic}`,
    "",
    "| promise | compared with | largest gap | test |",
    "|---|---|---|---|",
    ...claims.map((claim) => {
      const files = new Set(testsOf(claim).map(([file]) => `\`${file}\``));
      const when = claim.runs === undefined ? "" : ` (${runs[claim.runs]})`;
      return `| ${claim.claim} | ${claim.against} | ${gapOf(claim)} | ${[...files].join(", ")}${when} |`;
    }),
  ];
}

function levelsOf(rows: readonly DataRow[]): readonly string[] {
  const within = (own: readonly DataRow[]): string =>
    `${own.filter(({ leavesBand }) => leavesBand === "no").length} of ${own.length}`;
  const methods = rows.filter(
    ({ family, method }) => family === "methods" && method !== "confidenceSequence",
  );
  const views = rows.filter(
    ({ family, predictions }) =>
      family !== "methods" && family !== "whole lists" && predictions === "given",
  );
  const lists = rows.filter(({ family }) => family === "whole lists");
  const others = rows.filter(({ predictions = "" }) => ["fitted", "trust"].includes(predictions));
  return [
    "## Coverage at all levels",
    "",
    `An interval of level L should hold the truth in a share L of logs, for every L. The pictures show coverage less level, per trajectory; the band holds exact intervals at all levels at once in 95 % of studies (Säilynoja, Bürkner and Vehtari 2022). Within it: ${within(methods)} comparisons by interval methods (but for the sequence, which is wider on purpose), ${within(views)} by estimators of views with predictions given, ${within(lists)} by weights of whole lists, which undercover at 200 users, and ${within(others)} where predictions are fitted on the log or views have a trust bias; all but methods per trajectory and per impression. Differences, logs and settings: [coverage.md](coverage.md#all-levels).`,
    "",
    "![Coverage less level for every interval method, at 200 and 2,000 users: lines stay near 0, the confidence sequence lies above.](pictures/coverage-methods.svg)",
    "",
    "![Coverage less level for every family of estimators: most lines stay within the band; whole lists at 200 users fall below it, and what ignores fitted predictions or trust bias lies far below.](pictures/coverage-estimators.svg)",
  ];
}

const kinds: readonly (readonly [name: string, is: (row: DataRow) => boolean])[] = [
  ["clean: every assumption holds", ({ group = "" }) => group.startsWith("clean")],
  ["not testable on one log", ({ group }) => group === "not testable on one log"],
  ["effects over time, neighbours", ({ group = "" }) => /^effects|^neighbours/.test(group)],
  ["all other traps", () => true],
];

function verdictsOf(rows: readonly DataRow[]): readonly string[] {
  const lines = kinds.map(([name, is], at) => {
    const own = rows.filter(
      (row) => is(row) && !kinds.slice(0, at).some(([, other]) => other(row)),
    );
    return `| ${[name, String(own.length), ...countsOf(own)].join(" | ")} |`;
  });
  return [
    "## Verdicts in worlds with a known truth",
    "",
    "| worlds | number | logs | better though worse | worse though better | equal: better, worse | not trusted |",
    "|---|---:|---:|---:|---:|---:|---:|",
    ...lines,
    "",
    "Each world, what was said and what is true: [verdict-study.md](verdict-study.md).",
  ];
}

function countsOf(rows: readonly DataRow[]): readonly string[] {
  const lift = (row: DataRow): number =>
    Math.sign(Number(row.trueLiftPercent)) * (row.betterIs === "lower" ? -1 : 1);
  const [worse, equal, better] = [-1, 0, 1].map((sign) =>
    rows.filter((row) => lift(row) === sign || (sign === 0 && lift(row) === 0)),
  );
  const logs = (own: readonly DataRow[] = []): number =>
    own.reduce((sum, { seeds }) => sum + Number(seeds), 0);
  const said = (own: readonly DataRow[] = [], verdict: string): number =>
    Math.round(own.reduce((sum, row) => sum + Number(row.seeds) * Number(row[verdict]), 0));
  const of = (own: readonly DataRow[] | undefined): string => logs(own).toLocaleString("en");
  return [
    of(rows),
    `${said(worse, "better")} of ${of(worse)}`,
    `${said(better, "worse")} of ${of(better)}`,
    `${said(equal, "better")}, ${said(equal, "worse")} of ${of(equal)}`,
    String(said(rows, "doNotTrust")),
  ];
}
