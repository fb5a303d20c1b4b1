import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Plan } from "../../sql/engine.js";
import { call, column } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import { from, type Named, type Relation, type SourceRef, select } from "../../sql/relation.js";
import { structuralKey } from "../../sql/structural-key.js";

/** A statement that somebody runs elsewhere; its result names it by its first column. */
export interface Statement {
  /** `hindcast_` and twelve hexadecimal digits: the same in every dialect, for the same study and log. */
  readonly marker: string;
  readonly purpose: string;
  /** What a row of the result is: "one row", "a row for each day, bucket". */
  readonly gives: string;
  readonly print: (dialect: Dialect) => string;
}

export const markerPattern: RegExp = /^hindcast_[0-9a-f]{12}$/i;

/** The statement of a plan. */
export function statementOf(plan: Plan): Statement {
  const marker = markerOf([plan.relation, plan.columns]);
  return {
    marker,
    purpose: plan.purpose,
    gives: rowsOf(plan.relation),
    print: (dialect) => marked(printPlan(plan, dialect), marker, dialect),
  };
}

/** What a result has a row for, from the keys of its last grouping. */
function rowsOf(relation: Relation): string {
  if (relation.kind === "select" && relation.limit === undefined) return rowsOf(relation.from);
  if (relation.kind === "select") return `up to ${relation.limit} rows`;
  if (relation.kind !== "group") return "rows";
  const keys = relation.keys.map((key) => key.replace(/^[a-z]_/, ""));
  return keys.length === 0 ? "one row" : `a row for each ${keys.join(" × ")} that there is`;
}

/** The statement that tells the types of a source's columns, each under the column's own name. */
export function typesStatement(source: SourceRef, names: readonly string[]): Statement {
  // Whichever columns were asked: who reads the result need not know them.
  const marker = markerOf(["types", source]);
  const columns = names.map((name): Named => [name, call("typeName", column(name))]);
  const plan: Plan = {
    purpose: "types of columns",
    relation: select(from(source), columns, { limit: 1 }),
    columns: names.map((name) => ({ name, type: "text" })),
  };
  return {
    marker,
    purpose: plan.purpose,
    gives: "one row",
    print: (dialect) => marked(printPlan(plan, dialect), marker, dialect),
  };
}

const markerOf = (value: unknown): string =>
  `hindcast_${bytesToHex(sha256(utf8ToBytes(structuralKey(value)))).slice(0, 12)}`;

/** The statement with its marker as first column, which holds the number of rows: a result cut short shows. */
const marked = (sql: string, marker: string, dialect: Dialect): string =>
  `SELECT COUNT(*) OVER () AS ${dialect.identifier(marker)}, r.*\nFROM (\n${sql}\n) AS r`;
