import type { CsvCell } from "../formats/csv/line.js";
import type { ReportedResult } from "../source.js";

export type ColumnType = "text" | "number" | "whole";

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** One for each row; null where there is none. */
  readonly cells: readonly (CsvCell | null)[];
}

/** One kind of row of an answer, with typed columns: what data frames and databases read. */
export interface Table {
  readonly name: string;
  readonly rows: number;
  readonly columns: readonly TableColumn[];
}

type Of<Row> = (row: Row, result: ReportedResult) => CsvCell | null | undefined;

/** What a column is named, its type, and what it holds of a row. */
export type ColumnOf<Row> = readonly [name: string, type: ColumnType, of: Of<Row>];

export interface TableSpec {
  readonly name: string;
  readonly table: (result: ReportedResult) => Table;
}

export const defineTable = <Row>(
  name: string,
  rowsOf: (result: ReportedResult) => readonly Row[],
  columns: readonly ColumnOf<Row>[],
): TableSpec => ({
  name,
  table: (result) => {
    const rows = rowsOf(result);
    return {
      name,
      rows: rows.length,
      columns: columns.map(([name, type, of]) => ({
        name,
        type,
        cells: rows.map((row) => finite(of(row, result) ?? null)),
      })),
    };
  },
});

/** No cell holds what is not a number. */
const finite = (cell: CsvCell | null): CsvCell | null =>
  typeof cell === "number" && !Number.isFinite(cell) ? null : cell;
