import { capital } from "../../plain-line.js";
import { chapter, type ReportDocument } from "../document.js";
import { type CsvRow, defineElement, type Element } from "../element.js";
import type { Table } from "../tables/table.js";
import { mapStrings, printable } from "../words/printable.js";

/** One table of a document as a document of its own: CSV and JSON have all its columns, others those that hold anything. */
export const tableDocument = (table: Table, hindcast: string): ReportDocument => ({
  hindcast,
  title: capital(table.name),
  lead: "",
  chapters: [chapter([rowsOf(table)], table)],
  json: recordsOf(table),
  printable: () => tableDocument(mapStrings(table, printable), hindcast),
});

const recordsOf = ({ rows, columns }: Table): readonly CsvRow[] =>
  Array.from({ length: rows }, (_, at) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[at] ?? null])),
  );

const rowsOf = ({ name, columns }: Table): Element<Table> =>
  defineElement<Table, Table>({
    name,
    title: null,
    view: (table) => (table.rows === 0 ? null : table),
    body: ({ rows }) => [
      {
        caption: "",
        columns: columns.map((column) => ({
          header: column.name,
          numeric: column.type !== "text",
        })),
        rows: Array.from({ length: rows }, (_, at) =>
          columns.map(({ cells }) => String(cells[at] ?? "")),
        ),
      },
    ],
    csv: { columns: columns.map((column) => column.name), rows: recordsOf },
  });
