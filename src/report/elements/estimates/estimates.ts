import type { EstimateRow } from "../../../evaluate/conclude/result.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import type { ReportedResult, Truth } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { estimateGrid } from "./estimate-grid.js";
import { describeEstimates, type EstimatesView } from "./estimate-view.js";
import { truthOf } from "./truth.js";

interface View {
  /** Over all days, by question. */
  readonly groups: readonly EstimatesView[];
  /** "95 % interval" */
  readonly interval: string;
  /** Those of single days too. */
  readonly rows: readonly EstimateRow[];
  readonly truths: readonly Truth[] | undefined;
}

/** The estimates, a table for each question. */
export const estimates: Element<ReportedResult> = defineElement({
  name: "estimates",
  title: "Estimates",
  view: (result): View | null => {
    const { estimates: rows, truth: truths, confidence } = result;
    if (rows.length === 0) return null;
    const groups = describeEstimates(rows, truths);
    return { groups, interval: intervalName(confidence), rows, truths };
  },
  body: ({ groups, interval }) => groups.map((group) => estimateGrid(group, interval)),
  csv: {
    columns: [
      ...["row", "policy", "estimator", "parameters", "reward", "estimand", "feed", "day"],
      ...["value", "se", "lo", "hi", "n", "clusters", "buckets", "skipped", "truth"],
      ...["verdict", "code", "message", "warnings"],
    ],
    optional: ["truth"],
    rows: ({ rows, truths }) =>
      rows.map((row) => ({ ...csvRow(row), truth: truthOf(row, truths) ?? null })),
  },
});

function csvRow(row: EstimateRow): CsvRow {
  const who = { row: "estimate", ...keyCells(row) };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, se, n, clusters, buckets, skipped } = row;
  const [lo, hi] = row.interval;
  const warnings = row.warnings.join(" ");
  return { ...who, value, se, lo, hi, n, clusters, buckets, skipped, warnings };
}
