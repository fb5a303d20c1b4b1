import { defineElement, type Element, type TextStyle } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { paragraphs } from "../../formats/text/blocks.js";
import { drawColumns } from "../../formats/text/columns.js";
import type { ReportedFeed } from "../../source.js";
import { describeModels, type ModelsView, type ModelView } from "../../words/fit-models.js";
import { intervalName } from "../../words/interval.js";
import { describeNote, type Note } from "../../words/model-notes.js";
import { type ModelTable, modelTables } from "./model-tables.js";

interface View extends ModelsView {
  readonly tables: readonly ModelTable[];
}

/** The models of a feed side by side, and what is to be known of each. */
export const models: Element<ReportedFeed> = defineElement({
  name: "models",
  title: null,
  view: (feed): View | null => {
    const { fitted, notes } = describeModels(feed);
    if (fitted.length === 0 && notes.length === 0) return null;
    const tables = fitted.length === 0 ? [] : modelTables(intervalName(feed.confidence));
    return { fitted, notes, tables };
  },
  html: ({ tables, fitted, notes }) =>
    html`${tables.map((table) => tableMarkup(table, fitted))}${tables.length > 0 && notes.length > 0 ? "\n" : null}${notes.length === 0 ? null : html`<ul>${notes.map(note)}</ul>`}`,
  text: ({ tables, fitted, notes }, style) => {
    const star = fitted.some(({ isKept }) => isKept) ? ["* kept"] : [];
    return [
      ...tables.map((table) => ({ lines: tableLines(table, fitted, style) })),
      { lines: paragraphs([...star, ...notes.map(describeNote)], style) },
    ];
  },
  markdown: ({ tables, fitted, notes }) => [
    ...tables.map((table) => tableBlock(table, fitted)),
    ...notes.map((each) => `- ${markdownText(describeNote(each))}`),
  ],
});

const note = ({ models: names, text }: Note): Markup =>
  html`<li><code>${names.join(", ")}</code>: ${text}</li>`;

function tableMarkup({ title, columns }: ModelTable, fitted: readonly ModelView[]): Markup {
  const headings = [
    { name: "Model" },
    ...columns.map(({ header, align }) => ({ name: header, numeric: align !== "left" })),
  ];
  const rows = fitted.map(
    (view) => html`
<tr${view.isKept ? html` class="chosen"` : null}><th scope="row">${view.model}${view.isKept ? " (kept)" : null}</th>${columns.map(({ align, cell }) => html`<td${align === "left" ? null : html` class="number"`}>${cell(view)}</td>`)}</tr>`,
  );
  return scrollingTable(title, headings, rows);
}

function tableLines(
  { title, columns }: ModelTable,
  fitted: readonly ModelView[],
  { width, paint }: TextStyle,
): readonly string[] {
  const names = fitted.map(({ model, isKept }) => `${model}${isKept ? " *" : ""}`);
  const cells = columns.map(({ cell, ...column }) => ({ ...column, cells: fitted.map(cell) }));
  const all = [{ header: "model", align: "left", cells: names } as const, ...cells];
  const none = fitted.map(() => null);
  return [paint("bold", title), ...drawColumns(all, none, width, paint)];
}

function tableBlock({ title, columns }: ModelTable, fitted: readonly ModelView[]): string {
  const headers = columns.map(({ header, align }) => (align === "left" ? header : `${header}>`));
  const rows = fitted.map((view) => [
    `${view.model}${view.isKept ? " (kept)" : ""}`,
    ...columns.map(({ cell }) => cell(view)),
  ]);
  return `### ${title}\n\n${markdownTable(["model", ...headers], rows)}`;
}
