import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { columnsOf } from "../../sql/columns.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Plan } from "../../sql/engine.js";
import { apply, column } from "../../sql/expression.js";
import { structuralKey } from "../../sql/passes/structural-key.js";
import {
  from,
  inputsOf,
  type Named,
  type Relation,
  type SourceRef,
  select,
} from "../../sql/relation.js";
import { wrapped } from "./wrapped.js";

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

/** The statement of a plan. */
export function statementOf(plan: Plan): Statement {
  return named(plan, markerOf([plan.relation, plan.columns]));
}

/** The statement that tells the types of a source's columns, each under the column's own name. */
export function typesStatement(source: SourceRef, asked: readonly string[]): Statement {
  const names = [...new Set(asked)].sort();
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

function named(plan: Plan, marker: string, planIn: Statement["planIn"] = () => plan): Statement {
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
  const seen = new Set<Relation>();
  const found = new Set<string>();
  const visit = (node: Relation): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "select" && node.from.kind === "source") {
      for (const [, value] of node.columns) for (const name of columnsOf(value)) found.add(name);
    }
    inputsOf(node).forEach(visit);
  };
  for (const { plan } of statements) visit(plan.relation);
  return [...found].sort();
}

export const markerOf = (value: unknown): string =>
  `hindcast_${bytesToHex(sha256(utf8ToBytes(structuralKey(value)))).slice(0, 12)}`;
