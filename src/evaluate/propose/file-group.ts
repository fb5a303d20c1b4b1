import { type SourceSpec, sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type ChangesInFiles, queryOfFiles } from "./query-of-files.js";
import { type Kinds, quotedName } from "./rows-in-query.js";

/** Files with the same columns, and how they are read. */
export interface FileGroup {
  readonly files: readonly string[];
  readonly changes: ChangesInFiles;
  /** The files as changed, and the columns that they have then. */
  readonly source: SourceSpec;
  readonly columns: readonly SourceColumn[];
  /** Where a row is an event. */
  readonly kinds?: Kinds;
}

export async function changed(
  { engine, options }: Connection,
  group: FileGroup,
  more: ChangesInFiles,
): Promise<FileGroup> {
  const changes = { ...group.changes, ...more };
  const source = { sql: queryOfFiles(group.files, changes) };
  const columns = await engine.describe(sourceRef(source), options);
  return { ...group, changes, source, columns };
}

export const rowsIn = ({ files, changes }: FileGroup): string =>
  `(${queryOfFiles(files, changes)})`;

type Aggregates = Readonly<Record<string, string>>;

/** The one row of aggregates of DuckDB's, by their names, over rows of its own. */
export function askOfRows(
  { engine, options }: Connection,
  rows: string,
  aggregates: Aggregates,
  as: "double" | "text" = "double",
): Promise<Table> {
  const names = Object.keys(aggregates);
  const values = names.map((name) => `${aggregates[name]} as ${quotedName(name)}`);
  const source = sourceRef({ sql: `select ${values.join(", ")} from ${rows}` });
  const columns = names.map((name) => [name, cast(column(name), as)] as const);
  return collect(engine, plan("what lists hold", select(from(source), columns)), options);
}

interface Answers {
  readonly number: (key: string) => number;
  readonly numberOrNull: (key: string) => number | null;
  readonly text: (key: string) => string;
}

/** Columns with what aggregates give of each, by their names; of no column nothing is asked. */
export async function askOfColumns<C extends { readonly name: string }>(
  connection: Connection,
  rows: string,
  columns: readonly C[],
  aggregatesOf: (name: string, column: C) => Aggregates,
  as: "double" | "text" = "double",
): Promise<readonly (C & Answers)[]> {
  if (columns.length === 0) return [];
  const all = columns.flatMap((column, at) =>
    Object.entries(aggregatesOf(quotedName(column.name), column)).map(([key, sql]) => [
      `${key}_${at}`,
      sql,
    ]),
  );
  const answer = await askOfRows(connection, rows, Object.fromEntries(all), as);
  return columns.map((column, at) => ({
    ...column,
    number: (key) => answer.numberOrZero(`${key}_${at}`),
    numberOrNull: (key) => answer.numberOrNull(`${key}_${at}`),
    text: (key) => answer.text(`${key}_${at}`) ?? "",
  }));
}
