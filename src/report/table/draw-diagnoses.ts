import type { Reason } from "../../errors.js";
import type { Severity } from "../../evaluate/conclude/result.js";
import type { SaidDiagnosis } from "../say/say-diagnoses.js";
import { sayReason } from "../say/say-reason.js";
import { words } from "../say/words.js";
import type { Paint, Style } from "./paint.js";
import { wrap } from "./wrap.js";

const styles: Readonly<Record<Severity, Style>> = {
  fail: "red",
  watch: "yellow",
  inconclusive: "yellow",
  ok: "green",
};

/** The diagnoses that are not ok: what was found where, and what to do about it. */
export function drawDiagnoses(
  diagnoses: readonly SaidDiagnosis[],
  width: number,
  paint: Paint,
): readonly string[] {
  const notOk = diagnoses.filter(({ severity }) => severity !== "ok");
  const ok = diagnoses.filter(({ severity }) => severity === "ok");
  const passed = ok.reduce((sum, { findings }) => sum + findings.length, 0);
  const rest = passed === 0 ? [] : [`  ${paint("green", "ok")}  ${sayPassed(passed)}`];
  return [...notOk.flatMap((said) => drawDiagnosis(said, width, paint)), ...rest];
}

function sayPassed(count: number): string {
  return count === 1 ? "1 further check" : `${count} further checks`;
}

function drawDiagnosis(said: SaidDiagnosis, width: number, paint: Paint): readonly string[] {
  const severity = paint(styles[said.severity], said.severity);
  const findings = said.findings.flatMap(({ scope, consequence }) =>
    wrap([scope, consequence].filter(Boolean).join(": "), width - 4, 2),
  );
  return [
    `  ${severity}  ${paint("bold", said.title)} (assumed: ${said.assumption})`,
    ...[...findings, ...wrap(`→ ${said.remedy}`, width - 4, 2)].map((line) => `    ${line}`),
  ];
}

/** Warnings or problems by their code in words, each with where it was met. */
export function drawReasons(
  reasons: readonly Reason[],
  style: Style,
  width: number,
  paint: Paint,
): readonly string[] {
  return [...new Set(reasons.map(({ code }) => code))].flatMap((code) => [
    `  ${paint(style, "!")} ${paint("bold", words(code))}`,
    ...reasons
      .filter((reason) => reason.code === code)
      .flatMap((reason) => wrap(sayReason(reason), width - 4, 2))
      .map((line) => `    ${line}`),
  ]);
}
