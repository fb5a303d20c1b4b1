import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { columnsOf } from "../../sql/columns.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Plan } from "../../sql/engine.js";
import { apply, column } from "../../sql/expression.js";
import { structuralKey } from "../../sql/passes/structural-key.js";
import { printPlan } from "../../sql/print.js";
import {
  from,
  type Named,
  type Relation,
  relationsIn,
  type SourceRef,
  select,
} from "../../sql/relation.js";

/** A statement that somebody runs elsewhere; its result names it by its first column. */
export interface Statement {
  /** `hindcast_` and twelve hexadecimal digits: the same in every dialect, for the same study and log. */
  readonly marker: string;
  readonly purpose: string;
  /** What a row of the result is: "one row", "a row for each day, bucket". */
  readonly gives: string;
  readonly plan: Plan;
  /** Whether its result is one row, whatever the log holds. */
  readonly isOneRow: boolean;
  /** The plan as a dialect runs it; that of types may differ. */
  readonly planIn: (dialect: Dialect) => Plan;
  readonly print: (dialect: Dialect) => string;
}

export const markerPattern: RegExp = /^hindcast_[0-9a-f]{12}$/i;

export function statementOf(plan: Plan): Statement {
  return named(plan, markerOf([plan.relation, plan.columns]));
}

export function typesStatement(source: SourceRef, list: readonly string[]): Statement {
  const names = [...new Set(list)].sort();
  const columns = names.map((name): Named => [name, apply("typeName", column(name))]);
  const plan: Plan = {
    purpose: "types of columns",
    relation: select(from(source), columns, { limit: 1 }),
    columns: names.map((name) => ({ name, type: "text" })),
  };
  return named(plan, markerOf(["types", source, names]), (dialect) => {
    const sql = dialect.types?.(source, names);
    return sql === undefined ? plan : { ...plan, relation: from({ kind: "sql", sql }) };
  });
}

export function named(
  plan: Plan,
  marker: string,
  planIn: Statement["planIn"] = () => plan,
): Statement {
  const gives = rowsOf(plan.relation);
  return {
    marker,
    purpose: plan.purpose,
    gives,
    plan,
    isOneRow: gives === oneRow,
    planIn,
    print: (dialect) => wrapped(planIn(dialect), marker, dialect),
  };
}

const oneRow = "one row";

/** What a result has a row for, from the keys of its last grouping. */
function rowsOf(relation: Relation): string {
  if (relation.kind === "select" && relation.limit === undefined && relation.where === undefined) {
    return rowsOf(relation.from);
  }
  if (relation.kind === "select" && relation.limit !== undefined) {
    return `up to ${relation.limit} row${relation.limit === 1 ? "" : "s"}`;
  }
  if (relation.kind !== "group") return "rows";
  const keys = relation.keys.map((key) => key.replace(/^[a-z]_/, ""));
  if (keys.length > 0) return `a row for each ${keys.join(" × ")} that there is`;
  return relation.having === undefined ? oneRow : "up to 1 row";
}

/** The columns of a log that statements read, by which a reader knows the reward that they are for. */
export function columnsRead(statements: readonly Pick<Statement, "plan">[]): readonly string[] {
  const names = new Set<string>();
  for (const node of statements.flatMap(({ plan }) => relationsIn(plan.relation))) {
    if (node.kind !== "select" || node.from.kind !== "source") continue;
    for (const [, value] of node.columns) for (const name of columnsOf(value)) names.add(name);
  }
  return [...names].sort();
}

export const markerOf = (value: unknown): string =>
  `hindcast_${bytesToHex(sha256(utf8ToBytes(structuralKey(value)))).slice(0, 12)}`;

/** Stands before every text of a result: an empty field, `NULL` and `\N` can then only be NULL. */
export const textMark = ":";

/** The last column of a result, which says the number of rows again: a row that was cut short shows. */
export const endOf = (marker: string): string => `${marker}_end`;

/**
 * The statement of a plan with its marker as first column, which holds the number of rows, and once more
 * as last. Where there is none, one row of 0 and NULLs says so: a result without any row was not saved whole.
 */
function wrapped(plan: Plan, marker: string, dialect: Dialect): string {
  const { identifier } = dialect;
  const [count, isRow] = [identifier(marker), identifier(`${marker}_row`)];
  const names = plan.columns.map(({ name }) => identifier(name));
  const rows = names.map((name) => `r.${name} AS ${name}`);
  const nothing = names.map((name) => `NULL AS ${name}`);
  const marked = plan.columns.map(({ type }, i) =>
    type === "text"
      ? `${dialect.text(textMark)} || t.${names[i]} AS ${names[i]}`
      : `t.${names[i]} AS ${names[i]}`,
  );
  // A window rather than a second reading of the rows, which most engines would compute twice.
  const end = `t.${count} AS ${identifier(endOf(marker))}`;
  return `SELECT ${listed([`t.${count} AS ${count}`, ...marked, end])}
FROM (
SELECT COUNT(*) OVER () - 1 AS ${count}, u.*
FROM (
SELECT ${listed([`1 AS ${isRow}`, ...rows])}
FROM (
${printPlan(plan, dialect)}
) AS r
UNION ALL
SELECT ${listed([`0 AS ${isRow}`, ...nothing])}
) AS u
) AS t
WHERE t.${isRow} = 1 OR t.${count} = 0`;
}

export const listed = (items: readonly string[]): string => items.join(",\n    ");
