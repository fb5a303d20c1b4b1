import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";

/** One row for each group of worlds: how often a verdict is wrong, by what is true. */
export function summaryOf(rows: readonly DataRow[]): string {
  const groups = grouped(rows, ({ group = "" }) => group);
  return [
    "| group | worlds | logs | better though worse | worse though better | equal, better | equal, worse | not trusted | interval covers |",
    `|---|${"---:|".repeat(8)}`,
    ...[...groups].map(([group, own]) => lineOf(group, own)),
    lineOf("**all**", rows),
  ].join("\n");
}

function lineOf(name: string, rows: readonly DataRow[]): string {
  const by = (sign: number): readonly DataRow[] => rows.filter((row) => signOf(row) === sign);
  const [worse, equal, better] = [by(-1), by(0), by(1)];
  const cells = [
    name,
    String(rows.length),
    logsIn(rows).toLocaleString("en"),
    ofLogs(worse, "better"),
    ofLogs(better, "worse"),
    ofLogs(equal, "better"),
    ofLogs(equal, "worse"),
    percent(countOf(rows, "doNotTrust"), logsIn(rows)),
    coverOf(rows),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** 1 where the candidate is better, −1 where it is worse. */
const signOf = ({ trueLiftPercent, betterIs }: DataRow): number =>
  Math.sign(Number(trueLiftPercent)) * (betterIs === "lower" ? -1 : 1) || 0;

const logsIn = (rows: readonly DataRow[]): number =>
  rows.reduce((sum, { seeds }) => sum + Number(seeds), 0);

/** Logs with a verdict, where a share of its comparisons has it a part of one. */
function countOf(rows: readonly DataRow[], verdict: string): string {
  const count = rows.reduce((sum, row) => sum + Number(row.seeds) * Number(row[verdict]), 0);
  return String(Math.round(count * 10) / 10).replace(/^0\./, ".");
}

const ofLogs = (rows: readonly DataRow[], verdict: string): string =>
  rows.length === 0 ? "–" : `${countOf(rows, verdict)}/${logsIn(rows).toLocaleString("en")}`;

const percent = (count: string, of: number): string =>
  `${((100 * Number(count)) / of).toFixed(0)}%`;

function coverOf(rows: readonly DataRow[]): string {
  const sum = (column: string): number =>
    rows.reduce((all, row) => all + Number(row[column] ?? 0), 0);
  const all = sum("intervals");
  return all === 0 ? "–" : `${sum("covers").toLocaleString("en")}/${all.toLocaleString("en")}`;
}
