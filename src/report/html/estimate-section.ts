import { capital } from "../say/capital.js";
import { sayQuestion } from "../say/question.js";
import type { SaidEstimate, SaidEstimates } from "../say/say-estimates.js";
import { words } from "../say/words.js";
import { type Truth, truthOf } from "../truth.js";
import { axisStrip } from "./axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "./interval-strip.js";
import { html, type Markup } from "./markup.js";
import { linearScale, rangeAround, type Scale } from "./scale.js";
import { scrollingTable } from "./scrolling-table.js";

/** The estimates, a table for each question, each row with its interval on a common scale. */
export function estimateSection(
  groups: readonly SaidEstimates[],
  interval: string,
  truths: readonly Truth[] | undefined,
): Markup | null {
  if (groups.length === 0) return null;
  return html`<section aria-labelledby="estimates"><h2 id="estimates">Estimates</h2>
${groups.map((group) => table(group, interval, truths))}</section>`;
}

function table(
  { question, rows }: SaidEstimates,
  interval: string,
  truths: readonly Truth[] | undefined,
): Markup {
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
  const body = rows.map((said) => row(said, scale, rule, truths, hasTruth));
  const foot = html`<tr><td colspan="4"></td><td>${axisStrip(scale)}</td><td colspan="${hasTruth ? 2 : 1}"></td></tr>`;
  return scrollingTable(capital(sayQuestion(question)), headings, body, foot);
}

function row(
  said: SaidEstimate,
  scale: Scale,
  rule: number | undefined,
  truths: readonly Truth[] | undefined,
  hasTruth: boolean,
): Markup {
  const who = html`<th scope="row">${said.policy}</th><td><code>${said.estimator}</code>${notes(said)}</td>`;
  if ("none" in said.row) {
    return html`
<tr>${who}<td class="none" colspan="${hasTruth ? 5 : 4}">${said.none}</td></tr>`;
  }
  const truth = truthOf(said.row, truths);
  const title = `${said.policy}, ${said.estimator}`;
  const description = `${said.value}, interval ${said.interval}`;
  const { value, interval } = said.row;
  const truthCell = html`<td class="number${said.holdsTruth === false ? " missed" : ""}">${said.truth}${said.holdsTruth === false ? " (outside)" : null}</td>`;
  return html`
<tr>${who}<td class="number">${said.value}</td><td class="number">${said.interval}</td><td>${intervalStrip({ title, description, value, interval, truth, rule }, scale)}</td>${hasTruth ? truthCell : null}<td class="number">${said.n}</td></tr>`;
}

function notes({ warnings, skipped }: SaidEstimate): Markup | null {
  const said = [...warnings.map(words), ...(skipped === null ? [] : [`${skipped} skipped`])];
  return said.length === 0 ? null : html`<br><span class="note">${said.join("; ")}</span>`;
}

function loggedMean(rows: readonly SaidEstimate[]): number | undefined {
  const found = rows.find(
    ({ row: { policy, estimator } }) => policy === "logged" && estimator === "mean",
  );
  if (found === undefined || "none" in found.row) return undefined;
  return Number.isFinite(found.row.value) ? found.row.value : undefined;
}

function middle(rows: readonly SaidEstimate[]): number {
  const values = rows.flatMap((said) => ("none" in said.row ? [] : [said.row.value]));
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

function intervalsOf(rows: readonly SaidEstimate[]): readonly (readonly [number, number])[] {
  return rows.flatMap((said) => ("none" in said.row ? [] : [said.row.interval]));
}
