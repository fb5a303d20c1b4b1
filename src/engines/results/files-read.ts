import { stat } from "node:fs/promises";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { from, inputsOf, type Relation, type SourceRef, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";

/** A file that a statement reads: whether it is the same now shows by its size and when it was written. */
export interface FileState {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

const remote = /^[a-z][a-z0-9+.-]+:\/\//i;
const pattern = /[*?[{]/;

/** The paths and patterns of this machine that a relation reads. */
export const pathsRead = (relation: Relation): readonly string[] =>
  [...new Set(sourcesOf(relation).flatMap(pathsIn))].filter((path) => !remote.test(path)).sort();

/** Whether all of a source are files of this machine. A table is not taken for one: it may be a view of other files. */
export function isOfFiles(source: SourceRef): boolean {
  const own: Readonly<Record<SourceRef["kind"], boolean>> = {
    files: true,
    iceberg: true,
    table: false,
    sql: false,
    rows: false,
  };
  return own[source.kind] && pathsIn(source).every((path) => !remote.test(path));
}

/** The states of the files that paths and patterns stand for; a folder stands for the files in it. */
export async function filesAt(
  reader: Engine,
  paths: readonly string[],
): Promise<readonly FileState[]> {
  const files = await Promise.all(paths.map((path) => filesOf(reader, path)));
  const states = await Promise.all([...new Set(files.flat())].sort().map(stateOf));
  return states.flatMap((state) => state ?? []);
}

/** The sources that a relation reads, each once. */
export function sourcesOf(relation: Relation): readonly SourceRef[] {
  const seen = new Set<Relation>();
  const found: SourceRef[] = [];
  const visit = (node: Relation): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "source") found.push(node.source);
    inputsOf(node).forEach(visit);
  };
  visit(relation);
  return found;
}

function pathsIn(source: SourceRef): readonly string[] {
  if (source.kind === "files") return source.paths;
  return source.kind === "iceberg" ? [source.path] : [];
}

async function filesOf(reader: Engine, path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return [path];
  if (found?.isDirectory() === true) return globbed(reader, `${path}/**`);
  return pattern.test(path) ? globbed(reader, path) : [];
}

async function globbed(reader: Engine, path: string): Promise<readonly string[]> {
  const sql = `SELECT file FROM glob(${duckdbDialect.text(path)})`;
  const { columns } = await collect(reader, {
    purpose: "files of the log",
    relation: select(from({ kind: "sql", sql }), [["file", column("file")]]),
    columns: [{ name: "file", type: "text" }],
  });
  return Array.from(columns.get("file") ?? [], String);
}

const stateOf = (path: string): Promise<FileState | undefined> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ path, size, modified: mtimeMs }),
    () => undefined,
  );
