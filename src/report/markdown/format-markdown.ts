import type { Result } from "../../evaluate/conclude/result.js";
import type { DrawOptions } from "../format.js";
import { mapStrings } from "../say/map-strings.js";
import { printable } from "../say/printable.js";
import { sayQuestion } from "../say/question.js";
import { sayCurves } from "../say/say-curves.js";
import { otherWarnings, sayDiagnoses } from "../say/say-diagnoses.js";
import { type SaidDifferences, sayDifferences } from "../say/say-differences.js";
import { type SaidEstimates, sayEstimates } from "../say/say-estimates.js";
import { sayLog } from "../say/say-log.js";
import { sayReason } from "../say/say-reason.js";
import { sayVerdicts } from "../say/say-verdict.js";
import { sayWhatIfs } from "../say/say-what-if.js";
import { intervalName } from "../say/study-facts.js";
import { words } from "../say/words.js";
import { drawWhatIfs } from "./draw-what-ifs.js";
import { markdownTable, markdownText } from "./markdown-table.js";

/** A result as Markdown, for a ticket or a pull request: verdicts first, then the tables. */
export function formatMarkdown(given: Result, { truth }: DrawOptions = {}): string {
  const result = mapStrings(given, printable);
  const interval = intervalName(result.study);
  const parts = [
    ...drawVerdicts(result),
    ...sayEstimates(result, truth).map((said) => drawEstimates(said, interval)),
    ...sayDifferences(result).map((said) => drawDifferences(said, interval)),
    ...drawWhatIfs(sayWhatIfs(result)),
    drawDiagnoses(result),
    drawWarnings(result),
    `## Log\n\n${sayLog(result.log).map(markdownText).join(" ")}`,
    drawCurves(result),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function drawVerdicts(result: Result): readonly string[] {
  return sayVerdicts(result).map((said) => {
    const sentences = [said.earned, said.compared, said.by === null ? null : `By ${said.by}.`];
    const text = [...sentences, said.why].filter((sentence) => sentence !== null).map(markdownText);
    const head = markdownText(`${said.policies}, ${said.question}`);
    return `**${said.word.toUpperCase()}** · ${head}\n\n${text.map((line) => `- ${line}`).join("\n")}`;
  });
}

function drawEstimates({ question, rows }: SaidEstimates, interval: string): string {
  const hasTruth = rows.some((row) => row.truth !== null);
  const headers = ["policy", "estimator", "value>", `${interval}>`, "trajectories>", "notes"];
  const cells = rows.map((row) => [
    row.policy,
    row.estimator,
    row.value,
    row.interval,
    row.n,
    row.none ?? row.warnings.map(words).join("; "),
    ...(hasTruth ? [row.truth ?? ""] : []),
  ]);
  const table = markdownTable(hasTruth ? [...headers, "truth>"] : headers, cells);
  return `## Estimates: ${markdownText(sayQuestion(question))}\n\n${table}`;
}

function drawDifferences(
  { baseline, question, rows, family }: SaidDifferences,
  interval: string,
): string {
  const adjusted = family > 1 ? ` (adjusted for ${family} comparisons)` : "";
  const headers = ["policy", "estimator", "value>", `${interval}>`, "p>", "lift>", "notes"];
  const cells = rows.map((row) => [
    row.policy,
    row.estimator,
    row.value,
    row.interval,
    row.p,
    row.lift,
    row.none ?? (row.decides ? "decides" : ""),
  ]);
  const title = markdownText(`${sayQuestion(question)}, from ${baseline}`);
  return `## Differences: ${title}${adjusted}\n\n${markdownTable(headers, cells)}`;
}

function drawDiagnoses({ diagnostics }: Result): string {
  const notOk = sayDiagnoses(diagnostics).filter(({ severity }) => severity !== "ok");
  if (notOk.length === 0) return "";
  const rows = notOk.flatMap(({ severity, title, remedy, findings }) =>
    findings.map(({ scope, measured, consequence }) => [
      severity,
      title,
      scope,
      measured,
      `${consequence} ${remedy}`,
    ]),
  );
  return `## Diagnoses\n\n${markdownTable(["severity", "check", "of", "measured", "meaning"], rows)}`;
}

function drawWarnings(result: Result): string {
  const warnings = otherWarnings(result);
  if (warnings.length === 0) return "";
  const lines = warnings.map(
    (warning) => `- ${markdownText(`${words(warning.code)}: ${sayReason(warning)}`)}`,
  );
  return `## Warnings\n\n${lines.join("\n")}`;
}

function drawCurves(result: Result): string {
  const lines = sayCurves(result).map(({ sentence }) => `- ${markdownText(sentence)}`);
  return lines.length === 0 ? "" : `## Position bias\n\n${lines.join("\n")}`;
}
