import type { FittedFeed } from "../../evaluate/fit.js";
import { html, type Markup } from "../html/markup.js";
import { scrollingTable } from "../html/scrolling-table.js";
import { sayReason } from "../say/say-reason.js";
import { words } from "../say/words.js";
import { chartSection } from "./chart-section.js";
import { driftTable, rankTable } from "./detail-tables.js";
import type { Note } from "./grouped-notes.js";
import { type ModelTable, modelTables } from "./model-columns.js";
import { sayDrift } from "./say-drift.js";
import { sayFeed, sayIntervalName, sayTrajectories } from "./say-feed.js";
import { sayKept } from "./say-kept.js";
import { type SaidModel, sayModels } from "./say-models.js";

/** One feed: its kept curve, the pictures, the models side by side, drift and warnings. */
export function feedSection(feed: FittedFeed, at: number, confidence: number): Markup {
  const id = `feed-${at + 1}`;
  const { fitted, notes } = sayModels(feed, confidence);
  const tables = modelTables(sayIntervalName(confidence));
  const drift = sayDrift(feed);
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${sayFeed(feed.feed)}</h2>
${card(feed, confidence)}
${chartSection(feed)}
${fitted.length === 0 ? null : tables.map((table) => modelTable(table, fitted))}
${notes.length === 0 ? null : html`<ul>${notes.map(note)}</ul>`}
${drift.length === 0 ? null : html`<h3>Drift over days</h3>`}
${drift.map((sentence) => html`<p>${sentence}</p>`)}
${driftTable(feed)}
${warnings(feed)}
${rankTable(feed)}</section>`;
}

const note = ({ models, text }: Note): Markup =>
  html`<li><code>${models.join(", ")}</code>: ${text}</li>`;

function card(feed: FittedFeed, confidence: number): Markup {
  const { isKept, word, sentence, recommended } = sayKept(feed, confidence);
  return html`<div class="card ${isKept ? "keptCurve" : "noCurve"}"><div><h3><span class="word">${isKept ? "Kept" : "Refused"}</span> ${word}</h3>
<p>${sentence}</p>
${recommended === null ? null : html`<p class="why">${recommended}</p>`}
<p class="quiet">${sayTrajectories(feed)}</p></div></div>`;
}

function modelTable({ title, columns }: ModelTable, models: readonly SaidModel[]): Markup {
  const headings = [
    { name: "Model" },
    ...columns.map(({ header, align }) => ({ name: header, numeric: align !== "left" })),
  ];
  const rows = models.map(
    (said) => html`
<tr${said.isKept ? html` class="chosen"` : null}><th scope="row">${said.model}${said.isKept ? " (kept)" : null}</th>${columns.map(({ align, cell }) => html`<td${align === "left" ? null : html` class="number"`}>${cell(said)}</td>`)}</tr>`,
  );
  return scrollingTable(title, headings, rows);
}

function warnings({ warnings: given }: FittedFeed): Markup | null {
  if (given.length === 0) return null;
  return html`<h3>Warnings</h3>
<ul>${given.map((warning) => html`<li><strong>${words(warning.code)}</strong>: ${sayReason(warning)}</li>`)}</ul>`;
}
