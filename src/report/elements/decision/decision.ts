import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import type { ReportedResult } from "../../source.js";
import { intervalName } from "../../words/interval.js";
import { type DecisionCell, type DecisionView, describeDecision } from "./decision-view.js";
import { decisionLines } from "./matrix-text.js";

/** Every line at a glance: policies by rewards, what follows, and what is not settled. */
export const decision: Element<ReportedResult> = defineElement({
  name: "decision",
  title: "Decision",
  brief: true,
  view: describeDecision,
  html: (view: DecisionView) =>
    html`${
      view.isTitle
        ? null
        : html`<p class="conclusion">${view.conclusion}</p>
`
    }${
      view.truth === null
        ? null
        : html`<p>${view.truth.sentence}</p>
`
    }${view.online.map(
      (sentence) => html`<p>${sentence}</p>
`,
    )}${scrollingTable(captionOf(view), headingsOf(view), view.rows.map(htmlRow(view)))}`,
  text: (view, style) =>
    decisionLines(view, style).flatMap((lines) => (lines.length === 0 ? [] : [{ lines }])),
  markdown: (view) => [
    ...(view.isTitle ? [] : [`**${markdownText(view.conclusion)}**`]),
    ...(view.truth === null ? [] : [markdownText(view.truth.sentence)]),
    ...view.online.map(markdownText),
    markdownTable(
      headingsOf(view).map(({ name }) => name),
      view.rows.map((row) => [
        row.policy,
        ...(hasFeeds(view) ? [row.feed ?? ""] : []),
        ...row.cells.map((cell) => (cell === null ? "" : `${cell.word} ${cell.numbers}`.trimEnd())),
      ]),
    ),
  ],
  derived: ({ percentages, truth, rows, open }) => [
    ...percentages,
    ...(truth?.numbers ?? []),
    ...Array.from({ length: rows.flatMap(({ cells }) => cells).length + 1 }, (_, count) => count),
    ...open.map(({ lines }) => lines),
  ],
  style:
    ".conclusion{font-weight:600}td.cell .word{color:var(--tone);font-weight:600;margin-right:.4rem}td.cell .interval{white-space:nowrap}@media(max-width:34rem){td.cell .word{display:block}}",
});

const captionOf = ({ baselines, confidence }: DecisionView): string =>
  `Lift against ${baselines.join(", ")} [${intervalName(confidence)}]`;

const hasFeeds = ({ rows }: DecisionView): boolean => rows.some(({ feed }) => feed !== null);

const headingsOf = (view: DecisionView): readonly { readonly name: string }[] =>
  ["Policy", ...(hasFeeds(view) ? ["Feed"] : []), ...view.columns].map((name) => ({ name }));

const htmlRow =
  (view: DecisionView) =>
  ({ policy, feed, cells }: DecisionView["rows"][number]): Markup =>
    html`
<tr><th scope="row">${policy}</th>${hasFeeds(view) ? html`<td>${feed ?? ""}</td>` : null}${cells.map(htmlCell)}</tr>`;

const htmlCell = (cell: DecisionCell | null): Markup =>
  cell === null
    ? html`<td></td>`
    : html`<td class="cell ${cell.verdict}"><span class="word">${cell.word}</span>${wholeInterval(cell.numbers)}</td>`;

/** A narrow column parts a lift from its interval, and no interval. */
function wholeInterval(numbers: string): Markup {
  const [lift, interval] = numbers.split(/ (?=\[)/);
  return interval === undefined
    ? html`${lift}`
    : html`${lift} <span class="interval">${interval}</span>`;
}
