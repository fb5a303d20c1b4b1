import { type Reason, reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import type { Keep, SourceRef } from "../../sql/relation.js";
import type { ColumnType, SourceColumn } from "../../sql/source-column.js";
import type { LogSpec } from "../log-spec.js";
import { numberTypes } from "../readers.js";
import { keyOf } from "../role.js";
import { roles } from "../roles/index.js";
import { describeSource, sourceRef } from "../sources/index.js";
import type { JoinSpec } from "./join-spec.js";

/** A joined table whose keys and columns have been found. */
export interface BoundJoin {
  /** Where the study names it: `log.join[0]`. */
  readonly path: string;
  readonly source: SourceRef;
  /** How messages name the table. */
  readonly table: string;
  readonly keys: readonly BoundKey[];
  readonly columns: readonly JoinedColumn[];
  /** Whether it is a table of candidates, which need not hold every item that was viewed. */
  readonly isListing: boolean;
  /** Its rows are held where several statements read them: a listing is ranked once. */
  readonly keep?: Keep;
}

export interface BoundKey {
  readonly log: string;
  readonly joined: string;
  readonly type: ColumnType;
}

/** A column that a join brings: the joined column, and the name that roles use. */
export interface JoinedColumn extends SourceColumn {
  readonly joined: SourceColumn;
  /** Brings the rank of the joined column, a score, among the rows that agree in all keys but the last. */
  readonly isRanked: boolean;
}

/** A join that a study needs, before its table was described. */
export interface WantedJoin {
  readonly path: string;
  readonly spec: JoinSpec;
  readonly keys: readonly { readonly log: string; readonly joined: string }[];
}

/** The joins that bring one of the columns, each with its place in the study. */
export function wantedJoins(spec: LogSpec, columns: readonly string[]): readonly WantedJoin[] {
  return (spec.join ?? []).flatMap((join, i): WantedJoin[] => {
    if (!columns.some((name) => Object.hasOwn(join.columns, name))) return [];
    const keys = join.on.map(({ log, joined }) => {
      const column = columnNamed(spec, log);
      return { log: column, joined: joined ?? column };
    });
    return [{ path: join.listing?.path ?? `log.join[${i}]`, spec: join, keys }];
  });
}

/** A role's column, or the column of that name. */
function columnNamed(spec: LogSpec, name: string): string {
  const role = roles.find((role) => role.in === "log" && [keyOf(role), role.field].includes(name));
  const column = role && new Map<string, unknown>(Object.entries(spec)).get(role.field);
  return typeof column === "string" ? column : name;
}

/** The columns that a log's own source must have: those that no join brings, and the keys of joins. */
export function ownColumns(
  columns: readonly string[],
  joins: readonly WantedJoin[],
): readonly string[] {
  const brought = new Set(joins.flatMap(({ spec }) => Object.keys(spec.columns)));
  const names = columns.filter((name) => !brought.has(name));
  return [...new Set([...names, ...joins.flatMap(({ keys }) => keys.map(({ log }) => log))])];
}

export const joinedColumns = ({ spec, keys }: WantedJoin): readonly string[] => [
  ...new Set([...keys.map(({ joined }) => joined), ...Object.values(spec.columns)]),
];

/**
 * Finds keys and columns of joins; throws one StudyError with every column that is missing, key whose types
 * differ, and name that the log has already.
 */
export function bindJoins(
  log: LogSpec,
  logColumns: readonly SourceColumn[],
  joins: readonly (WantedJoin & { readonly tableColumns: readonly SourceColumn[] })[],
): readonly BoundJoin[] {
  const where = describeSource(log.source);
  const problems = joins.flatMap((join, place) => [
    ...join.keys.flatMap((key) =>
      keyFaults({ ...join, place }, key, { columns: logColumns, where }),
    ),
    ...columnFaults(join),
  ]);
  const all = [...problems, ...clashes(logColumns, where, joins)];
  const once = new Map(all.map((problem) => [problem.message, problem]));
  if (once.size > 0) throw new StudyError([...once.values()]);
  return joins.map(({ path, spec, keys, tableColumns: table }) => ({
    path,
    source: sourceRef(spec.source),
    table: describeSource(spec.source, path),
    keys: keys.map((key) => ({
      ...key,
      type: comparedAs(typeOf(logColumns, key.log), typeOf(table, key.joined)) ?? "other",
    })),
    columns: Object.entries(spec.columns).map(([name, joined]) => {
      const isRanked = isRankedIn(spec, name);
      const type = typeOf(table, joined);
      return { name, joined: { name: joined, type }, type: isRanked ? "bigint" : type, isRanked };
    }),
    isListing: spec.listing !== undefined,
    ...(spec.listing !== undefined && { keep: Object.freeze({}) }),
  }));
}

const isRankedIn = ({ listing }: JoinSpec, name: string): boolean =>
  listing?.ranks.includes(name) === true;

const typeOf = (columns: readonly SourceColumn[], column: string): ColumnType =>
  columns.find(({ name }) => name === column)?.type ?? "other";

interface Side {
  readonly columns: readonly SourceColumn[];
  readonly where: string;
}

function missing(path: string, column: string, { columns, where }: Side): readonly Reason[] {
  const names = columns.map(({ name }) => name);
  if (names.includes(column)) return [];
  const hint = didYouMean(column, names) || ` It has ${names.slice(0, 20).join(", ")}.`;
  const message = `${path} names column "${column}", which ${where} does not have.${hint}`;
  return [reason("columnMissing", message, { path, column, source: where })];
}

/** Columns that the joined table does not have, and scores that are not numbers. */
function columnFaults(join: WantedJoin & { readonly tableColumns: readonly SourceColumn[] }) {
  const { spec, path, tableColumns: table } = join;
  const where = describeSource(spec.source, path);
  return Object.entries(spec.columns).flatMap(([name, joined]): readonly Reason[] => {
    const at = spec.listing?.paths[name] ?? `${path}.columns`;
    const absent = missing(at, joined, { columns: table, where });
    const type = typeOf(table, joined);
    if (absent.length > 0 || !isRankedIn(spec, name) || numberTypes.includes(type)) return absent;
    const message = `${at} needs a column of numbers; "${joined}" in ${where} is ${type}. Cast it with { sql: "select …" }.`;
    return [reason("columnType", message, { path: at, column: joined, source: where })];
  });
}

/** Keys that are equal where their texts are: no text is read as a number, so that "007" is not 7. */
const writtenAlike: readonly ColumnType[] = ["bigint", "decimal", "text"];

/** The type as which keys of two types are compared; undefined where they cannot be. */
function comparedAs(columnType: ColumnType, joined: ColumnType): ColumnType | undefined {
  if (columnType === joined && ["bigint", "date", "boolean"].includes(columnType))
    return columnType;
  return writtenAlike.includes(columnType) && writtenAlike.includes(joined) ? "text" : undefined;
}

function keyFaults(
  join: WantedJoin & { readonly tableColumns: readonly SourceColumn[]; readonly place: number },
  { log, joined }: WantedJoin["keys"][number],
  logSide: Side,
): readonly Reason[] {
  const other: Side = {
    columns: join.tableColumns,
    where: describeSource(join.spec.source, join.path),
  };
  const at = keyPath(join, log);
  const unknown = missing(ownPath(join, log), log, logSide);
  // A column of the same name is looked for in both tables: one that the log lacks is named once.
  const isSame = unknown.length > 0 && log === joined;
  const absent = [...unknown, ...(isSame ? [] : missing(at, joined, other))];
  if (absent.length > 0) return absent;
  const types = [typeOf(logSide.columns, log), typeOf(other.columns, joined)] as const;
  if (comparedAs(...types) !== undefined) return [];
  const message = `${at}: expected keys that can be compared (whole numbers or text, or two dates), but "${log}" of ${logSide.where} is ${types[0]} and "${joined}" of ${other.where} is ${types[1]}. ${adviceFor(types)}`;
  return [reason("joinKeyType", message, { path: at, place: join.place, log, joined, types })];
}

/** A key that was read as a double has lost its last digits: a cast comes too late. */
const adviceFor = (types: readonly ColumnType[]): string =>
  types.includes("double")
    ? 'Doubles cannot tell whole numbers beyond 2^53 apart: have the source write or read whole numbers or text (smaller ones may be cast to bigint with { sql: "select …" }).'
    : 'Cast one of them with { sql: "select …" }.';

/** Where a study names a key: `log.join[0].on`, `policies.candidate.candidates.item`. */
function keyPath({ path, spec, keys }: WantedJoin, log: string): string {
  const at = keys.findIndex((key) => key.log === log);
  return `${path}.${spec.listing === undefined ? "on" : (spec.on[at]?.log ?? "on")}`;
}

/** Where a study names the log's column of a key: `log.trajectory`, or the join where no role names it. */
function ownPath(join: WantedJoin, log: string): string {
  const at = join.keys.findIndex((key) => key.log === log);
  const name = join.spec.on[at]?.log;
  const role = roles.find(
    (role) => role.in === "log" && [keyOf(role), role.field].includes(name ?? ""),
  );
  return role === undefined ? keyPath(join, log) : `log.${keyOf(role)}`;
}

/** Engines ignore case in names: two columns that differ in it are one. */
function clashes(
  logColumns: readonly SourceColumn[],
  where: string,
  joins: readonly WantedJoin[],
): readonly Reason[] {
  const owners = new Map(logColumns.map(({ name }) => [name.toLowerCase(), where] as const));
  return joins.flatMap(({ path, spec }) =>
    Object.entries(spec.columns).flatMap(([name, joined]) => {
      const owner = owners.get(name.toLowerCase());
      owners.set(name.toLowerCase(), path);
      if (owner === undefined) return [];
      const message = `${path}.columns brings "${name}", which ${owner} has already. Give it another name: columns: { ${name}_joined: ${joined} }.`;
      return [reason("joinClash", message, { path: `${path}.columns`, column: name })];
    }),
  );
}
