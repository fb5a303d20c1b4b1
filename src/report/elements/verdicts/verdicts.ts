import type { Verdict, VerdictWord } from "../../../evaluate/conclude/result.js";
import { capital } from "../../../plain-line.js";
import { type CsvRow, defineElement, type Element, type TextStyle } from "../../element.js";
import { liftCells, reasonCells } from "../../formats/csv/cells.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import type { Style } from "../../formats/text/paint.js";
import { padEnd, wrap } from "../../formats/text/wrap.js";
import type { ReportedResult } from "../../source.js";
import { verdictWords } from "../../words/names.js";
import { percentsOf } from "../../words/range.js";
import { describeVerdicts, type VerdictView } from "./verdict-view.js";

/** More comparisons than this would fill sheet after sheet. */
const mostPrinted = 24;

export const verdicts: Element<ReportedResult> = defineElement({
  name: "verdicts",
  title: "Every comparison in words",
  always: true,
  view: describeVerdicts,
  print: (views) => views.length <= mostPrinted,
  summary: (views) => (views.length === 0 ? null : countsByWord(views)),
  html: (views: readonly VerdictView[]) =>
    html`${views.length === 0 ? html`<p>The study compares no policy with its baseline, so there is no verdict.</p>` : null}
<ol class="verdicts">${views.map(card)}</ol>`,
  text: (views, style) =>
    views.length === 0
      ? []
      : [
          {
            lines: views.flatMap((view, at) => [
              ...(at > 0 ? [""] : []),
              ...textLines(view, style),
            ]),
          },
        ],
  markdown: (views) => views.map(markdownBlock),
  derived: (views) => [
    ...views.flatMap(({ verdict }) => percentsOf(verdict.lift)),
    ...views.map((_, at) => at + 1),
  ],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["verdict", "value", "setLower", "setUpper", "se", "df", "p", "adjustedP"],
      ...[
        "adjustedLower",
        "adjustedUpper",
        "lift",
        "liftSetLower",
        "liftSetUpper",
        "liftLower",
        "liftUpper",
      ],
      ...["family", "level", "code", "message"],
    ],
    rows: (views) => views.map(({ verdict }) => csvRow(verdict)),
  },
});

/** "4 better, 2 cannot tell" */
const countsByWord = (views: readonly VerdictView[]): string =>
  Object.values(verdictWords)
    .map((word) => [views.filter((view) => view.word === word).length, word] as const)
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(", ");

function card(view: VerdictView): Markup {
  return html`
<li class="card ${view.verdict.verdict}"><h3><span class="word">${view.word}</span> ${view.policies}</h3>
<p class="question">${view.question}</p>
${numbersOf(view).map(
  (sentence) => html`<p>${sentence}</p>
`,
)}<p class="why">${view.why}${view.by === null ? null : html` <span class="quiet">By ${view.by}.</span>`}</p></li>`;
}

const numbersOf = ({ earned, compared }: VerdictView): readonly string[] => [
  ...(earned === null ? [] : [earned]),
  ...(compared === null ? [] : [capital(compared)]),
];

const styles: Readonly<Record<VerdictWord, Style>> = {
  better: "green",
  worse: "red",
  cannotTell: "yellow",
  doNotTrust: "magenta",
};

const INDENT = 14;

function textLines(view: VerdictView, { width, paint }: TextStyle): readonly string[] {
  const word = padEnd(view.word.toUpperCase(), INDENT);
  const head = `${paint(styles[view.verdict.verdict], paint("bold", word))}${paint("bold", view.policies)} · ${view.question}`;
  const sentences = [
    ...numbersOf(view),
    view.by === null ? view.why : `By ${view.by}: ${view.why}`,
  ];
  const lines = sentences.flatMap((sentence) => wrap(sentence, width - INDENT, 2));
  return [head, ...lines.map((line) => `${" ".repeat(INDENT)}${line}`)];
}

function markdownBlock(view: VerdictView): string {
  const sentences = [view.earned, view.compared, view.by === null ? null : `By ${view.by}.`];
  const text = [...sentences, view.why].filter((sentence) => sentence !== null).map(markdownText);
  const head = markdownText(`${view.policies}, ${view.question}`);
  return `**${view.word.toUpperCase()}** · ${head}\n\n${text.map((line) => `- ${line}`).join("\n")}`;
}

function csvRow(row: Verdict): CsvRow {
  const { policy, baseline, reward, feed, estimand, estimator, verdict, reason } = row;
  const parameters = row.parameters === null ? null : JSON.stringify(row.parameters);
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  const { value, se, df, p, adjustedP, set, interval, lift, family, level } = row;
  const [setLower, setUpper] = set ?? [null, null];
  const [adjustedLower, adjustedUpper] = interval ?? [null, null];
  const difference = {
    value,
    setLower,
    setUpper,
    se,
    df,
    p,
    adjustedP,
    adjustedLower,
    adjustedUpper,
  };
  const numbers = { ...difference, ...liftCells(lift) };
  return {
    row: "verdict",
    ...question,
    verdict,
    ...numbers,
    family,
    level,
    ...reasonCells(reason),
  };
}
