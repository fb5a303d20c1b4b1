import type { VerdictWord } from "../../evaluate/conclude/result.js";
import { capital } from "../say/capital.js";
import type { SaidVerdict } from "../say/say-verdict.js";
import type { Paint, Style } from "./paint.js";
import { padEnd, wrap } from "./wrap.js";

const styles: Readonly<Record<VerdictWord, Style>> = {
  better: "green",
  worse: "red",
  cannotTell: "yellow",
  doNotTrust: "magenta",
};

const INDENT = 14;

/** Each verdict as a block: the word and its question, then what it rests on. */
export function drawVerdicts(
  verdicts: readonly SaidVerdict[],
  width: number,
  paint: Paint,
): readonly string[] {
  return verdicts.flatMap((said, at) => [
    ...(at > 0 ? [""] : []),
    ...drawVerdict(said, width, paint),
  ]);
}

function drawVerdict(said: SaidVerdict, width: number, paint: Paint): readonly string[] {
  const word = padEnd(said.word.toUpperCase(), INDENT);
  const head = `${paint(styles[said.verdict.verdict], paint("bold", word))}${paint("bold", said.policies)} · ${said.question}`;
  const sentences = [
    said.earned,
    ...(said.compared === null ? [] : [capital(said.compared)]),
    said.by === null ? said.why : `By ${said.by}: ${said.why}`,
  ];
  const lines = sentences.flatMap((sentence) => wrap(sentence, width - INDENT, 2));
  return [head, ...lines.map((line) => `${" ".repeat(INDENT)}${line}`)];
}
