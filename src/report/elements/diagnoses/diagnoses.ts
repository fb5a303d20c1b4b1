import type { Severity } from "../../../evaluate/conclude/result.js";
import { defineElement, type Element, type TextStyle } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable } from "../../formats/markdown/table.js";
import { titled } from "../../formats/text/blocks.js";
import type { Style } from "../../formats/text/paint.js";
import { wrap } from "../../formats/text/wrap.js";
import type { ReportedResult } from "../../source.js";
import { severityWords } from "../../words/names.js";
import { type DiagnosisView, describeDiagnoses } from "./diagnosis-view.js";

interface View {
  /** The gravest first. */
  readonly notOk: readonly DiagnosisView[];
  readonly ok: readonly DiagnosisView[];
  /** How many findings are ok. */
  readonly passed: number;
}

/** Every check of an assumption; those that are ok are only counted, or folded away. */
export const diagnoses: Element<ReportedResult> = defineElement({
  name: "diagnoses",
  title: "Diagnoses",
  view: ({ diagnostics }): View | null => {
    const views = describeDiagnoses(diagnostics);
    if (views.length === 0) return null;
    const ok = views.filter(({ severity }) => severity === "ok");
    return {
      notOk: views.filter(({ severity }) => severity !== "ok"),
      ok,
      passed: ok.reduce((sum, { findings }) => sum + findings.length, 0),
    };
  },
  html: ({ notOk, ok, passed }) =>
    html`${notOk.length === 0 ? html`<p>Every check of an assumption passed.</p>` : scrollingTable("Checks of the assumptions that need attention", headings, notOk.flatMap(rows))}
${passed === 0 ? null : html`<details><summary>Checks that passed: ${passed}</summary>${scrollingTable("Checks that passed", headings, ok.flatMap(rows))}</details>`}`,
  text: (view, style) => titled("Diagnoses", textLines(view, style), style),
  markdown: ({ notOk }) => (notOk.length === 0 ? [] : [`## Diagnoses\n\n${table(notOk)}`]),
  derived: ({ passed }) => [passed],
});

const headings = [
  { name: "Severity" },
  { name: "Check" },
  { name: "Of" },
  { name: "Measured" },
  { name: "What follows, and what to do" },
];

function rows({ severity, title, assumption, remedy, findings }: DiagnosisView): readonly Markup[] {
  const check = html`<th scope="row">${title}<br><span class="note">assumed: ${assumption}</span></th>`;
  return findings.map(
    ({ scope, measured, consequence }) => html`
<tr class="${severity}"><td class="severity">${severityWords[severity]}</td>${check}<td>${scope}</td><td>${measured}</td><td>${consequence} ${severity === "ok" ? null : remedy}</td></tr>`,
  );
}

const styles: Readonly<Record<Severity, Style>> = {
  fail: "red",
  watch: "yellow",
  inconclusive: "yellow",
  ok: "green",
};

function textLines({ notOk, passed }: View, style: TextStyle): readonly string[] {
  const further = passed === 1 ? "1 further check" : `${passed} further checks`;
  const rest = passed === 0 ? [] : [`  ${style.paint("green", "ok")}  ${further}`];
  return [...notOk.flatMap((view) => diagnosisLines(view, style)), ...rest];
}

function diagnosisLines(view: DiagnosisView, { width, paint }: TextStyle): readonly string[] {
  const severity = paint(styles[view.severity], view.severity);
  const findings = view.findings.flatMap(({ scope, consequence }) =>
    wrap([scope, consequence].filter(Boolean).join(": "), width - 4, 2),
  );
  return [
    `  ${severity}  ${paint("bold", view.title)} (assumed: ${view.assumption})`,
    ...[...findings, ...wrap(`→ ${view.remedy}`, width - 4, 2)].map((line) => `    ${line}`),
  ];
}

function table(views: readonly DiagnosisView[]): string {
  const cells = views.flatMap(({ severity, title, remedy, findings }) =>
    findings.map(({ scope, measured, consequence }) => [
      severity,
      title,
      scope,
      measured,
      `${consequence} ${remedy}`,
    ]),
  );
  return markdownTable(["severity", "check", "of", "measured", "meaning"], cells);
}
