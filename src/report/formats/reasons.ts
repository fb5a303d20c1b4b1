import type { Reason } from "../../errors.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import { counted } from "../../numeric/show-number.js";
import type { ElementSpec, TextBlock } from "../element.js";
import { feedWords, spaced } from "../words/names.js";
import { html } from "./html/markup.js";
import { markdownText } from "./markdown/markdown-text.js";
import { wrap } from "./text/wrap.js";

type Writers = Required<Pick<ElementSpec<never, readonly Reason[]>, "html" | "text" | "markdown">>;

export const reasonWriters = (
  title: string,
  style: "red" | "yellow",
  heading = `## ${title}`,
): Writers => ({
  html: (reasons) =>
    html`<ul>${sentences(reasons).map(({ code, sentence }) => html`<li><strong>${spaced(code)}</strong>: ${sentence}</li>`)}</ul>`,
  text: (reasons, { width, paint }): readonly TextBlock[] => [
    {
      lines: [
        paint("bold", title),
        ...[...new Set(reasons.map(({ code }) => code))].flatMap((code) => [
          `  ${paint(style, "!")} ${paint("bold", spaced(code))}`,
          ...sentences(reasons.filter((reason) => reason.code === code))
            .flatMap(({ sentence }) => wrap(sentence, width - 4, 2))
            .map((line) => `    ${line}`),
        ]),
      ],
    },
  ],
  markdown: (reasons) => [
    ...(heading === "" ? [] : [heading]),
    sentences(reasons)
      .map(({ code, sentence }) => `- ${markdownText(`${spaced(code)}: ${sentence}`)}`)
      .join("\n"),
  ],
});

/** Each message once for all policies that it is about; where facts name none, once for each reward and feed. */
const sentences = (reasons: readonly Reason[]) =>
  groupedBy(reasons, (reason) =>
    [reason.code, reason.message, ...(policyOf(reason) === null ? scopeOf(reason) : [])].join("\n"),
  ).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const said = scopesOf(same);
    const { code, message } = first;
    return { code, sentence: said === "" ? message : `${said}: ${message}` };
  });

const policyOf = ({ facts: { policy } }: Reason): string | null =>
  typeof policy === "string" ? policy : null;

/** "a, like, feed home" of one; "a (4 comparisons), b (like)" of several. */
function scopesOf(reasons: readonly Reason[]): string {
  const [only, ...others] = [...new Set(reasons.map((reason) => scopeOf(reason).join(", ")))];
  if (others.length === 0) return only ?? "";
  return groupedBy(reasons, (reason) => policyOf(reason) ?? "")
    .map((same) => {
      const places = [...new Set(same.map((reason) => scopeOf(reason).slice(1).join(", ")))];
      const [place = ""] = places;
      const which = places.length > 1 ? counted(places.length, "comparison") : place;
      const policy = same[0] === undefined ? null : policyOf(same[0]);
      return which === "" ? policy : `${policy} (${which})`;
    })
    .join(", ");
}

function scopeOf({ facts: { policy, reward, feed } }: Reason): readonly string[] {
  const parts = [policy, reward, typeof feed === "string" ? feedWords(feed) : null];
  return parts.filter((part) => typeof part === "string");
}
