import { type CsvRow, defineElement, type Element } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import type { ReportedEstimate, ReportedResult } from "../../source.js";
import { rowsInWords } from "../../words/rows-in-words.js";
import { truthOf } from "../../words/truth-of.js";
import { estimateGrids } from "./estimate-grids.js";

export const estimates: Element<ReportedResult> = defineElement({
  name: "estimates",
  title: "Estimates",
  view: (result: ReportedResult) => (result.estimates.length === 0 ? null : result),
  summary: ({ estimates }) => rowsInWords(estimates),
  body: estimateGrids,
  derived: ({ estimates }) => [estimates.filter(({ day }) => day === null).length],
  csv: {
    columns: [
      ...["row", "policy", "estimator", "parameters", "reward", "estimand", "feed", "day"],
      ...["value", "se", "lower", "upper", "n", "clusters", "buckets", "skipped", "truth"],
      ...["verdict", "code", "message", "warnings"],
    ],
    optional: ["truth"],
    rows: (result) =>
      result.estimates.map((row) => ({
        ...csvRow(row),
        truth: truthOf(row, result.truth) ?? null,
      })),
  },
});

function csvRow(row: ReportedEstimate): CsvRow {
  const who = { row: "estimate", ...keyCells(row) };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, se, n, clusters, buckets, skipped } = row;
  const [lower, upper] = row.interval;
  const warnings = row.warnings.join(" ");
  return { ...who, value, se, lower, upper, n, clusters, buckets, skipped, warnings };
}
