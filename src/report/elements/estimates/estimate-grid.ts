import { observedReward } from "../../../estimators/index.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { type Cell, type Grid, numeric, type Row } from "../../formats/grid.js";
import { spaced } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";
import type { EstimatesView, EstimateView } from "./estimate-view.js";

/** The estimates of one question, each row with its interval on a common scale. */
export function estimateGrid({ question, rows }: EstimatesView, interval: string): Grid {
  const rule = loggedMean(rows);
  const scale = linearScale(rangeAround(rule ?? middle(rows), intervalsOf(rows)), STRIP_RANGE);
  const signs = [
    ...(rule === undefined ? [] : ["dashed: the logged mean"]),
    ...(rows.some(({ truth }) => truth !== null) ? ["diamond: the truth"] : []),
  ];
  return {
    title: "Estimates",
    caption: describeQuestion(question),
    columns: [
      { header: "policy" },
      { header: "estimator", code: true, groups: true },
      { header: "value", numeric: "point" },
      ...numeric(interval),
      { header: signs.join("; "), axis: axisStrip(scale) },
      { header: "truth", numeric: "point" },
      { header: "skipped", numeric: true, spare: 1 },
      { header: "trajectories", numeric: true, spare: 2 },
    ],
    rows: rows.map((view) => rowOf(view, scale, rule)),
  };
}

function rowOf(view: EstimateView, scale: Scale, rule: number | undefined): Row {
  const policy = warned(view);
  if ("none" in view.row) {
    return { cells: [policy, view.estimator], instead: view.row.none.message };
  }
  const { value, interval } = view.row;
  const strip = {
    title: `${view.policy}, ${view.estimator}`,
    description: `${view.value}, interval ${view.interval}`,
    ...{ value, interval, truth: view.truthValue, rule },
  };
  const truth = view.truth ?? "";
  return [
    ...[policy, view.estimator, view.value, view.interval],
    { text: "", picture: intervalStrip(strip, scale) },
    view.holdsTruth === false ? { text: `${truth} (outside)`, tone: "fail" } : truth,
    ...[view.skipped ?? "", view.n],
  ];
}

const warned = ({ policy, warnings }: EstimateView): Cell =>
  warnings.length === 0
    ? policy
    : { text: policy, note: warnings.map(spaced).join("; "), mark: "!" };

function loggedMean(rows: readonly EstimateView[]): number | undefined {
  const found = rows.find(
    ({ row: { policy, estimator } }) => policy === "logged" && estimator === observedReward.name,
  );
  if (found === undefined || "none" in found.row) return undefined;
  return Number.isFinite(found.row.value) ? found.row.value : undefined;
}

function middle(rows: readonly EstimateView[]): number {
  const values = rows.flatMap((view) => ("none" in view.row ? [] : [view.row.value]));
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const intervalsOf = (rows: readonly EstimateView[]): readonly (readonly [number, number])[] =>
  rows.flatMap((view) => ("none" in view.row ? [] : [view.row.interval]));
