import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { capital } from "../../words/names.js";
import { spreadTable } from "./spread-table.js";
import type { WhatIfCurveView, WhatIfDifferenceView, WhatIfView } from "./what-if-view.js";

/** One question: a table of its curves, their spread, and where readings turn. */
export function whatIfMarkup(view: WhatIfView): Markup {
  const { question, baseline, estimator, none, notes } = view;
  const title = `${capital(question)}, from ${baseline}, by ${estimator}`;
  if (none !== null) return html`<h3>${title}</h3><p class="none">${none}</p>`;
  return html`<div class="what-if">${table(view, title)}${spreadTable(view)}${
    notes.length === 0
      ? null
      : html`
<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`
  }</div>`;
}

function table({ candidates, curves }: WhatIfView, title: string): Markup {
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

function row(curve: WhatIfCurveView, candidates: readonly string[]): Markup {
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

function cell(difference: WhatIfDifferenceView | undefined): Markup {
  if (difference === undefined) return html`<td></td>`;
  const { value, reading, word, turned } = difference;
  return html`<td class="number">${value}<br><span class="reading ${reading}${turned ? " turned" : ""}">${word}</span></td>`;
}
