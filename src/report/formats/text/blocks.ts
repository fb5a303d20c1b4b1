import type { Reason } from "../../../errors.js";
import type { TextBlock, TextStyle } from "../../element.js";
import { spaced } from "../../words/names.js";
import { describeReason } from "../../words/reason.js";
import type { Style } from "./paint.js";
import { wrap } from "./wrap.js";

/** Lines under a heading; nothing where there are none. */
export function titled(
  title: string,
  lines: readonly string[],
  { paint }: TextStyle,
): readonly TextBlock[] {
  return lines.length === 0 ? [] : [{ lines: [paint("bold", title), ...lines] }];
}

/** Sentences as indented lines. */
export const paragraphs = (sentences: readonly string[], { width }: TextStyle): readonly string[] =>
  sentences.flatMap((sentence) => wrap(sentence, width - 2, 2).map((line) => `  ${line}`));

/** Warnings or problems by their code in words, each with where it was met. */
export function reasonLines(
  reasons: readonly Reason[],
  style: Style,
  { width, paint }: TextStyle,
): readonly string[] {
  return [...new Set(reasons.map(({ code }) => code))].flatMap((code) => [
    `  ${paint(style, "!")} ${paint("bold", spaced(code))}`,
    ...reasons
      .filter((reason) => reason.code === code)
      .flatMap((reason) => wrap(describeReason(reason), width - 4, 2))
      .map((line) => `    ${line}`),
  ]);
}
