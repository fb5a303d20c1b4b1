import type { Reason } from "../../errors.js";
import { groupedBy } from "../../numeric/grouped-by.js";
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
    html`<ul>${once(reasons).map((reason) => html`<li><strong>${spaced(reason.code)}</strong>: ${describeReason(reason)}</li>`)}</ul>`,
  text: (reasons, { width, paint }): readonly TextBlock[] => [
    {
      lines: [
        paint("bold", title),
        ...[...new Set(reasons.map(({ code }) => code))].flatMap((code) => [
          `  ${paint(style, "!")} ${paint("bold", spaced(code))}`,
          ...reasons
            .filter((reason) => reason.code === code)
            .flatMap((reason) => wrap(describeReason(reason), width - 4, 2))
            .map((line) => `    ${line}`),
        ]),
      ],
    },
  ],
  markdown: (reasons) => [
    ...(heading === "" ? [] : [heading]),
    reasons
      .map((reason) => `- ${markdownText(`${spaced(reason.code)}: ${describeReason(reason)}`)}`)
      .join("\n"),
  ],
});

/** Those that say something else than the ones before them. */
const once = (reasons: readonly Reason[]): readonly Reason[] =>
  groupedBy(reasons, (reason) => `${reason.code}: ${describeReason(reason)}`).flatMap((same) =>
    same.slice(0, 1),
  );

/** A warning's sentence after the policy, reward and feed that its facts name. */
function describeReason({ message, facts }: Reason): string {
  const { policy, reward, feed } = facts;
  const scope = [policy, reward, typeof feed === "string" ? feedWords(feed) : null];
  const said = scope.filter((part) => typeof part === "string").join(", ");
  return said === "" ? message : `${said}: ${message}`;
}
