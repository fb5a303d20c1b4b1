import { stat } from "node:fs/promises";
import { EngineError, type EngineFailure } from "../../errors.js";
import { withoutSecrets } from "../../secrets.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { structuralKey } from "../../sql/passes/structural-key.js";
import { from, type SourceRef, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { globbed } from "./globbed.js";

/** A file that a statement reads: whether it is the same now shows by its size and when it was written. */
export interface FileState {
  readonly path: string;
  readonly size: number;
  readonly modified: number;
}

const remote = /^[a-z][a-z0-9+.-]+:\/\//i;
const pattern = /[*?[{]/;

function pathsOf(source: SourceRef): readonly string[] {
  if (source.kind === "files") return source.paths;
  return source.kind === "iceberg" ? [source.path] : [];
}

export const pathsHere = (sources: readonly SourceRef[]): readonly string[] =>
  [...new Set(sources.flatMap(pathsOf))].filter((path) => !remote.test(path)).sort();

/** Whether all of a source are files of this machine. A table is not taken for one: it may be a view of other files. */
export const isOfFiles = (source: SourceRef): boolean =>
  (source.kind === "files" || source.kind === "iceberg") &&
  pathsOf(source).every((path) => !remote.test(path));

/** The states of the files that paths and patterns stand for; a folder stands for the files in it. */
export async function filesAt(
  reader: Engine,
  paths: readonly string[],
): Promise<readonly FileState[]> {
  const files = await Promise.all(paths.map((path) => filesOf(reader, path)));
  const states = await Promise.all(
    [...new Set(files.flat())].sort().map(async (path) => {
      const stats = await stat(path).catch(() => undefined);
      return stats && { path, size: stats.size, modified: stats.mtimeMs };
    }),
  );
  return states.filter((state) => state !== undefined);
}

async function filesOf(reader: Engine, path: string): Promise<readonly string[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() === true) return [path];
  if (stats?.isDirectory() === true) return globbed(reader, `${path}/**`);
  return pattern.test(path) ? globbed(reader, path) : [];
}

/** What an engine says of the version of a source: of its files, its parts or its rows. */
export interface SourceState {
  readonly source: SourceRef;
  readonly state: string;
}

export interface SourceStates {
  /** The state of a source when this run first asked; undefined where the engine cannot tell. */
  readonly of: (source: SourceRef, call?: CallOptions) => Promise<string | undefined>;
}

// A view has no columns that say when its rows were written, and a user may lack the right to ask.
const cannotTell: ReadonlySet<EngineFailure> = new Set(["syntax", "missing", "data", "auth"]);

/** The states of sources, each asked once: what is read later may only be newer than its state says. */
export function createSourceStates(engine: Engine): SourceStates {
  const states = new Map<string, Promise<string | undefined>>();
  return {
    of: (source, call) => {
      const key = structuralKey(source);
      const state = states.get(key) ?? ask(engine, source, call);
      states.set(key, state);
      return state;
    },
  };
}

async function ask(
  engine: Engine,
  source: SourceRef,
  call: CallOptions = {},
): Promise<string | undefined> {
  const sql = engine.dialect.state?.(source);
  if (sql === undefined) return undefined;
  const plan = {
    purpose: "version of the log",
    relation: select(from({ kind: "sql", sql }), [["state", column("state")]]),
    columns: [{ name: "state", type: "text" }],
  } as const;
  try {
    return (await collect(engine, plan, call)).text("state") ?? undefined;
  } catch (error) {
    if (error instanceof EngineError && cannotTell.has(error.failure)) return undefined;
    throw error;
  }
}

export function nameOf(source: SourceRef): string {
  if ("name" in source) return `the table ${source.name.join(".")}`;
  if ("paths" in source) return source.paths.map((path) => withoutSecrets(path)).join(", ");
  return "the log";
}
