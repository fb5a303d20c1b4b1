import { InternalError } from "../errors.js";
import { checkRelation } from "./check-relation.js";
import { outputColumns, requireColumns } from "./columns.js";
import type { Dialect } from "./dialect.js";
import type { Plan } from "./engine.js";
import { column, type Expression } from "./expression.js";
import { freePrefix } from "./free-prefix.js";
import { children } from "./passes/walk.js";
import { printExpression, printOrder, type Scope } from "./print-expression.js";
import {
  inputsOf,
  type Named,
  type Relation,
  relationsIn,
  type SourceRef,
  select,
} from "./relation.js";

const INDENT = "    ";

type Of<K extends Relation["kind"]> = Extract<Relation, { kind: K }>;

/**
 * One statement for a plan: `WITH q0 AS (…), q1 AS (…) SELECT …`. A relation that is used twice is
 * one CTE. Every column is qualified by the alias of its relation (`s`, or `l` and `r` in a join),
 * so that neither an alias of ours nor a user's column can capture the other. Throws InternalError
 * for trees that engines would not agree on.
 */
export function printPlan(plan: Plan, dialect: Dialect): string {
  const outputs = plan.columns.map(({ name }) => name);
  requireColumns(outputs, plan.relation, `the plan "${plan.purpose}"`);
  const root = outputColumns(plan.relation) === undefined ? narrowed(plan) : plan.relation;
  const steps = stepsOf(root);
  const prefix = prefixOf(steps, dialect);
  const names = new Map(steps.map((step, i) => [step, `${prefix}${i}`]));
  const context = { dialect, names, fenced: new Set(steps.flatMap(readOnceComputed)) };
  const printed = steps.map((step) => printStep(step, context));
  const last = printed.pop() ?? [];
  const ctes = printed.map((clauses, i) => `${prefix}${i} AS (\n  ${clauses.join("\n  ")}\n)`);
  return [...(ctes.length === 0 ? [] : [`WITH ${ctes.join(",\n")}`]), ...last].join("\n");
}

/** The select that a grouping reads, where it looks values up that aggregates may name several times. */
function readOnceComputed(step: Relation): readonly Relation[] {
  if (step.kind !== "group" || step.from.kind !== "select") return [];
  return step.from.columns.some(([, value]) => looksUp(value)) ? [step.from] : [];
}

const looksUp = (value: Expression): boolean =>
  value.kind === "lookup" || children(value).some(looksUp);

function narrowed(plan: Plan): Relation {
  return select(
    plan.relation,
    plan.columns.map(({ name }): Named => [name, column(name)]),
  );
}

function stepsOf(root: Relation): readonly Relation[] {
  const steps = relationsIn(root).filter(({ kind }) => kind !== "source");
  steps.forEach(checkRelation);
  return steps;
}

// A CTE called q0 would capture a user's table q0, also inside the user's own sub-query.
function prefixOf(steps: readonly Relation[], dialect: Dialect): string {
  const sources = steps
    .flatMap(inputsOf)
    .flatMap((input) => (input.kind === "source" ? [dialect.source(input.source)] : []))
    .join("\n")
    .toLowerCase();
  return freePrefix("q", (prefix) => new RegExp(`${prefix}\\d`).test(sources));
}

/** The lines of a SELECT; a line break inside one belongs to a literal or to a user's own text. */
type Clauses = readonly string[];

interface Context {
  readonly dialect: Dialect;
  readonly names: ReadonlyMap<Relation, string>;
  /** Steps whose columns are computed once for each row, where the dialect must be told. */
  readonly fenced: ReadonlySet<Relation>;
}

function printStep(relation: Relation, context: Context): Clauses {
  switch (relation.kind) {
    case "source":
      throw new InternalError("Expected a source inside another relation.");
    case "select":
      return printSelect(relation, context);
    case "group":
      return printGroup(relation, context);
    case "join":
      return printJoin(relation, context);
    case "repeat":
      return printRepeat(relation, context);
    default:
      return relation satisfies never;
  }
}

function printSelect(relation: Of<"select">, context: Context): Clauses {
  const scope = scopeOf("s", context);
  const { columns, where, orderBy, limit } = relation;
  return clauses([
    `SELECT ${printColumns(columns, scope)}`,
    `FROM ${printFrom(relation.from, context)} AS s`,
    where && `WHERE ${printExpression(where, scope)}`,
    printOrder(orderBy, (by) => printExpression(by, scope)),
    limit !== undefined && `LIMIT ${limit}`,
    context.fenced.has(relation) && context.dialect.fence,
  ]);
}

function printGroup(relation: Of<"group">, context: Context): Clauses {
  const scope = scopeOf("s", context);
  const keys = relation.keys.map((key): Named => [key, column(key)]);
  return clauses([
    `SELECT ${printColumns([...keys, ...relation.columns], scope)}`,
    `FROM ${printFrom(relation.from, context)} AS s`,
    keys.length > 0 && `GROUP BY ${relation.keys.map(scope.column).join(", ")}`,
    relation.having && `HAVING ${printExpression(relation.having, scope)}`,
  ]);
}

function printJoin(relation: Of<"join">, context: Context): Clauses {
  const left = scopeOf("l", context);
  const right = scopeOf("r", context);
  const on = relation.on.map(([a, b]) => `${left.column(a)} = ${right.column(b)}`);
  return clauses([
    `SELECT ${printSide(relation.left, left)},\n${INDENT}${printSide(relation.right, right)}`,
    `FROM ${printFrom(relation.left, context)} AS l`,
    `${relation.type === "left" ? "LEFT" : "INNER"} JOIN ${printFrom(relation.right, context)} AS r`,
    `ON ${on.join(" AND ")}`,
  ]);
}

function printRepeat(relation: Of<"repeat">, context: Context): Clauses {
  const scope = scopeOf("s", context);
  const { dialect } = context;
  const { alias, times } = relation;
  const numbers = Array.from({ length: times }, (_, number) => dialect.cast(`${number}`, "bigint"));
  const name = dialect.identifier(alias);
  const from = `FROM ${printFrom(relation.from, context)} AS s`;
  if (dialect.eachOf !== undefined) {
    const number = `${dialect.eachOf(numbers)} AS ${name}`;
    return [`SELECT ${printSide(relation.from, scope)},\n${INDENT}${number}`, from];
  }
  const rows = numbers.map((number) => `SELECT ${number} AS ${name}`).join(" UNION ALL ");
  return [
    `SELECT ${printSide(relation.from, scope)},\n${INDENT}n.${name} AS ${name}`,
    from,
    `CROSS JOIN (${rows}) AS n`,
  ];
}

function printSide(side: Relation, scope: Scope & { readonly alias: string }): string {
  const names = outputColumns(side);
  if (names === undefined) return `${scope.alias}.*`;
  return printColumns(
    names.map((name): Named => [name, column(name)]),
    scope,
  );
}

function printColumns(columns: readonly Named[], scope: Scope): string {
  return columns
    .map(
      ([alias, value]) => `${printExpression(value, scope)} AS ${scope.dialect.identifier(alias)}`,
    )
    .join(`,\n${INDENT}`);
}

function printFrom(relation: Relation, { dialect, names }: Context): string {
  const source: SourceRef | undefined = relation.kind === "source" ? relation.source : undefined;
  return source === undefined ? (names.get(relation) ?? "") : dialect.source(source);
}

function scopeOf(alias: string, { dialect }: Context): Scope & { readonly alias: string } {
  return { alias, dialect, column: (name) => `${alias}.${dialect.identifier(name)}` };
}

function clauses(parts: readonly (string | false | undefined)[]): Clauses {
  return parts.filter((part) => typeof part === "string");
}
