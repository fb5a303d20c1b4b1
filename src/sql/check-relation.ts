import { InternalError } from "../errors.js";
import { columnsOf, outputColumns, requireColumns, requireDistinct } from "./columns.js";
import type { Expression } from "./expression.js";
import { children, contains } from "./passes/walk.js";
import type { Relation } from "./relation.js";

type Of<K extends Relation["kind"]> = Extract<Relation, { kind: K }>;

/**
 * Throws InternalError where one node of a relation could not mean the same on every engine: an
 * aggregate outside a group, a column that is neither a key nor aggregated, an alias given twice, a
 * column that the relation below does not give. The printer and the interpreter both call it, so
 * that neither accepts a tree that the other refuses.
 */
export function checkRelation(relation: Relation): void {
  if (relation.kind === "select") checkSelect(relation);
  if (relation.kind === "group") checkGroup(relation);
  if (relation.kind === "join") checkJoin(relation);
  if (relation.kind === "repeat") checkRepeat(relation);
}

function checkRepeat(relation: Of<"repeat">): void {
  const { from, times } = relation;
  if (!(Number.isSafeInteger(times) && times >= 1)) {
    throw new InternalError(`Expected rows to be repeated an integer ≥ 1 times, but got ${times}.`);
  }
  const names = outputColumns(from);
  if (names === undefined) {
    throw new InternalError("Expected a select, a group or a join to be repeated, not a source.");
  }
  requireDistinct(outputColumns(relation) ?? [], "repeated rows");
}

function checkSelect(relation: Of<"select">): void {
  const { columns, where, orderBy, limit } = relation;
  if (columns.length === 0) throw new InternalError("Expected a select to have columns.");
  if (orderBy.length > 0 && limit === undefined) {
    throw new InternalError("Expected a limit with orderBy: a relation has no order of its own.");
  }
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new InternalError(`Expected a limit that is an integer ≥ 0, but got ${limit}.`);
  }
  const filters = where === undefined ? [] : [where];
  const read = [...columns.map(([, value]) => value), ...filters, ...orderBy.map(({ by }) => by)];
  requireDistinct(outputColumns(relation) ?? [], "a select");
  for (const value of read) requireColumns(columnsOf(value), relation.from, "a select");
  if (read.some((value) => contains(value, "aggregate"))) {
    throw new InternalError("Expected aggregates in a group, but one stands in a select.");
  }
  if (filters.some((value) => contains(value, "rowNumber"))) {
    throw new InternalError("Expected a row number among columns, but one stands in a where.");
  }
}

function checkGroup(relation: Of<"group">): void {
  const { keys, columns, having, from } = relation;
  if (keys.length + columns.length === 0) {
    throw new InternalError("Expected a group to have keys or columns.");
  }
  requireDistinct(outputColumns(relation) ?? [], "a group");
  requireColumns(keys, from, "a group");
  const read = [...columns.map(([, value]) => value), ...(having === undefined ? [] : [having])];
  for (const value of read) {
    requireColumns(columnsOf(value), from, "a group");
    requireAggregated(value, keys);
  }
}

function requireAggregated(value: Expression, keys: readonly string[]): void {
  if (value.kind === "rowNumber") {
    throw new InternalError("Expected a row number in a select, but one stands in a group.");
  }
  if (value.kind === "column" && !keys.includes(value.name)) {
    throw new InternalError(`Expected "${value.name}" to be a key of its group or aggregated.`);
  }
  if (value.kind !== "aggregate") {
    for (const child of children(value)) requireAggregated(child, keys);
  } else if (value.value !== undefined && contains(value.value, "aggregate")) {
    throw new InternalError("Expected no aggregate inside another.");
  }
}

function checkJoin(relation: Of<"join">): void {
  const { left, right, on } = relation;
  if (on.length === 0) throw new InternalError("Expected a join to have keys.");
  requireDistinct(outputColumns(relation) ?? [], "the two sides of a join");
  requireColumns(
    on.map(([name]) => name),
    left,
    "the left side of a join",
  );
  requireColumns(
    on.map(([, name]) => name),
    right,
    "the right side of a join",
  );
}
