import type { CheckReport } from "../../../evaluate/check.js";
import { showCount, showStatistic } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";

type Profile = NonNullable<CheckReport["profile"]>;
type ColumnProfile = Profile["columns"][number];

interface View {
  readonly rows: Grid["rows"];
  readonly columns: readonly ColumnProfile[];
  readonly total: number;
  /** Rows of a list and the share of first ranks, in words. */
  readonly lists: string;
  readonly share: number | null;
}

export const profile: Element<CheckReport> = defineElement({
  name: "profile",
  title: "Columns",
  view: ({ profile }): View | null =>
    profile === undefined || profile.columns.length === 0
      ? null
      : {
          rows: profile.columns.map((column) => describeColumn(column, profile.rows)),
          columns: profile.columns,
          total: profile.rows,
          lists: listsOf(profile),
          share: profile.atFirstRank ?? null,
        },
  body: ({ rows, lists }) => [
    {
      caption: "Columns of the log",
      columns: [
        ...[...texts("column", "used as"), { header: "type", spare: 2 }],
        ...numeric("empty", "distinct", "range"),
        { header: "average", numeric: true, spare: 1 },
      ],
      rows,
      notes: lists === "" ? [] : [lists],
    },
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

/** "4.86 rows per trajectory on average; 20.6 % of rows are at rank 1." */
function listsOf({ rowsPerTrajectory, atFirstRank }: Profile): string {
  const said = [
    ...(rowsPerTrajectory
      ? [`${showStatistic(rowsPerTrajectory)} rows per trajectory on average`]
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
): readonly string[] {
  return [
    name,
    uses.map((use) => use.replace(/^log\.|^policies\./, "")).join(", "),
    type,
    values === rows ? "0" : `${showStatistic((100 * (rows - values)) / rows)} %`,
    distinct === null ? "" : showCount(distinct),
    range === null ? "" : range.map(showEnd).join(" to "),
    mean === null ? "" : showStatistic(mean),
  ];
}

const showEnd = (end: number | string): string =>
  typeof end === "number" ? (Number.isInteger(end) ? showCount(end) : showStatistic(end)) : end;
