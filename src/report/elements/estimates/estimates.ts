import type { EstimateRow } from "../../../evaluate/conclude/result.js";
import { type CsvRow, defineElement, type Element, type TextStyle } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import { html } from "../../formats/html/markup.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { drawColumns, type Instead, onlyChanges } from "../../formats/text/columns.js";
import type { ReportedResult, Truth } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { spaced } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";
import { estimateTable } from "./estimate-table.js";
import { describeEstimates, type EstimatesView, type EstimateView } from "./estimate-view.js";
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
  html: ({ groups, interval }) =>
    groups.length === 0 ? null : html`${groups.map((group) => estimateTable(group, interval))}`,
  text: ({ groups, interval }, style) =>
    groups.map((group) => ({ lines: textLines(group, interval, style) })),
  markdown: ({ groups, interval }) => groups.map((group) => markdownBlock(group, interval)),
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

function textLines(
  { question, rows }: EstimatesView,
  interval: string,
  { width, paint }: TextStyle,
): readonly string[] {
  const column = (cell: (row: EstimateView) => string): readonly string[] => rows.map(cell);
  const columns = [
    { header: "estimator", align: "left", cells: onlyChanges(column((row) => row.estimator)) },
    { header: "policy", align: "left", cells: column(markedPolicy) },
    { header: "value", align: "point", cells: column((row) => row.value) },
    { header: interval, align: "right", cells: column((row) => row.interval) },
    { header: "truth", align: "point", cells: column((row) => row.truth ?? "") },
    { header: "in?", align: "left", cells: column(holdsWord) },
    { header: "skipped", align: "right", cells: column((row) => row.skipped ?? ""), spare: 1 },
    { header: "trajectories", align: "right", cells: column((row) => row.n), spare: 2 },
  ] as const;
  return [
    `${paint("bold", "Estimates:")} ${paint("bold", describeQuestion(question))}`,
    ...drawColumns(columns, rows.map(insteadOf), width, paint),
  ];
}

const markedPolicy = ({ policy, warnings }: EstimateView): string =>
  warnings.length === 0 ? policy : `${policy} !`;

function holdsWord({ holdsTruth }: EstimateView): string {
  if (holdsTruth === null) return "";
  return holdsTruth ? "yes" : "NO";
}

const insteadOf = ({ none }: EstimateView): Instead | null =>
  none === null ? null : { from: "value", text: none, style: "dim" };

function markdownBlock({ question, rows }: EstimatesView, interval: string): string {
  const hasTruth = rows.some((row) => row.truth !== null);
  const headers = ["policy", "estimator", "value>", `${interval}>`, "trajectories>", "notes"];
  const cells = rows.map((row) => [
    row.policy,
    row.estimator,
    row.value,
    row.interval,
    row.n,
    row.none ?? row.warnings.map(spaced).join("; "),
    ...(hasTruth ? [row.truth ?? ""] : []),
  ]);
  const table = markdownTable(hasTruth ? [...headers, "truth>"] : headers, cells);
  return `## Estimates: ${markdownText(describeQuestion(question))}\n\n${table}`;
}

function csvRow(row: EstimateRow): CsvRow {
  const who = { row: "estimate", ...keyCells(row) };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, se, n, clusters, buckets, skipped } = row;
  const [lo, hi] = row.interval;
  const warnings = row.warnings.join(" ");
  return { ...who, value, se, lo, hi, n, clusters, buckets, skipped, warnings };
}
