import { observedReward } from "../../../estimators/index.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { capital, spaced } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";
import type { EstimatesView, EstimateView } from "./estimate-view.js";

/** The estimates of one question, each row with its interval on a common scale. */
export function estimateTable({ question, rows }: EstimatesView, interval: string): Markup {
  const rule = loggedMean(rows);
  const scale = linearScale(rangeAround(rule ?? middle(rows), intervalsOf(rows)), STRIP_RANGE);
  const hasTruth = rows.some((row) => row.truth !== null);
  const headings = [
    { name: "Policy" },
    { name: "Estimator" },
    { name: "Value", numeric: true },
    { name: interval, numeric: true },
    { name: rule === undefined ? "" : "dashed: the logged mean" },
    ...(hasTruth ? [{ name: "Truth (diamond)", numeric: true }] : []),
    { name: "Trajectories", numeric: true },
  ];
  const body = rows.map((view) => tableRow(view, scale, rule, hasTruth));
  const foot = html`<tr><td colspan="4"></td><td>${axisStrip(scale)}</td><td colspan="${hasTruth ? 2 : 1}"></td></tr>`;
  return scrollingTable(capital(describeQuestion(question)), headings, body, foot);
}

function tableRow(
  view: EstimateView,
  scale: Scale,
  rule: number | undefined,
  hasTruth: boolean,
): Markup {
  const who = html`<th scope="row">${view.policy}</th><td><code>${view.estimator}</code>${notes(view)}</td>`;
  if ("none" in view.row) {
    return html`
<tr>${who}<td class="none" colspan="${hasTruth ? 5 : 4}">${view.none}</td></tr>`;
  }
  const title = `${view.policy}, ${view.estimator}`;
  const description = `${view.value}, interval ${view.interval}`;
  const { value, interval } = view.row;
  const truthCell = html`<td class="number${view.holdsTruth === false ? " missed" : ""}">${view.truth}${view.holdsTruth === false ? " (outside)" : null}</td>`;
  return html`
<tr>${who}<td class="number">${view.value}</td><td class="number">${view.interval}</td><td>${intervalStrip({ title, description, value, interval, truth: view.truthValue, rule }, scale)}</td>${hasTruth ? truthCell : null}<td class="number">${view.n}</td></tr>`;
}

function notes({ warnings, skipped }: EstimateView): Markup | null {
  const all = [...warnings.map(spaced), ...(skipped === null ? [] : [`${skipped} skipped`])];
  return all.length === 0 ? null : html`<br><span class="note">${all.join("; ")}</span>`;
}

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

function intervalsOf(rows: readonly EstimateView[]): readonly (readonly [number, number])[] {
  return rows.flatMap((view) => ("none" in view.row ? [] : [view.row.interval]));
}
