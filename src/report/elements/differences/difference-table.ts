import { decimalsFor, showSigned } from "../../../numeric/index.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { dayChart } from "../../charts/day-chart.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale, rangeAround, type Scale } from "../../charts/scale.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { showSignedInterval } from "../../words/interval.js";
import { capital } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";
import type { DaysView, DifferencesView, DifferenceView } from "./difference-view.js";

/** The paired differences of one question around zero. */
export function differenceTable(
  { baseline, question, rows, family, mixed, by }: DifferencesView,
  interval: string,
): Markup {
  const ends = rows.flatMap(({ row }) => ("none" in row ? [] : [row.adjusted.interval]));
  const scale = linearScale(rangeAround(0, ends), STRIP_RANGE);
  const headings = [
    { name: "Policy" },
    { name: "Estimator" },
    { name: "Value", numeric: true },
    { name: interval, numeric: true },
    { name: "around zero" },
    { name: "p", numeric: true },
    { name: "Lift", numeric: true },
  ];
  const adjusted =
    family !== null
      ? `, ${by === "" ? "intervals and p" : "p"}${mixed ? " of rows that decide" : ""} adjusted for ${family}${by}`
      : "";
  const foot = html`<tr><td colspan="4"></td><td>${axisStrip(scale)}</td><td colspan="2"></td></tr>`;
  const body = rows.map((view) => tableRow(view, baseline, scale));
  return scrollingTable(
    `${capital(describeQuestion(question))}, from ${baseline}${adjusted}`,
    headings,
    body,
    foot,
  );
}

function tableRow(view: DifferenceView, baseline: string, scale: Scale): Markup {
  const decides = view.decides ? html`<br><span class="note">decides</span>` : null;
  const who = html`<th scope="row">${view.policy}</th><td><code>${view.estimator}</code>${decides}</td>`;
  if ("none" in view.row) {
    return html`
<tr>${who}<td class="none" colspan="5">${view.none}</td></tr>`;
  }
  const { value, interval, adjusted } = view.row;
  const title = `${view.policy} − ${baseline}, ${view.estimator}`;
  const description = `${view.value}, interval ${view.interval}`;
  const strip = { title, description, value, interval, wide: adjusted.interval, rule: 0 };
  return html`
<tr>${who}<td class="number">${view.value}</td><td class="number">${view.interval}</td><td>${intervalStrip(strip, scale)}</td><td class="number">${view.p}</td><td class="number">${view.lift}</td></tr>`;
}

/** The differences that a verdict rests on, day by day: a picture, and its numbers folded away. */
export function dayFigure({ title, rows }: DaysView, interval: string): Markup {
  const headings = [
    { name: "Day" },
    { name: "Value", numeric: true },
    { name: interval, numeric: true },
  ];
  const body = rows.map((row) => {
    const decimals = decimalsFor(row.se, row.value);
    return html`
<tr><th scope="row">${row.day}</th><td class="number">${showSigned(row.value, decimals)}</td><td class="number">${showSignedInterval(row.interval, decimals)}</td></tr>`;
  });
  return html`<figure><figcaption>${title}</figcaption>${dayChart(title, rows)}<details><summary>Day by day: ${rows.length}</summary>${scrollingTable(title, headings, body)}</details></figure>`;
}
