import type { DifferenceRow } from "../../../evaluate/conclude/result.js";
import { dayChart } from "../../charts/day-chart.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import { html } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { percentsOf } from "../../words/range.js";
import { dayGrid, differenceGrid } from "./difference-grids.js";
import {
  type DaysView,
  type DifferencesView,
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
  body: ({ groups, days, interval }) => [
    ...groups.map((group) => differenceGrid(group, interval)),
    ...days.flatMap((each) => [
      {
        picture: html`<figure><figcaption>${each.title}</figcaption>${dayChart(each.title, each.rows)}</figure>`,
      },
      dayGrid(each, interval),
    ]),
  ],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["day", "value", "setLow", "setHigh", "se", "lo", "hi", "p", "adjustedP"],
      ...[
        "adjustedLo",
        "adjustedHi",
        "lift",
        "liftLo",
        "liftHi",
        "n",
        "clusters",
        "buckets",
        "code",
        "message",
      ],
    ],
    rows: ({ rows }) => rows.map(csvRow),
  },
  derived: ({ rows, days }) => [
    ...rows.flatMap((row) => ("none" in row ? [] : percentsOf(row.lift))),
    ...days.map((each) => each.rows.length),
  ],
});

function csvRow(row: DifferenceRow): CsvRow {
  const who = { row: "difference", ...keyCells(row), baseline: row.baseline };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, set = [value, value], se, p, n, clusters, buckets, adjusted } = row;
  const [setLow, setHigh] = set;
  const [lo, hi] = row.interval;
  const [adjustedLo, adjustedHi] = adjusted.interval;
  const numbers = { value, setLow, setHigh, se, lo, hi, p, adjustedP: adjusted.p };
  const lift =
    "none" in row.lift
      ? reasonCells(row.lift.none)
      : { lift: row.lift.value, liftLo: row.lift.interval[0], liftHi: row.lift.interval[1] };
  return { ...who, ...numbers, adjustedLo, adjustedHi, ...lift, n, clusters, buckets };
}
