import type { Engine, Plan } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import { from, type Named, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import { type FileState, filesAt, readsFilesAlone } from "./files-read.js";
import { isSameTable } from "./same-table.js";

/** Where the names of a study are looked up. */
export interface Place {
  /** The same text for the same engine, address and database; it holds no secret. */
  readonly id: string;
  /** Files of this machine that hold tables. */
  readonly files: readonly string[];
}

/** What stands next to a kept result: whose it is, of which files, and when it was taken. */
export interface Origin {
  readonly engine: string;
  readonly place: string;
  readonly paths: readonly string[];
  readonly files: readonly FileState[];
  /** Whether files of this machine are all that was read, so that their states tell of every change. */
  readonly isKnown: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A statement whose result changes with most changes of the log. */
  readonly asks?: Pick<Plan, "columns" | "purpose"> & { readonly sql: string };
}

export interface KeptStatement {
  readonly marker: string;
  readonly origin: Origin;
}

/** The origin of what a plan is about to read. */
export async function originNow(
  reader: Engine,
  { dialect }: Engine,
  plan: Plan,
  where: Pick<Origin, "engine" | "paths"> & { readonly place: Place },
): Promise<Origin> {
  const { engine, place, paths } = where;
  const files = await filesAt(reader, paths);
  const { columns, purpose, relation, tellsState } = plan;
  const isKnown = readsFilesAlone(relation, place.files.length > 0);
  const asks = { columns, purpose, sql: printPlan(plan, dialect) };
  const own = { engine, place: place.id, paths, files, isKnown, at: Date.now() };
  return tellsState === true && !isKnown ? { ...own, asks } : own;
}

/** Why what was kept is not of the same engine, place and files; undefined where it is. */
export async function whyOther(
  reader: Engine,
  { engine: before, place: placeBefore, paths, files }: Origin,
  engine: string,
  place: Place,
): Promise<string | undefined> {
  if (before !== engine) return `it is of ${before}, and this run is on ${engine}`;
  if (placeBefore !== place.id) return "it is of another database or address than this run";
  const now = await filesAt(reader, paths);
  const other = [...files, ...now].find(
    (file) => !(files.some(isSame(file)) && now.some(isSame(file))),
  );
  return other === undefined ? undefined : `${other.path} has changed since`;
}

const isSame =
  (file: FileState) =>
  ({ path, size, modified }: FileState): boolean =>
    path === file.path && size === file.size && modified === file.modified;

const anHour = 3_600_000;

/**
 * Why results of tables, queries and remote files are not used: no state of a file tells of a change there, so
 * that counts and ranges are asked again. `keptOf` reads what they were.
 */
export async function whyChanged(
  engine: Engine,
  kept: readonly KeptStatement[],
  keptOf: (statement: KeptStatement) => Promise<Table | undefined>,
): Promise<string | undefined> {
  const unknown = kept.filter(({ origin }) => !origin.isKnown);
  if (unknown.length === 0) return undefined;
  if (unknown.some(({ origin }) => !(Date.now() - origin.at < anHour)))
    return "it is more than an hour old, and nothing says when a table, a query's rows or a remote file were written";
  let compared = 0;
  for (const statement of unknown) {
    const { asks } = statement.origin;
    if (asks === undefined) continue;
    const before = await keptOf(statement);
    if (before === undefined) continue;
    const after = await collect(engine, planAgain(asks));
    if (!isSameTable(before, after, asks))
      return `the log has changed since: its ${asks.purpose} differ`;
    compared += 1;
  }
  return compared > 0 ? undefined : "it has no counts by which a change of the log would show";
}

function planAgain({ columns, purpose, sql }: NonNullable<Origin["asks"]>): Plan {
  const own = columns.map(({ name }): Named => [name, column(name)]);
  return { purpose, columns, relation: select(from({ kind: "sql", sql }), own), isFresh: true };
}
