import { observedReward } from "../../../estimators/index.js";
import { label } from "../../../evaluate/ask/label.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showCount, showNumber } from "../../../numeric/show-number.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { type Cell, type Grid, numeric, type Row } from "../../formats/grid.js";
import type { ReportedEstimate, ReportedResult, Truth } from "../../source.js";
import { intervalName, showInterval } from "../../words/interval.js";
import { spaced } from "../../words/names.js";
import { byQuestion, describeQuestion } from "../../words/question.js";
import { truthOf } from "../../words/truth-of.js";

export const estimateGrids = ({ estimates, truth, confidence }: ReportedResult): readonly Grid[] =>
  byQuestion(estimates.filter((row) => row.day === null)).map(({ question, rows }) => ({
    title: "Estimates",
    caption: describeQuestion(question),
    ...tableOf(rows, intervalName(confidence), truth),
  }));

function tableOf(
  rows: readonly ReportedEstimate[],
  interval: string,
  truths: readonly Truth[] | undefined,
): Pick<Grid, "columns" | "rows"> {
  const answers = rows.flatMap((row) => ("none" in row ? [] : [row]));
  const rule = answers.find(
    ({ policy, estimator, value }) =>
      policy === "logged" && estimator === observedReward.name && Number.isFinite(value),
  )?.value;
  const values = answers.map(({ value }) => value).filter(Number.isFinite);
  const middle = values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
  const known = rows.flatMap((row) => truthOf(row, truths) ?? []);
  const ends = [...answers.map((row) => row.interval), ...known.map((at) => [at, at] as const)];
  const scale = linearScale(rangeAround(rule ?? middle, ends), STRIP_RANGE);
  const signs = [
    ...(rule === undefined ? [] : ["dashed: the logged mean"]),
    ...(rows.some((row) => truthOf(row, truths) !== undefined) ? ["diamond: the true value"] : []),
  ];
  return {
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
    rows: rows.map((row) => rowOf(row, scale, rule, truthOf(row, truths))),
  };
}

function rowOf(
  row: ReportedEstimate,
  scale: Scale,
  rule: number | undefined,
  truth: number | undefined,
): Row {
  const estimator = label({ name: row.estimator, parameters: row.parameters });
  if ("none" in row) return { cells: [row.policy, estimator], instead: row.none.message };
  const { policy, se, warnings, n, skipped = 0 } = row;
  const decimals = decimalsFor(se, row.value);
  const value = showNumber(row.value, decimals);
  const interval = showInterval(row.interval, decimals);
  const picture = intervalStrip({ value: row.value, interval: row.interval, truth, rule }, scale);
  const note = warnings.map(spaced).join("; ");
  return [
    note === "" ? policy : { text: policy, note, mark: "!" },
    ...[estimator, value, interval, { text: "", picture }],
    truth === undefined ? "" : truthCell(truth, row),
    skipped === 0 ? "" : showCount(skipped),
    n === 0 ? "" : showCount(n),
  ];
}

function truthCell(
  truth: number,
  { se, interval: [lo, hi] }: Extract<ReportedEstimate, { readonly value: number }>,
): Cell {
  const text = showNumber(truth, decimalsFor(se, truth));
  return lo <= truth && truth <= hi ? text : { text: `${text} (outside)`, tone: "fail" };
}
