import { type CsvRow, defineElement, type Element, type TextStyle } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { titled } from "../../formats/text/blocks.js";
import type { Style } from "../../formats/text/paint.js";
import { padEnd, wrap } from "../../formats/text/wrap.js";
import type { ReportedResult } from "../../source.js";
import {
  describeSurvivals,
  isNotable,
  type SurvivalRow,
  type SurvivalView,
} from "./survival-view.js";

const title = "Does the decision survive?";

/** Whether each verdict survives the dangers to it, and the difference under the reading of each. */
export const survives: Element<ReportedResult> = defineElement({
  name: "survives",
  title,
  view: (result): readonly SurvivalView[] | null => {
    const views = describeSurvivals(result);
    return views.length === 0 ? null : views;
  },
  html: (views) => html`${views.map(section)}`,
  text: (views, style) =>
    titled(
      title,
      views.flatMap((view) => textLines(view, style)),
      style,
    ),
  markdown: (views) => [`## ${title}`, ...views.map(markdownBlock)],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "parameters", "reward", "estimand", "feed"],
      ...["value", "se", "survives", "sign", "code", "message"],
    ],
    optional: ["survives", "sign"],
    rows: (views) => views.flatMap(csvRows),
  },
  style: ".refuses th,.refuses .answer{color:var(--worse);font-weight:600}",
});

const headings = [
  { name: "Danger" },
  { name: "Survives" },
  { name: "The log shows" },
  { name: "Difference under it (± standard error)", numeric: true },
  { name: "What was found" },
];

/** A table, folded away where no danger refuses the line. */
function section(view: SurvivalView): Markup {
  const table = scrollingTable(view.title, headings, view.rows.map(tableRow));
  if (view.refuses) return table;
  return html`<details><summary>${view.title}</summary>${table}</details>
`;
}

const tableRow = ({ survival, answer, sign, difference }: SurvivalRow): Markup => html`
<tr${survival.survives ? null : html` class="refuses"`}><th scope="row">${survival.title}</th><td class="answer">${answer}</td><td>${sign}</td><td class="number">${difference}</td><td>${survival.message}</td></tr>`;

const styles: Readonly<Record<SurvivalRow["answer"], Style>> = {
  yes: "green",
  NO: "red",
  "not tested": "yellow",
};

const INDENT = 16;

/** What binds, refuses or watches, and the names of the others. */
function textLines({ title: head, rows }: SurvivalView, style: TextStyle): readonly string[] {
  const others = rows.filter((row) => !isNotable(row)).map(({ survival }) => survival.title);
  const rest =
    others.length === 0 ? [] : wrap(`survives: ${others.join(", ")}`, style.width - 4, 2);
  return [
    `  ${style.paint("bold", head)}`,
    ...rows.filter(isNotable).flatMap((row) => rowLines(row, style)),
    ...rest.map((line) => `    ${line}`),
  ];
}

function rowLines(row: SurvivalRow, { width, paint }: TextStyle): readonly string[] {
  const { survival, answer, difference } = row;
  const head = `    ${paint(styles[answer], padEnd(answer, INDENT - 4))}${paint("bold", survival.title)}`;
  const under = difference === null ? "" : `: difference ${difference}`;
  const lines = wrap(survival.message, width - INDENT, 2);
  return [`${head}${under}`, ...lines.map((line) => `${" ".repeat(INDENT)}${line}`)];
}

function markdownBlock({ title: head, rows }: SurvivalView): string {
  const cells = rows.map(({ survival, answer, sign, difference }) => [
    survival.title,
    answer,
    sign,
    difference ?? "",
    survival.message,
  ]);
  const headers = ["danger", "survives", "the log shows", "difference under it ± se>", "found"];
  return `### ${markdownText(head)}\n\n${markdownTable(headers, cells)}`;
}

function csvRows({ verdict, rows }: SurvivalView): readonly CsvRow[] {
  const { policy, baseline, estimator, reward, estimand, feed } = verdict;
  const parameters = verdict.parameters === null ? null : JSON.stringify(verdict.parameters);
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  return rows.map(({ survival, answer, sign }) => ({
    row: "survival",
    ...question,
    value: survival.alternative?.difference ?? null,
    se: survival.alternative?.se ?? null,
    survives: answer.toLowerCase(),
    sign,
    code: survival.danger,
    message: survival.message,
  }));
}
