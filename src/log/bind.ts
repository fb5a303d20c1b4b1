import { type Facts, InternalError, type Reason, reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { Misfits } from "../sql/engine.js";
import { from, type Keep, type Relation, type SourceRef } from "../sql/relation.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";
import type { BoundJoin } from "./join/bind-join.js";
import type { LogSpec, PolicySpec } from "./log-spec.js";
import { keyOf, type LogOfRoles, type Role, type RoleUse, type Section } from "./role.js";
import { roles } from "./roles/index.js";
import type { Salt } from "./salt.js";
import { describeSource, sourceRef } from "./sources/index.js";

/** A log whose every role has been found among the columns of its source. */
export interface BoundLog extends LogOfRoles {
  readonly spec: LogSpec;
  readonly source: SourceRef;
  /** The source's rows under their own column names, with the columns of joined tables. */
  readonly rows: Relation;
  /** The rows before those that were not viewed were left out, where the log says so. */
  readonly offered?: Relation;
  /** All candidates, with the same roles as far as these are theirs, where the log knows them. */
  readonly candidates?: BoundLog;
  readonly joins: readonly BoundJoin[];
  /** What lets go of rows that an engine holds for it, apart from those of its joins. */
  readonly keep?: Keep;
  readonly rewards: readonly BoundReward[];
  readonly policies: readonly BoundPolicy[];
  /** The column of the shown item's logged exposure. */
  readonly exposure: string | undefined;
  /** What enters the hash of cluster keys, where the study has a secret for it. */
  readonly salt?: Salt;
}

export interface BoundReward {
  readonly name: string;
  readonly column: string;
  readonly better: "higher" | "lower";
}

export interface BoundPolicy extends PolicySpec {
  readonly name: string;
}

/**
 * Binds roles to columns; throws one StudyError with every column that is missing or does not fit.
 * `members` are the roles that a study may name.
 */
export function bindLog(
  spec: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  exposure: string | undefined,
  columns: readonly SourceColumn[],
  members: readonly Role[] = roles,
): BoundLog {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const where = describeSource(spec.source);
  const named = namedBy({ spec, policies, exposure }, members);
  const problems = [
    ...named.flatMap((role) =>
      fault(role, { types, where, brought: broughtBy(spec), made: madeFor(spec) }),
    ),
    ...named.flatMap((role) => lacking(role, named)),
  ];
  if (problems.length > 0) throw new StudyError(problems);
  const source = sourceRef(spec.source);
  return {
    spec,
    source,
    rows: from(source),
    joins: [],
    types,
    roles: members,
    uses: named.map((role) => useWith(role, columns)),
    rewards: Object.entries(spec.rewards).map(([name, { column, better }]) => ({
      name,
      column,
      better,
    })),
    policies: Object.entries(policies).map(([name, policy]) => ({ name, ...policy })),
    exposure,
  };
}

interface Naming {
  readonly spec: LogSpec;
  readonly policies: Readonly<Record<string, PolicySpec>>;
  readonly exposure: string | undefined;
}

/** A role with the name of its column, or its constant, before anything is known of the source. */
type NamedRole = Omit<RoleUse, "source"> & { readonly source: string | number };

/** Roles of the log itself first, then each reward's, then each policy's. */
function namedBy(
  { spec, policies, exposure }: Naming,
  members: readonly Role[],
): readonly NamedRole[] {
  const rewards = Object.entries(spec.rewards);
  return [
    ...namedIn(spec, members, { section: "log", path: "log" }),
    ...namedIn({ column: exposure }, members, { section: "exposure", path: "log.exposure" }),
    ...rewards.flatMap(([owner, reward], index) => {
      const { missing: fallback } = reward;
      const path = `log.rewards.${owner}`;
      return namedIn(reward, members, { section: "reward", path, owner, index, fallback });
    }),
    ...Object.entries(policies).flatMap(([owner, policy], index) =>
      namedIn(policy, members, { section: "policy", path: `policies.${owner}`, owner, index }),
    ),
  ];
}

interface Place {
  readonly section: Section;
  readonly path: string;
  readonly owner?: string;
  readonly index?: number;
  readonly fallback?: number | undefined;
}

function namedIn(
  fields: object,
  members: readonly Role[],
  { section, path, owner = "", index = 0, fallback }: Place,
): readonly NamedRole[] {
  const values = new Map<string, unknown>(Object.entries(fields));
  return members.flatMap((role) => {
    const source = role.in === section ? values.get(role.field) : undefined;
    if (typeof source !== "string" && typeof source !== "number") return [];
    // A reward is its column: { like: liked } names no key.
    const isWhole = section === "reward" && role.field === "column";
    const at = isWhole ? path : `${path}.${keyOf(role)}`;
    return [{ role, path: at, owner, index, source, fallback: isWhole ? fallback : undefined }];
  });
}

function useWith(named: NamedRole, columns: readonly SourceColumn[]): RoleUse {
  const { source } = named;
  if (typeof source === "number") return { ...named, source };
  const column = columns.find(({ name }) => name === source);
  if (column === undefined) throw new InternalError(`Column "${source}" was not found missing.`);
  return { ...named, source: column };
}

export const roleColumns = (
  spec: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  exposure: string | undefined,
  members: readonly Role[] = roles,
): readonly string[] => {
  const named = namedBy({ spec, policies, exposure }, members);
  return [...new Set(named.flatMap(({ source }) => (typeof source === "string" ? source : [])))];
};

function lacking(use: NamedRole, all: readonly NamedRole[]): readonly Reason[] {
  const { needs } = use.role;
  const { path, owner } = use;
  if (needs === undefined || all.some(({ role }) => role.name === needs.role.name)) return [];
  return [needs.complaint({ path, owner, column: String(use.source) })];
}

/** The names under which the study's joins bring columns. */
const broughtBy = ({ join = [] }: LogSpec): readonly string[] =>
  join.flatMap(({ columns, listing }) => (listing === undefined ? Object.keys(columns) : []));

/** The names under which tables of candidates bring columns: no user gave them. */
const madeFor = ({ join = [] }: LogSpec): readonly string[] =>
  join.flatMap(({ columns, listing }) => (listing === undefined ? [] : Object.keys(columns)));

interface Columns {
  readonly types: ReadonlyMap<string, ColumnType>;
  readonly where: string;
  readonly brought: readonly string[];
  /** Columns that no table has under their names, such as ranks of scores. */
  readonly made: readonly string[];
}

function fault(
  { path, source: column, role }: NamedRole,
  { types, where, brought, made }: Columns,
): readonly Reason[] {
  if (typeof column === "number") return [];
  const type = types.get(column);
  const facts = { path, column, source: where };
  const columns = [...types.keys()].filter((name) => !made.includes(name));
  if (type === undefined) {
    const nearest = nearestName(column, [...new Set([...columns, ...brought])]);
    const likely = nearest === undefined ? columnList(columns) : `did you mean "${nearest}"?`;
    const hint = calledOtherwise(column, columns) ?? likely;
    const joins =
      brought.length === 0
        ? ""
        : ` and log.join does not bring (it brings ${brought.map((name) => `"${name}"`).join(", ")})`;
    const message = `${path} names column "${column}", which ${where} does not have${joins}; ${hint}`;
    return [reason("columnMissing", message, { ...facts, nearest: nearest ?? null })];
  }
  const { accepts, expected } = role;
  if (accepts.includes(type)) return [];
  return [unfit({ ...facts, expected, type, advice: adviceFor(type, accepts) }, inWords[type])];
}

/** Engines that ignore case in names number the second of two columns that differ in case alone. */
function calledOtherwise(column: string, columns: readonly string[]): string | undefined {
  const first = columns.find((name) => name.toLowerCase() === column.toLowerCase());
  const second = `${column}_1`;
  return first === undefined || !columns.includes(second)
    ? undefined
    : `next to "${first}", from which it differs in case alone, the engine calls it "${second}": write that.`;
}

interface Unfit extends Facts {
  readonly path: string;
  readonly column: string;
  readonly source: string;
  readonly expected: string;
  readonly advice: string;
}

function unfit(facts: Unfit, came: string): Reason {
  const { path, column, source, expected, advice } = facts;
  const message = `${path} needs a column of ${expected}; "${column}" in ${source} holds ${came}. ${advice}`;
  return reason("columnType", message, facts);
}

/** What the values of a column that does not fit are. */
export interface OddValues {
  readonly rows: number;
  /** One of them; null where all are NULL. */
  readonly example: string | null;
  readonly misfits?: Misfits | undefined;
  /** What reads the column, where that is known. */
  readonly query?: string | undefined;
}

/** The complaint about a column's type, once its values were looked at. */
export function unfitColumn(problem: Reason, { rows, example, misfits, query }: OddValues): Reason {
  const facts = problem.facts as Unfit;
  if (example === null) return unfit(facts, `nothing (null in all ${rows} rows)`);
  const type = inWords[facts.type as ColumnType];
  const remedy = isWordForNull(example) ? nullAdvice(facts, example) : facts.advice;
  const advice = query ?? remedy;
  const came = misfits === undefined ? "" : ofRows(misfits, rows, facts.source);
  return unfit({ ...facts, example, advice }, `${type}, for example "${example}"${came}`);
}

function ofRows({ count, place }: Misfits, rows: number, source: string): string {
  const file = place?.file === source ? "" : ` of "${place?.file}"`;
  const where = place === undefined ? "" : ` in line ${place.line}${file}`;
  return `${where} (${count} of its ${rows} rows ${count === 1 ? "is" : "are"} no number)`;
}

/** What programs write into a text file where there is no value. */
const isWordForNull = (text: string): boolean =>
  /^(null|none|nil|n\/?a|nan|\\n|-+|\?|)$/i.test(text.trim());

/** A cast would stop at such a word. */
function nullAdvice({ column, source }: Unfit, word: string): string {
  const quoted = `'${word.replaceAll("'", "''")}'`;
  const way = /^[^,]+\.[ct]sv(\.gz)?$/.test(source)
    ? `select * from read_csv('${source.replaceAll("'", "''")}', sample_size = -1, nullstr = ['', ${quoted}])`
    : `select …, cast(nullif(${column}, ${quoted}) as …) as ${column} from …`;
  return `If ${quoted} stands for no value, say so (and of any other such word) by log.source: { sql: ${JSON.stringify(way)} }.`;
}

const inWords: Readonly<Record<ColumnType, string>> = {
  double: "doubles",
  decimal: "decimals",
  bigint: "whole numbers",
  text: "text",
  boolean: "true and false",
  date: "dates",
  timestamp: "timestamps",
  other: "values of mixed or nested types",
};

/** A key that was read as a double has lost its last digits: a cast comes too late. */
function adviceFor(type: ColumnType, allowed: readonly ColumnType[]): string {
  const isRoundedKey = type === "double" && allowed.includes("other");
  return isRoundedKey
    ? "Doubles cannot tell whole numbers beyond 2^53 apart: have the source write or read the column as text, of a CSV file by log.source: { sql: \"select * from read_csv('…', types = {'…': 'VARCHAR'})\" }."
    : 'Cast it with log.source: { sql: "select …" }.';
}

const columnList = (columns: readonly string[]): string => {
  const names = columns.map((name) => `"${name}"`);
  const shown = names.slice(0, 20).join(", ");
  return `it has ${shown}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
};
