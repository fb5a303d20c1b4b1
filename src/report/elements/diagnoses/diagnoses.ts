import { defineElement, type Element, type TextStyle } from "../../element.js";
import { type Grid, texts, tones } from "../../formats/grid.js";
import { titled } from "../../formats/text/blocks.js";
import { wrap } from "../../formats/text/wrap.js";
import type { ReportedResult } from "../../source.js";
import { counted } from "../../words/names.js";
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
  body: ({ notOk, ok, passed }) => [
    ...(notOk.length === 0
      ? [{ sentences: ["Every check of an assumption passed."], isOfPage: true }]
      : [gridOf("checks of the assumptions that need attention", notOk)]),
    ...(passed === 0
      ? []
      : [
          {
            ...gridOf("checks that passed", ok),
            ...{ isOfPage: true, folded: `Checks that passed: ${passed}` },
          },
        ]),
  ],
  text: (view, style) => titled("Diagnoses", textLines(view, style), style),
  derived: ({ passed }) => [passed],
});

const gridOf = (caption: string, views: readonly DiagnosisView[]): Grid => ({
  title: "Diagnoses",
  caption,
  columns: texts("severity", "check", "of", "measured", "what follows, and what to do"),
  rows: views.flatMap(({ severity, title, assumption, remedy, findings }) =>
    findings.map(({ scope, measured, consequence }) => [
      { text: severity, tone: severity },
      { text: title, note: `assumed: ${assumption}` },
      ...[scope, measured, severity === "ok" ? consequence : `${consequence} ${remedy}`],
    ]),
  ),
});

function textLines({ notOk, passed }: View, style: TextStyle): readonly string[] {
  const further = counted(passed, "further check");
  const rest = passed === 0 ? [] : [`  ${style.paint("green", "ok")}  ${further}`];
  return [...notOk.flatMap((view) => diagnosisLines(view, style)), ...rest];
}

function diagnosisLines(view: DiagnosisView, { width, paint }: TextStyle): readonly string[] {
  const severity = paint(tones[view.severity], view.severity);
  const findings = view.findings.flatMap(({ scope, consequence }) =>
    wrap([scope, consequence].filter(Boolean).join(": "), width - 4, 2),
  );
  return [
    `  ${severity}  ${paint("bold", view.title)} (assumed: ${view.assumption})`,
    ...[...findings, ...wrap(`→ ${view.remedy}`, width - 4, 2)].map((line) => `    ${line}`),
  ];
}
