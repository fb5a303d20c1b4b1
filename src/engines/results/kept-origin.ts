import type { CallOptions, Engine, Plan } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import { from, type Named, type SourceRef, select, sourcesIn } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { Table } from "../../sql/run/table.js";
import { isSameTable } from "./read-agreeing.js";
import {
  type FileState,
  filesAt,
  isOfFiles,
  nameOf,
  pathsHere,
  type SourceState,
  type SourceStates,
} from "./source-states.js";

export interface Place {
  /** The same text for the same engine, address and database; it holds no secret. */
  readonly id: string;
  /** Files of this machine that hold tables. */
  readonly files: readonly string[];
}

export interface Run {
  readonly reader: Engine;
  readonly engine: Engine;
  readonly name: string;
  readonly place: Place;
  readonly sources: SourceStates;
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

export async function originNow(
  { reader, engine: { dialect }, name, place, sources }: Run,
  plan: Plan,
  call: CallOptions,
): Promise<Origin> {
  const { columns, purpose, relation, tellsState } = plan;
  const read = sourcesIn(relation);
  const paths = [...new Set([...place.files, ...pathsHere(read)])];
  const files = await filesAt(reader, paths);
  const sourceStates = await Promise.all(
    read.map(async (source) => ({ source, state: await sources.of(source, call) })),
  );
  const states = sourceStates.flatMap(({ source, state }) =>
    state === undefined ? [] : [{ source, state }],
  );
  // What a path means on a server's machine, no file of this machine tells.
  const isHere = (source: SourceRef): boolean => dialect.state === undefined && isOfFiles(source);
  const isKnown = sourceStates.every(({ source, state }) => state !== undefined || isHere(source));
  const asks = { columns, purpose, sql: printPlan(plan, dialect) };
  const origin = { engine: name, place: place.id, paths, files, states, isKnown, at: Date.now() };
  return tellsState === true && !isKnown ? { ...origin, asks } : origin;
}

/** Why what was kept is not used; undefined where it is of the same engine, place and log. `keptOf` reads what it was. */
export async function whyNotUsed(
  run: Run,
  kept: readonly KeptStatement[],
  keptOf: (statement: KeptStatement) => Promise<Table | undefined>,
): Promise<string | undefined> {
  const others = await Promise.all(kept.map(({ origin }) => whyOther(run, origin)));
  return (
    others.find((why) => why !== undefined) ??
    (await whyWritten(run, kept)) ??
    (await whyChanged(run, kept, keptOf))
  );
}

async function whyOther(
  { reader, name, place }: Run,
  { engine: before, place: placeBefore, paths, files }: Origin,
): Promise<string | undefined> {
  if (before !== name) return `it is of ${before}, and this run is on ${name}`;
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

async function whyWritten(
  { sources }: Run,
  kept: readonly KeptStatement[],
): Promise<string | undefined> {
  for (const { source, state } of kept.flatMap(({ origin }) => origin.states ?? [])) {
    if ((await sources.of(source)) !== state) return `${nameOf(source)} was written since`;
  }
  return undefined;
}

const anHour = 3_600_000;

/** Of sources of which nothing says when they were written (views, queries, remote files) counts and ranges are asked again. */
async function whyChanged(
  { engine }: Run,
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
    const before = asks && (await keptOf(statement));
    if (asks === undefined || before === undefined) continue;
    const values = asks.columns.map(({ name }): Named => [name, column(name)]);
    const relation = select(from({ kind: "sql", sql: asks.sql }), values);
    const { columns, purpose } = asks;
    const after = await collect(engine, { purpose, columns, relation, isFresh: true });
    if (!isSameTable(before, after, asks))
      return `the log has changed since: its ${purpose} differ`;
    compared += 1;
  }
  return compared > 0 ? undefined : "it has no counts by which a change of the log would show";
}
