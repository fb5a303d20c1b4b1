import type { CallOptions, Engine, Plan } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import { from, type Named, type SourceRef, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import { type FileState, filesAt, isOfFiles, sourcesOf } from "./files-read.js";
import { isSameTable } from "./same-table.js";
import { nameOf, type SourceState, type SourceStates } from "./source-states.js";

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
  /** What the engine said of the sources that are not files of this machine, where it could. */
  readonly states?: readonly SourceState[];
  /** Whether the states of files and sources show every change of what was read. */
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
  where: Pick<Origin, "engine" | "paths"> & {
    readonly place: Place;
    readonly sources: SourceStates;
  },
  call: CallOptions,
): Promise<Origin> {
  const { engine, place, paths, sources } = where;
  const { columns, purpose, relation, tellsState } = plan;
  const files = await filesAt(reader, paths);
  const read = sourcesOf(relation);
  const known = await Promise.all(
    read.map(async (source) => ({ source, state: await sources.of(source, call) })),
  );
  const states = known.flatMap(({ source, state }) =>
    state === undefined ? [] : [{ source, state }],
  );
  // What a path means on a server's machine, no file of this machine tells.
  const isHere = (source: SourceRef): boolean => dialect.state === undefined && isOfFiles(source);
  const isKnown = known.every(({ source, state }) => state !== undefined || isHere(source));
  const asks = { columns, purpose, sql: printPlan(plan, dialect) };
  const own = { engine, place: place.id, paths, files, states, isKnown, at: Date.now() };
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

/** Why what was kept is not used, where the engine says that a source of it was written since. */
export async function whyWritten(
  kept: readonly KeptStatement[],
  sources: SourceStates,
): Promise<string | undefined> {
  for (const { source, state } of kept.flatMap(({ origin }) => origin.states ?? [])) {
    if ((await sources.of(source)) !== state) return `${nameOf(source)} was written since`;
  }
  return undefined;
}

/**
 * Why results of sources are not used of which nothing says when they were written (views, queries, remote files):
 * counts and ranges are asked again. `keptOf` reads what they were.
 */
export async function whyChanged(
  engine: Engine,
  kept: readonly KeptStatement[],
  keptOf: (statement: KeptStatement) => Promise<Table | undefined>,
): Promise<string | undefined> {
  const unknown = kept.filter(({ origin }) => !origin.isKnown);
  if (unknown.length === 0) return undefined;
  if (unknown.some(({ origin }) => !(Date.now() - origin.at < anHour)))
    return "it is more than an hour old, and nothing says when its view, query or remote file was written";
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
