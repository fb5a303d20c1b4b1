import { decimalsFor, showSigned } from "../../../numeric/index.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { type Grid, numeric, type Row, texts } from "../../formats/grid.js";
import { showSignedInterval } from "../../words/interval.js";
import { describeQuestion } from "../../words/question.js";
import type { DaysView, DifferencesView, DifferenceView } from "./difference-view.js";

/** The paired differences of one question around zero. */
export function differenceGrid(view: DifferencesView, interval: string): Grid {
  const { baseline, question, rows, family, mixed, by } = view;
  const ends = rows.flatMap(({ row }) => ("none" in row ? [] : [row.adjusted.interval]));
  const scale = linearScale(rangeAround(0, ends), STRIP_RANGE);
  const what = `${by === "" ? "intervals and p" : "p"}${mixed ? " of rows that decide" : ""}`;
  const adjusted = family === null ? "" : `, ${what} adjusted for ${family}${by}`;
  return {
    title: "Differences",
    caption: `${describeQuestion(question)}, from ${baseline}${adjusted}`,
    columns: [
      { header: "policy" },
      { header: "estimator", code: true, groups: true },
      { header: "value", numeric: "point" },
      ...numeric(interval),
      { header: "around zero", axis: axisStrip(scale) },
      { header: "p", numeric: true, spare: 1 },
      { header: "lift", numeric: true, spare: 2 },
    ],
    rows: rows.map((each) => rowOf(each, baseline, scale)),
  };
}

function rowOf(view: DifferenceView, baseline: string, scale: Scale): Row {
  const policy = view.decides ? { text: view.policy, note: "decides", mark: "*" } : view.policy;
  if ("none" in view.row) {
    return { cells: [policy, view.estimator], instead: view.row.none.message };
  }
  const { value, interval, adjusted } = view.row;
  const title = `${view.policy} − ${baseline}, ${view.estimator}`;
  const description = `${view.value}, interval ${view.interval}`;
  const strip = { title, description, value, interval, wide: adjusted.interval, rule: 0 };
  return [
    ...[policy, view.estimator, view.value, view.interval],
    ...[{ text: "", picture: intervalStrip(strip, scale) }, view.p, view.lift],
  ];
}

/** The differences that a verdict rests on, day by day. */
export const dayGrid = ({ title, rows }: DaysView, interval: string): Grid => ({
  caption: title,
  isOfPage: true,
  folded: `Day by day: ${rows.length}`,
  columns: [...texts("day"), ...numeric("value", interval)],
  rows: rows.map((row) => {
    const decimals = decimalsFor(row.se, row.value);
    const value = showSigned(row.value, decimals);
    return [row.day ?? "", value, showSignedInterval(row.interval, decimals)];
  }),
});
