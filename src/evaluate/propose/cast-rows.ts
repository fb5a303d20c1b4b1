import { sourceRef } from "../../log/index.js";
import type { Connection, SourceColumn } from "../../sql/index.js";
import { type CastColumn, castsIn } from "./casts-in.js";
import type { FileGroup } from "./propose-log.js";
import { queryOfFiles } from "./query-of-files.js";

/** The rows with the columns cast that could be named then, where the log is files as they are. */
export async function castRows(
  connection: Connection,
  log: FileGroup,
): Promise<{ readonly log: FileGroup; readonly casts: readonly CastColumn[] }> {
  const isPlain = "files" in log.source;
  const casts = isPlain ? await castsIn(connection, sourceRef(log.source), log.columns) : [];
  return { casts, log: casts.length === 0 ? log : withCasts(log, casts) };
}

/** The files by a query that casts columns. */
const withCasts = (
  { files, columns, ...log }: FileGroup,
  casts: readonly CastColumn[],
): FileGroup => ({
  ...log,
  files,
  source: { sql: queryOfFiles(files, { columns, casts }) },
  columns: columns.map((each) =>
    casts.some(({ name }) => name === each.name)
      ? { ...each, type: typeOfCast(each, casts) }
      : each,
  ),
});

const typeOfCast = ({ name }: SourceColumn, casts: readonly CastColumn[]): SourceColumn["type"] =>
  casts.find((each) => each.name === name)?.sql.includes("DOUBLE") === true ? "double" : "bigint";
