import type { CheckReport } from "../../../evaluate/index.js";
import { showCount, showStatistic } from "../../../numeric/index.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable } from "../../formats/markdown/table.js";
import { paragraphs, titled } from "../../formats/text/blocks.js";
import { drawColumns } from "../../formats/text/columns.js";

type Profile = NonNullable<CheckReport["profile"]>;
type ColumnProfile = Profile["columns"][number];

interface View {
  readonly rows: readonly RowView[];
  readonly columns: readonly ColumnProfile[];
  readonly total: number;
  /** Rows of a list and the share of first ranks, in words. */
  readonly lists: string;
  readonly share: number | null;
}

interface RowView {
  readonly name: string;
  readonly uses: string;
  readonly type: string;
  readonly empty: string;
  readonly distinct: string;
  readonly range: string;
  readonly mean: string;
}

const headings = ["column", "used as", "type", "empty", "distinct", "range", "average"] as const;

/** What each column of the log holds. */
export const profile: Element<CheckReport> = defineElement({
  name: "profile",
  title: "Columns",
  view: ({ profile: found }): View | null =>
    found === undefined || found.columns.length === 0
      ? null
      : {
          rows: found.columns.map((column) => describeColumn(column, found.rows)),
          columns: found.columns,
          total: found.rows,
          lists: listsOf(found),
          share: found.atFirstRank ?? null,
        },
  html: ({ rows, lists }) => {
    const table = scrollingTable(
      "Columns of the log",
      headings.map((name, at) => ({ name, numeric: at > 2 })),
      rows.map(
        ({ name, ...cells }) => html`
<tr><th scope="row">${name}</th>${Object.values(cells).map((cell, at) => (at > 1 ? html`<td class="number">${cell}</td>` : html`<td>${cell}</td>`))}</tr>`,
      ),
    );
    return lists === "" ? table : html`${table}<p>${lists}</p>`;
  },
  text: ({ rows, lists }, style) => {
    const cells = (of: (row: RowView) => string): readonly string[] => rows.map(of);
    const lines = drawColumns(
      [
        { header: "column", align: "left", cells: cells(({ name }) => name) },
        { header: "used as", align: "left", cells: cells(({ uses }) => uses) },
        { header: "type", align: "left", cells: cells(({ type }) => type), spare: 2 },
        { header: "empty", align: "right", cells: cells(({ empty }) => empty) },
        { header: "distinct", align: "right", cells: cells(({ distinct }) => distinct) },
        { header: "range", align: "left", cells: cells(({ range }) => range) },
        { header: "average", align: "right", cells: cells(({ mean }) => mean), spare: 1 },
      ],
      rows.map(() => null),
      style.width,
      style.paint,
    );
    const below = lists === "" ? [] : paragraphs([lists], style);
    return titled("Columns", [...lines, ...below], style);
  },
  markdown: ({ rows, lists }) => [
    `## Columns\n\n${markdownTable(
      headings.map((name, at) => (at > 2 ? `${name}>` : name)),
      rows.map((row) => Object.values(row)),
    )}`,
    ...(lists === "" ? [] : [lists]),
  ],
  csv: {
    columns: ["row", "name", "value", "uses", "type", "distinct", "low", "high", "average"],
    rows: ({ columns }) =>
      columns.map(({ name, values, uses, type, distinct, range, mean }) => ({
        row: "column",
        name,
        value: values,
        uses: uses.join(" "),
        type,
        distinct,
        low: range?.[0] ?? null,
        high: range?.[1] ?? null,
        average: mean,
      })),
  },
  derived: ({ columns, total, share }) => [
    ...columns.map(({ values }) => (total === 0 ? 0 : 100 * (1 - values / total))),
    ...(share === null ? [] : [100 * share]),
  ],
});

/** "4.86 rows a trajectory on average; 20.6 % of rows are at rank 1." */
function listsOf({ rowsPerTrajectory, atFirstRank }: Profile): string {
  const said = [
    ...(rowsPerTrajectory
      ? [`${showStatistic(rowsPerTrajectory)} rows a trajectory on average`]
      : []),
    ...(typeof atFirstRank === "number"
      ? [`${showStatistic(100 * atFirstRank)} % of rows are at rank 1`]
      : []),
  ];
  return said.length === 0 ? "" : `${said.join("; ")}.`;
}

function describeColumn(
  { name, type, uses, values, distinct, range, mean }: ColumnProfile,
  rows: number,
): RowView {
  return {
    name,
    uses: uses.map((use) => use.replace(/^log\.|^policies\./, "")).join(", "),
    type,
    empty: values === rows ? "0" : `${showStatistic((100 * (rows - values)) / rows)} %`,
    distinct: distinct === null ? "" : showCount(distinct),
    range: range === null ? "" : range.map(showEnd).join(" to "),
    mean: mean === null ? "" : showStatistic(mean),
  };
}

const showEnd = (end: number | string): string =>
  typeof end === "number" ? (Number.isInteger(end) ? showCount(end) : showStatistic(end)) : end;
