import { type CsvRow, defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { titled } from "../../formats/text/blocks.js";
import type { ReportedResult } from "../../source.js";
import {
  describeSurvivals,
  notTestableSentence,
  type SurvivalRow,
  type SurvivalView,
} from "./survival-view.js";
import { blockLines } from "./text-block.js";

const title = "Does the decision survive?";

/** Whether each verdict survives the dangers to it, where it would flip and what the log shows. */
export const survives: Element<ReportedResult> = defineElement({
  name: "survives",
  title,
  view: (result): readonly SurvivalView[] | null => {
    const views = describeSurvivals(result);
    return views.length === 0 ? null : views;
  },
  html: (views) => html`${views.map(section)}`,
  text: (views, style) => titled(title, blockLines(views, style), style),
  markdown: (views) => [`## ${title}`, ...views.map(markdownBlock)],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["value", "se", "adjustedLo", "adjustedHi", "survives", "sign"],
      ...["tipping", "tippingUnit", "measured", "measuredSe", "measuredUnit", "code", "message"],
    ],
    optional: [
      "survives",
      "sign",
      "tipping",
      "tippingUnit",
      "measured",
      "measuredSe",
      "measuredUnit",
    ],
    rows: (views) => views.flatMap(csvRows),
  },
  derived: (views) => [views.length, ...views.map(({ rows }) => rows.length)],
  style:
    ".refuses th,.refuses .answer{color:var(--worse);font-weight:600}.found{font-size:.8125rem;color:var(--quiet)}",
});

const headings = [
  { name: "Danger" },
  { name: "Survives" },
  { name: "It would flip at" },
  { name: "This log shows" },
  { name: "Difference under it (± standard error)", numeric: true },
];

/** A table, folded away where no danger refuses the line. */
function section(view: SurvivalView): Markup {
  const table = html`${scrollingTable(view.title, headings, view.rows.map(tableRow))}${untested(view)}`;
  if (view.refuses) return table;
  return html`<details><summary>${view.title}</summary>${table}</details>
`;
}

const tableRow = (row: SurvivalRow): Markup => html`
<tr${row.survival.survives !== false ? null : html` class="refuses"`}><th scope="row">${row.survival.title}</th><td class="answer">${row.answer}</td><td>${row.tipping}</td><td>${row.measured}${found(row)}</td><td class="number">${row.difference}</td></tr>`;

const found = ({ survival: { message } }: SurvivalRow): Markup | null =>
  message === "" ? null : html`<div class="found">${message}</div>`;

const untested = ({ notTestable }: SurvivalView): Markup | null =>
  notTestable.length === 0 ? null : html`<p class="note">${notTestableSentence(notTestable)}</p>`;

function markdownBlock({ title: head, rows, notTestable }: SurvivalView): string {
  const cells = rows.map(({ survival, answer, tipping, measured, difference }) => [
    survival.title,
    answer,
    tipping,
    measured,
    difference ?? "",
  ]);
  const headers = [
    "danger",
    "survives",
    "it would flip at",
    "this log shows",
    "difference under it ± se>",
  ];
  const rest =
    notTestable.length === 0 ? "" : `\n\n${markdownText(notTestableSentence(notTestable))}`;
  return `### ${markdownText(head)}\n\n${markdownTable(headers, cells)}${rest}`;
}

function csvRows({ verdict, rows }: SurvivalView): readonly CsvRow[] {
  const { policy, baseline, estimator, reward, estimand, feed } = verdict;
  const parameters = verdict.parameters === null ? null : JSON.stringify(verdict.parameters);
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  return rows.map(({ survival, answer, sign }) => {
    const { alternative, interval, tipping, measured, danger, message } = survival;
    const [adjustedLo, adjustedHi] = interval ?? [null, null];
    return {
      row: "survival",
      ...question,
      value: alternative?.difference ?? null,
      se: alternative?.se ?? null,
      adjustedLo,
      adjustedHi,
      survives: answer.toLowerCase(),
      sign,
      tipping: tipping?.value ?? null,
      tippingUnit: tipping?.unit ?? null,
      measured: measured.value,
      measuredSe: measured.se,
      measuredUnit: measured.unit,
      code: danger,
      message: message === "" ? null : message,
    };
  });
}
