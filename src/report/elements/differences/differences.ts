import type { Difference } from "../../../evaluate/conclude/result.js";
import { showStatistic } from "../../../numeric/show-number.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { keyCells, reasonCells } from "../../formats/csv/cells.js";
import type { Block } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { ReportedDifference, ReportedResult } from "../../source.js";
import { percentsOf } from "../../words/range.js";
import { rowsInWords } from "../../words/rows-in-words.js";
import { isOfItself } from "../../words/same-policies.js";
import { type DaysView, dayGrids, describeDays, differenceGrids } from "./difference-grids.js";

export const differences: Element<ReportedResult> = defineElement({
  name: "differences",
  title: "Differences",
  view: (result: ReportedResult) => (result.differences.length === 0 ? null : result),
  summary: (result) => rowsInWords(ofOthers(result).differences),
  body: (result, { format }) => [
    ...differenceGrids(format === "html" ? ofOthers(result) : result),
    ...daysOf(describeDays(result), result.confidence),
  ],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["day", "value", "setLower", "setUpper", "se", "lower", "upper", "p", "adjustedP"],
      ...[
        "adjustedLower",
        "adjustedUpper",
        "lift",
        "liftLower",
        "liftUpper",
        "n",
        "clusters",
        "buckets",
      ],
      ...["code", "message"],
    ],
    rows: (result) => result.differences.map(csvRow),
  },
  derived: (result) => [
    ...result.differences.flatMap((row) => ("none" in row ? [] : percentsOf(row.lift))),
    ...describeDays(result).flatMap(({ rows }) => [rows.length, 0]),
    ofOthers(result).differences.filter(({ day }) => day === null).length,
  ],
});

/** With more comparisons than this, days are in tables alone. */
const mostCharts = 40;

const daysOf = (views: readonly DaysView[], confidence: number): readonly Block[] => [
  ...(views.length > mostCharts ? [] : views).map(({ title, countsAsZero, rows }) => ({
    picture: html`<figure><figcaption>${title}${countsAsZero && "; missing views count as 0"}</figcaption>${dayChart(title, rows)}</figure>`,
  })),
  ...dayGrids(views, confidence),
];

/** Without comparisons of a policy with itself under two names. */
const ofOthers = (result: ReportedResult): ReportedResult => ({
  ...result,
  differences: result.differences.filter((row) => !isOfItself(row)),
});

function csvRow(row: ReportedDifference): CsvRow {
  const who = { row: "difference", ...keyCells(row), baseline: row.baseline };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, set = [value, value], se, p, n, clusters, buckets, adjusted } = row;
  const [setLower, setUpper] = set;
  const [lower, upper] = row.interval;
  const [adjustedLower, adjustedUpper] = adjusted.interval;
  const numbers = { value, setLower, setUpper, se, lower, upper, p, adjustedP: adjusted.p };
  const lift =
    "none" in row.lift
      ? reasonCells(row.lift.none)
      : { lift: row.lift.value, liftLower: row.lift.interval[0], liftUpper: row.lift.interval[1] };
  return { ...who, ...numbers, adjustedLower, adjustedUpper, ...lift, n, clusters, buckets };
}

const WIDTH = 640;
const HEIGHT = 150;
const LEFT = 64;
const BOTTOM = 24;

function dayChart(title: string, rows: readonly Difference[]): Markup {
  const days = rows.filter(({ value, interval }) => [value, ...interval].every(Number.isFinite));
  const x = linearScale([-0.5, days.length - 0.5], [LEFT, WIDTH]);
  const range = rangeAround(
    0,
    days.map((row) => row.interval),
  );
  const y = linearScale(range, [HEIGHT - BOTTOM, 6]);
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  return html`<svg class="days" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}</title><desc>One point a day from ${first} to ${last}, each with its interval; the line is zero.</desc>${y.ticks.map((tick) => grid(tick, y))}${days.map((row, at) => day(row, x.at(at), y))}<text class="start" x="${LEFT}" y="${HEIGHT - 6}">${first}</text><text class="end" x="${WIDTH}" y="${HEIGHT - 6}">${last}</text></svg>`;
}

function grid(tick: number, y: Scale): Markup {
  const kind = tick === 0 ? "rule" : "grid";
  const at = y.at(tick);
  return html`<line class="${kind}" x1="${LEFT}" x2="${WIDTH}" y1="${at}" y2="${at}"/><text class="end" x="${LEFT - 8}" y="${at + 4}">${showStatistic(tick)}</text>`;
}

function day({ value, interval: [lower, upper] }: Difference, x: number, y: Scale): Markup {
  const inside = (end: number): number => y.at(Math.min(Math.max(end, y.low), y.high));
  const isShown = value >= y.low && value <= y.high;
  return html`<line class="thick" x1="${x}" x2="${x}" y1="${inside(lower)}" y2="${inside(upper)}"/>${isShown ? html`<circle class="mark" cx="${x}" cy="${y.at(value)}" r="3.5"/>` : null}`;
}
