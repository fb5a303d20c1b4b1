import type { DifferenceRow } from "../../../evaluate/conclude/result.js";
import { type CsvRow, defineElement, type Element, type TextStyle } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import { html } from "../../formats/html/markup.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { drawColumns, onlyChanges } from "../../formats/text/columns.js";
import type { ReportedResult } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { describeQuestion } from "../../words/question.js";
import { dayFigure, differenceTable } from "./difference-table.js";
import {
  type DaysView,
  type DifferencesView,
  type DifferenceView,
  describeDays,
  describeDifferences,
} from "./difference-view.js";

interface View {
  /** Over all days, by baseline and question. */
  readonly groups: readonly DifferencesView[];
  readonly days: readonly DaysView[];
  /** "95 % interval" */
  readonly interval: string;
  /** Those of single days too. */
  readonly rows: readonly DifferenceRow[];
}

/** The paired differences from the baseline, adjusted for their family. */
export const differences: Element<ReportedResult> = defineElement({
  name: "differences",
  title: "Differences",
  view: (result): View | null => {
    const { differences: rows, confidence } = result;
    if (rows.length === 0) return null;
    const [groups, days] = [describeDifferences(result), describeDays(result)];
    return { groups, days, interval: intervalName(confidence), rows };
  },
  html: ({ groups, days, interval }) =>
    groups.length === 0
      ? null
      : html`${groups.map((group) => differenceTable(group, interval))}
${days.map((each) => dayFigure(each, interval))}`,
  text: ({ groups, interval }, style) =>
    groups.map((group) => ({ lines: textLines(group, interval, style) })),
  markdown: ({ groups, interval }) => groups.map((group) => markdownBlock(group, interval)),
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...[
        "day",
        "value",
        "setLow",
        "setHigh",
        "se",
        "lo",
        "hi",
        "p",
        "adjustedP",
        "adjustedLo",
        "adjustedHi",
      ],
      ...["lift", "liftLo", "liftHi", "n", "clusters", "buckets", "code", "message"],
    ],
    rows: ({ rows }) => rows.map(csvRow),
  },
  derived: ({ rows, days }) => [
    ...rows.flatMap((row) => ("none" in row || "none" in row.lift ? [] : percents(row.lift))),
    ...days.map((each) => each.rows.length),
  ],
});

function percents({
  value,
  set = [value, value],
  interval,
}: Extract<Lift, { readonly value: number }>) {
  return [value, ...set, ...interval].map((proportion) => 100 * proportion);
}

function textLines(
  { baseline, question, rows, family, mixed, by }: DifferencesView,
  interval: string,
  { width, paint }: TextStyle,
): readonly string[] {
  const column = (cell: (row: DifferenceView) => string): readonly string[] => rows.map(cell);
  const columns = [
    { header: "estimator", align: "left", cells: onlyChanges(column((row) => row.estimator)) },
    { header: "policy", align: "left", cells: column(markedPolicy) },
    { header: "value", align: "point", cells: column((row) => row.value) },
    { header: interval, align: "right", cells: column((row) => row.interval) },
    { header: "p", align: "right", cells: column((row) => row.p), spare: 1 },
    { header: "lift", align: "right", cells: column((row) => row.lift), spare: 2 },
  ] as const;
  const instead = rows.map(({ none }) =>
    none === null ? null : ({ from: "value", text: none, style: "dim" } as const),
  );
  const adjusted =
    family !== null
      ? paint("dim", ` (${mixed ? "rows with * " : ""}adjusted for ${family}${by})`)
      : "";
  const title = paint("bold", `${describeQuestion(question)}, from ${baseline}`);
  return [
    `${paint("bold", "Differences:")} ${title}${adjusted}`,
    ...drawColumns(columns, instead, width, paint),
  ];
}

const markedPolicy = ({ policy, decides }: DifferenceView): string =>
  decides ? `${policy} *` : policy;

function markdownBlock(
  { baseline, question, rows, family, mixed, by }: DifferencesView,
  interval: string,
): string {
  const adjusted =
    family !== null ? ` (${mixed ? "rows that decide are " : ""}adjusted for ${family}${by})` : "";
  const headers = ["policy", "estimator", "value>", `${interval}>`, "p>", "lift>", "notes"];
  const cells = rows.map((row) => [
    row.policy,
    row.estimator,
    row.value,
    row.interval,
    row.p,
    row.lift,
    row.none ?? (row.decides ? "decides" : ""),
  ]);
  const title = markdownText(`${describeQuestion(question)}, from ${baseline}`);
  return `## Differences: ${title}${adjusted}\n\n${markdownTable(headers, cells)}`;
}

function csvRow(row: DifferenceRow): CsvRow {
  const who = { row: "difference", ...keyCells(row), baseline: row.baseline };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, set = [value, value], se, p, n, clusters, buckets, adjusted } = row;
  const [setLow, setHigh] = set;
  const [lo, hi] = row.interval;
  const [adjustedLo, adjustedHi] = adjusted.interval;
  const numbers = {
    value,
    setLow,
    setHigh,
    se,
    lo,
    hi,
    p,
    adjustedP: adjusted.p,
    adjustedLo,
    adjustedHi,
  };
  return { ...who, ...numbers, ...liftCells(row.lift), n, clusters, buckets };
}

type Lift = Extract<DifferenceRow, { readonly lift: unknown }>["lift"];

function liftCells(lift: Lift): CsvRow {
  if ("none" in lift) return reasonCells(lift.none);
  return { lift: lift.value, liftLo: lift.interval[0], liftHi: lift.interval[1] };
}
