import type { DifferenceRow } from "../../../evaluate/conclude/result.js";
import { dayChart } from "../../charts/day-chart.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import { html } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { percentsOf } from "../../words/range.js";
import { dayGrid, describeDays, differenceGrids } from "./difference-grids.js";

export const differences: Element<ReportedResult> = defineElement({
  name: "differences",
  title: "Differences",
  view: (result: ReportedResult) => (result.differences.length === 0 ? null : result),
  body: (result) => [
    ...differenceGrids(result),
    ...describeDays(result).flatMap((days) => [
      {
        picture: html`<figure><figcaption>${days.title}</figcaption>${dayChart(days.title, days.rows)}</figure>`,
      },
      dayGrid(days, intervalName(result.confidence)),
    ]),
  ],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["day", "value", "setLow", "setHigh", "se", "lo", "hi", "p", "adjustedP"],
      ...["adjustedLo", "adjustedHi", "lift", "liftLo", "liftHi", "n", "clusters", "buckets"],
      ...["code", "message"],
    ],
    rows: (result) => result.differences.map(csvRow),
  },
  derived: (result) => [
    ...result.differences.flatMap((row) => ("none" in row ? [] : percentsOf(row.lift))),
    ...describeDays(result).map(({ rows }) => rows.length),
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
