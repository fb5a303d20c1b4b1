import {
  type SaidWhatIf,
  type SaidWhatIfCurve,
  sayOrders,
  whatIfCaveat,
} from "../say/say-what-if.js";
import { markdownTable, markdownText } from "./markdown-table.js";

/** What other curves would make of each question: what that is worth, then a table for each. */
export function drawWhatIfs(said: readonly SaidWhatIf[]): readonly string[] {
  if (said.length === 0) return [];
  const head = `## What if the curve were another\n\n${markdownText(whatIfCaveat)}`;
  return [head, ...said.map(drawWhatIf)];
}

function drawWhatIf(said: SaidWhatIf): string {
  const { question, baseline, estimator, none, order } = said;
  const title = markdownText(`${question}, from ${baseline}, by ${estimator}`);
  const body = none === null ? drawTable(said) : markdownText(none);
  const sentences = [...(order === null ? [] : [sayOrders(said)]), ...said.notes];
  const lines = sentences.map((sentence) => `- ${markdownText(sentence)}`);
  return [`### ${title}`, body, lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

function drawTable({ curves, candidates }: SaidWhatIf): string {
  const headers = ["curve", ...candidates.map((policy) => `${policy}>`), "notes"];
  return markdownTable(
    headers,
    curves.map((curve) => [
      curve.label,
      ...candidates.map((policy) => cellOf(curve, policy)),
      curve.none ?? (curve.sameOrder ? "" : "other order"),
    ]),
  );
}

function cellOf({ differences }: SaidWhatIfCurve, policy: string): string {
  const own = differences.find((each) => each.policy === policy);
  if (own === undefined) return "";
  return `${own.value} ${own.word}${own.turned ? " (turned)" : ""}`;
}
