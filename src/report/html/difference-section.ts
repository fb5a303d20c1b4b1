import type { Difference, Result, Verdict } from "../../evaluate/conclude/result.js";
import { capital } from "../say/capital.js";
import { answers, sayQuestion } from "../say/question.js";
import type { SaidDifference, SaidDifferences } from "../say/say-differences.js";
import { axisStrip } from "./axis-strip.js";
import { dayChart } from "./day-chart.js";
import { intervalStrip, STRIP_RANGE } from "./interval-strip.js";
import { html, type Markup } from "./markup.js";
import { linearScale, rangeAround, type Scale } from "./scale.js";
import { scrollingTable } from "./scrolling-table.js";

/** The paired differences around zero, a table for each question, and the deciding ones by day. */
export function differenceSection(
  groups: readonly SaidDifferences[],
  interval: string,
  result: Result,
): Markup | null {
  if (groups.length === 0) return null;
  return html`<section aria-labelledby="differences"><h2 id="differences">Differences</h2>
${groups.map((group) => table(group, interval))}
${result.verdicts.map((verdict) => days(result, verdict))}</section>`;
}

function table({ baseline, question, rows, family }: SaidDifferences, interval: string): Markup {
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
  const adjusted = family > 1 ? `, intervals and p adjusted for ${family} comparisons` : "";
  const foot = html`<tr><td colspan="4"></td><td>${axisStrip(scale)}</td><td colspan="2"></td></tr>`;
  const body = rows.map((said) => tableRow(said, baseline, scale));
  return scrollingTable(
    `${capital(sayQuestion(question))}, from ${baseline}${adjusted}`,
    headings,
    body,
    foot,
  );
}

function tableRow(said: SaidDifference, baseline: string, scale: Scale): Markup {
  const decides = said.decides ? html`<br><span class="note">decides</span>` : null;
  const who = html`<th scope="row">${said.policy}</th><td><code>${said.estimator}</code>${decides}</td>`;
  if ("none" in said.row) {
    return html`
<tr>${who}<td class="none" colspan="5">${said.none}</td></tr>`;
  }
  const { value, interval, adjusted } = said.row;
  const title = `${said.policy} − ${baseline}, ${said.estimator}`;
  const description = `${said.value}, interval ${said.interval}`;
  const strip = { title, description, value, interval, wide: adjusted.interval, rule: 0 };
  return html`
<tr>${who}<td class="number">${said.value}</td><td class="number">${said.interval}</td><td>${intervalStrip(strip, scale)}</td><td class="number">${said.p}</td><td class="number">${said.lift}</td></tr>`;
}

function days({ differences }: Result, verdict: Verdict): Markup | null {
  const rows = differences
    .filter((row): row is Difference => !("none" in row) && row.day !== null)
    .filter((row) => row.policy === verdict.policy && answers({ ...row, day: null }, verdict))
    .toSorted((a, b) => ((a.day ?? "") < (b.day ?? "") ? -1 : 1));
  if (rows.length < 2) return null;
  const title = `${verdict.policy} − ${verdict.baseline}, ${sayQuestion(verdict)}, by day`;
  return html`<figure><figcaption>${title}</figcaption>${dayChart(title, rows)}</figure>`;
}
