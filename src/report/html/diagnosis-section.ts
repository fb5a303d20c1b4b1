import type { Reason } from "../../errors.js";
import type { SaidDiagnosis } from "../say/say-diagnoses.js";
import { sayReason } from "../say/say-reason.js";
import { severityWords, words } from "../say/words.js";
import { html, type Markup } from "./markup.js";
import { scrollingTable } from "./scrolling-table.js";

const headings = [
  { name: "Severity" },
  { name: "Check" },
  { name: "Of" },
  { name: "Measured" },
  { name: "What follows, and what to do" },
];

/** Every diagnosis, the gravest first; those that are ok are folded away. */
export function diagnosisSection(diagnoses: readonly SaidDiagnosis[]): Markup | null {
  if (diagnoses.length === 0) return null;
  const rowsOf = (isOk: boolean): readonly Markup[] =>
    diagnoses.filter(({ severity }) => (severity === "ok") === isOk).flatMap(rows);
  const [notOk, ok] = [rowsOf(false), rowsOf(true)];
  return html`<section aria-labelledby="diagnoses"><h2 id="diagnoses">Diagnoses</h2>
${notOk.length === 0 ? html`<p>Every check of an assumption passed.</p>` : scrollingTable("Checks of the assumptions that need attention", headings, notOk)}
${ok.length === 0 ? null : html`<details><summary>Checks that passed: ${ok.length}</summary>${scrollingTable("Checks that passed", headings, ok)}</details>`}</section>`;
}

function rows({ severity, title, assumption, remedy, findings }: SaidDiagnosis): readonly Markup[] {
  const check = html`<th scope="row">${title}<br><span class="note">assumed: ${assumption}</span></th>`;
  return findings.map(
    ({ scope, measured, consequence }) => html`
<tr class="${severity}"><td class="severity">${severityWords[severity]}</td>${check}<td>${scope}</td><td>${measured}</td><td>${consequence} ${severity === "ok" ? null : remedy}</td></tr>`,
  );
}

/** The warnings, a sentence each. */
export function warningSection(warnings: readonly Reason[]): Markup | null {
  if (warnings.length === 0) return null;
  return html`<section aria-labelledby="warnings"><h2 id="warnings">Warnings</h2>
<ul>${warnings.map((warning) => html`<li><strong>${words(warning.code)}</strong>: ${sayReason(warning)}</li>`)}</ul></section>`;
}
