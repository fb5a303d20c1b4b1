import type { Expression, Ordering } from "./expression.js";
import type { MemoryTable } from "./memory-table.js";

/** Where rows come from; `sql` is the one place where a user's own text reaches an engine. */
export type SourceRef =
  | FilesRef
  | { readonly kind: "table"; readonly name: readonly string[] }
  | { readonly kind: "iceberg"; readonly path: string }
  | { readonly kind: "sql"; readonly sql: string }
  | { readonly kind: "rows"; readonly table: MemoryTable };

export interface FilesRef {
  readonly kind: "files";
  readonly format: FileFormat;
  readonly paths: readonly string[];
  /** What the engine that reads them has found in them as a whole; without it, it looks at them once more. */
  readonly form?: TextForm;
}

/** How files of text are read: the same way by every statement, whatever stands first in them. */
export interface TextForm {
  /** Between the fields of CSV. */
  readonly delimiter?: string;
  /** Around fields of CSV that hold a delimiter; absent: ". */
  readonly quote?: string;
  /** The first lines of CSV, each once. */
  readonly headers?: readonly string[];
  /** The columns of all files, with the engine's own names of types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

export type FileFormat = "parquet" | "csv" | "jsonLines";

export type Named<Name extends string = string> = readonly [alias: Name, value: Expression];

/**
 * Says of a select that several statements read its rows, so that an engine may hold them until it is told
 * to release them. An object of its own for each use of an engine: rows are not held from one to the next.
 */
export type Keep = object;

/**
 * A relation: one SELECT a node. `group` aggregates by plain columns of `from`; `join` gives the
 * columns of both sides (no alias may stand in both); `repeat` gives every row `times` times, with its number
 * from 0 on as the column `alias`. `Name` is the union of the names of its columns where
 * the compiler knows them, else `string`.
 */
export type Relation<Name extends string = string> =
  | { readonly kind: "source"; readonly source: SourceRef }
  | {
      readonly kind: "select";
      readonly from: Relation;
      readonly columns: readonly Named<Name>[];
      readonly where: Expression | undefined;
      readonly orderBy: readonly Ordering[];
      readonly limit: number | undefined;
      readonly keep?: Keep;
    }
  | {
      readonly kind: "group";
      readonly from: Relation;
      readonly keys: readonly Name[];
      readonly columns: readonly Named<Name>[];
      readonly having: Expression | undefined;
    }
  | {
      readonly kind: "join";
      readonly type: "inner" | "left";
      readonly left: Relation;
      readonly right: Relation;
      readonly on: readonly (readonly [left: string, right: string])[];
    }
  | {
      readonly kind: "repeat";
      readonly from: Relation;
      readonly alias: string;
      readonly times: number;
    };

export const tableNamed = (...name: readonly string[]): SourceRef => ({ kind: "table", name });

export const from = (source: SourceRef): Relation => Object.freeze({ kind: "source", source });

export function select<Name extends string>(
  relation: Relation,
  columns: readonly Named<Name>[],
  options: {
    readonly where?: Expression | undefined;
    readonly orderBy?: readonly Ordering[];
    readonly limit?: number;
    readonly keep?: Keep;
  } = {},
): Relation<Name> {
  const { where, orderBy = [], limit, keep } = options;
  const kept = keep === undefined ? {} : { keep };
  return Object.freeze({ kind: "select", from: relation, columns, where, orderBy, limit, ...kept });
}

export function group<Key extends string, Name extends string>(
  relation: Relation,
  keys: readonly Key[],
  columns: readonly Named<Name>[],
  having?: Expression,
): Relation<Key | Name> {
  return Object.freeze({ kind: "group", from: relation, keys, columns, having });
}

/** Joins on equal keys; with `left`, columns of the right side are NULL where nothing matches. */
export function join(
  type: "inner" | "left",
  left: Relation,
  right: Relation,
  on: readonly (readonly [string, string])[],
): Relation {
  return Object.freeze({ kind: "join", type, left, right, on });
}

/** Every row so many times, numbered from 0 on as a BIGINT: a scan serves several groupings. */
export const repeat = (relation: Relation, alias: string, times: number): Relation =>
  Object.freeze({ kind: "repeat", from: relation, alias, times });

export function inputsOf(relation: Relation): readonly Relation[] {
  if (relation.kind === "source") return [];
  return relation.kind === "join" ? [relation.left, relation.right] : [relation.from];
}

/** A relation and all that it reads, each once, after those that it reads itself. */
export function relationsIn(root: Relation): readonly Relation[] {
  const relations = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (relations.has(relation)) return;
    inputsOf(relation).forEach(visit);
    relations.add(relation);
  };
  visit(root);
  return [...relations];
}

export const sourcesIn = (root: Relation): readonly SourceRef[] =>
  relationsIn(root).flatMap((relation) => (relation.kind === "source" ? relation.source : []));

export function memoryTablesIn(relation: Relation): readonly MemoryTable[] {
  const tables = sourcesIn(relation).flatMap((source) =>
    source.kind === "rows" ? source.table : [],
  );
  return [...new Map(tables.map((table) => [table.name, table])).values()];
}
