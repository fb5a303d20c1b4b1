import { capital } from "../say/capital.js";
import {
  type SaidWhatIf,
  type SaidWhatIfCurve,
  type SaidWhatIfDifference,
  whatIfCaveat,
} from "../say/say-what-if.js";
import { html, type Markup } from "./markup.js";
import { scrollingTable } from "./scrolling-table.js";
import { spreadTable } from "./spread-table.js";

/** What other curves would make of the verdicts: a table for each question, its spread, its turns. */
export function whatIfSection(whatIfs: readonly SaidWhatIf[]): Markup | null {
  if (whatIfs.length === 0) return null;
  return html`<section aria-labelledby="what-if"><h2 id="what-if">What if the curve were another</h2>
<p>${whatIfCaveat}</p>
${whatIfs.map(whatIf)}</section>`;
}

function whatIf(said: SaidWhatIf): Markup {
  const { question, baseline, estimator, none, notes } = said;
  const title = `${capital(question)}, from ${baseline}, by ${estimator}`;
  if (none !== null) return html`<h3>${title}</h3><p class="none">${none}</p>`;
  return html`<div class="what-if">${table(said, title)}${spreadTable(said)}${
    notes.length === 0
      ? null
      : html`
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
  }</div>`;
}

function table({ candidates, curves }: SaidWhatIf, title: string): Markup {
  const headings = [
    { name: "Curve" },
    ...candidates.map((name) => ({ name, numeric: true })),
    { name: "Order, best first" },
  ];
  return scrollingTable(
    title,
    headings,
    curves.map((curve) => row(curve, candidates)),
  );
}

function row(curve: SaidWhatIfCurve, candidates: readonly string[]): Markup {
  const { label, none, order, inUse, sameOrder, differences } = curve;
  const who = html`<th scope="row">${label}</th>`;
  if (none !== null) {
    return html`
<tr>${who}<td class="none" colspan="${candidates.length + 1}">${none}</td></tr>`;
  }
  const own = candidates.map((policy) => cell(differences.find((each) => each.policy === policy)));
  const orders =
    sameOrder && !inUse
      ? html`<td class="quiet">the same</td>`
      : html`<td>${order}${sameOrder ? null : html`<br><span class="note">changed</span>`}</td>`;
  return html`
<tr>${who}${own}${orders}</tr>`;
}

function cell(difference: SaidWhatIfDifference | undefined): Markup {
  if (difference === undefined) return html`<td></td>`;
  const { value, reading, word, turned } = difference;
  return html`<td class="number">${value}<br><span class="reading ${reading}${turned ? " turned" : ""}">${word}</span></td>`;
}
