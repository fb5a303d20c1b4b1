import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Component } from "../estimators/estimator.js";
import type { BoundLog } from "../log/bind.js";
import { isColumnOf, meaningOf } from "../log/canonical.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import { columnsOf } from "../sql/columns.js";
import { type Expression, plus, text } from "../sql/expression.js";
import { bounds, type Leaves, type Range } from "../sql/passes/bounds.js";
import { hoist } from "../sql/passes/hoist.js";
import { simplify } from "../sql/passes/simplify.js";
import { structuralKey } from "../sql/passes/structural-key.js";
import { rewriting } from "../sql/passes/walk.js";
import type { TallyRequest } from "./request.js";
import { capacityFor, finest, roundingOf, type Scale, scaledSums, scaleFor } from "./scale.js";

export interface Column {
  readonly alias: string;
  readonly fingerprint: string;
  readonly component: Component;
  readonly scale: Scale;
  /** Whether its sums have the same bits in any order. */
  readonly exact: boolean;
  /** The most by which rounding changes what one trajectory adds; Infinity where nothing bounds it. */
  readonly rounding: number;
}

/** The components of one kind as columns, equal ones once; names are by content. */
export function columnsOfKind(
  request: TallyRequest,
  kind: Component["over"],
  rowsPerCell: number,
): readonly Column[] {
  const capacity = capacityFor(rowsPerCell);
  const unique = new Map<string, Column>();
  for (const component of request.components) {
    if (component.over !== kind) continue;
    const fingerprint = fingerprintOf(request.log, component);
    if (unique.has(fingerprint)) continue;
    unique.set(fingerprint, columnOf(request, component, fingerprint, capacity));
  }
  return [...unique.values()];
}

function columnOf(
  request: TallyRequest,
  component: Component,
  fingerprint: string,
  capacity: number,
): Column {
  const simple = { ...component, value: simplify(withoutNulls(request, component.value)) };
  const scale = scaleOf(request, simple, capacity);
  const inside = exactInside(request, simple);
  const exact = inside.exact && (scale.kind !== "plain" || isLargest(component));
  return {
    alias: `c_${fingerprint}`,
    fingerprint,
    component: { ...simple, value: inside.value },
    scale,
    exact,
    rounding: roundingIn(request, simple, scale),
  };
}

/** A value without what stands for NULLs of columns that have none. */
function withoutNulls({ fullColumn }: TallyRequest, value: Expression): Expression {
  if (fullColumn === undefined) return value;
  const rewrite = nullless.get(fullColumn) ?? rewriting((node) => beyondNulls(fullColumn, node));
  nullless.set(fullColumn, rewrite);
  return rewrite(value);
}

type FullColumn = NonNullable<TallyRequest["fullColumn"]>;

const nullless = new WeakMap<FullColumn, (value: Expression) => Expression>();

function beyondNulls(isFull: FullColumn, node: Expression): Expression {
  if (node.kind !== "case") return node;
  const branches = node.branches.filter(({ when }) => {
    const [tested] = when.kind === "call" && when.operator === "isNull" ? when.args : [];
    return !(tested?.kind === "column" && isFull(tested.name));
  });
  if (branches.length === node.branches.length) return node;
  return branches.length === 0 ? node.otherwise : Object.freeze({ ...node, branches });
}

/** A trajectory has one value of its own, and at most as many rows as there are ranks. */
function roundingIn(
  { leaves, counting }: TallyRequest,
  component: Component,
  scale: Scale,
): number {
  if (isLargest(component)) return 0;
  const isOne =
    component.over === "trajectories" || component.over === "lists" || counting === "rows";
  return roundingOf(scale) * (isOne ? 1 : leaves.rows);
}

const isLargest = (component: Component): boolean =>
  component.over === "rows" && component.combine === "max";

export const rewardsOf = ({ component }: Column): readonly string[] =>
  [...columnsOf(component.value)].filter((name) => isColumnOf(name, "reward")).sort();

function scaleOf(request: TallyRequest, component: Component, capacity: number): Scale {
  if (request.sums === "fast" || isLargest(component)) return { kind: "plain" };
  const bound = largestOf(rangeOf(request, component));
  return scaleOfValue(request, component.value, bound, capacity, finest.rows);
}

/** The range of what a row or a trajectory adds. */
export function rangeOf(request: TallyRequest, component: Component): Range {
  const { leaves } = request;
  if (component.over === "trajectories" && component.range !== undefined) return component.range;
  if (component.over === "lists") return bounds(component.value, leavesInside(request, component));
  if (component.over !== "groups") return bounds(component.value, leaves);
  const sums = hoist("a_", ({ kind }) => kind === "aggregate");
  const value = sums.take(simplify(component.within ?? component.value));
  const inGroup = new Map(
    sums.columns().map(([alias, sum]) => [alias, bounds(sum, leavesInside(request, component))]),
  );
  const columnRange = (name: string): Range => inGroup.get(name) ?? leaves.column(name);
  return bounds(value, { ...leaves, column: columnRange });
}

/** What aggregates of a component run over: rows of a trajectory, or candidates, or those with the rewards of rows. */
function leavesInside({ leaves, candidates }: TallyRequest, component: Component): Leaves {
  const { over } = component;
  if (candidates === undefined) return leaves;
  if (readsCandidates(component)) return candidates.leaves;
  if (over !== "groups" && over !== "lists") return leaves;
  const inList = (name: string): Range =>
    isColumnOf(name, "reward") ? leaves.column(name) : candidates.leaves.column(name);
  return over === "groups" ? candidates.leaves : { ...candidates.leaves, column: inList };
}

const largestOf = ([low, high]: Range): number => Math.max(Math.abs(low), Math.abs(high));

/** The scale of a value within ±bound: whole numbers are added as they are, as long as doubles hold their sum. */
export function scaleOfValue(
  { wholeColumn }: Pick<TallyRequest, "wholeColumn">,
  value: Expression,
  bound: number,
  capacity: number,
  last: number,
): Scale {
  if (!isWhole(value, wholeColumn)) return scaleFor(bound, capacity, last);
  return bound * powerOfTwo(capacity) <= 2 ** 53 ? { kind: "whole" } : scaleFor(bound, capacity, 0);
}

/** Whether every value is a whole number: rewards that are, counts by case, and what these multiply to. */
function isWhole(value: Expression, wholeColumn: (name: string) => boolean): boolean {
  const all = (parts: readonly Expression[]): boolean =>
    parts.every((part) => isWhole(part, wholeColumn));
  switch (value.kind) {
    case "column":
      return wholeColumn(value.name);
    case "double":
      return Number.isInteger(value.value);
    case "case":
      return all([...value.branches.map(({ then }) => then), value.otherwise]);
    case "call":
      return ["+", "-", "*", "coalesce"].includes(value.operator) && all(value.args);
    default:
      return false;
  }
}

/**
 * Sums within a trajectory must not depend on the order of its rows either: each is added in bins that the
 * trajectory's depth allows. Where the log's range is too wide for that they stay as they are, and the
 * column is reported as not exact.
 */
function exactInside(
  request: TallyRequest,
  component: Component,
): { readonly value: Expression; readonly exact: boolean } {
  const isGrouped = ["trajectories", "groups", "lists"].includes(component.over);
  if (request.sums === "fast" || !isGrouped) {
    return { value: component.value, exact: true };
  }
  let exact = true;
  const leaves = leavesInside(request, component);
  const inside = rewriting((node) => {
    if (node.kind !== "aggregate" || node.fn !== "sum" || node.value === undefined) return node;
    const bound = largestOf(bounds(node.value, leaves));
    const capacity = capacityFor(leaves.rows);
    const scale = scaleOfValue(request, node.value, bound, capacity, finest.trajectory);
    exact &&= scale.kind !== "plain";
    return scaledSums(node.value, scale).reduce(plus);
  });
  const value = inside(component.value);
  return { value, exact };
}

/** The name of the column in which a log's tally holds a component's sums. */
export type FingerprintOf = (component: Component) => string;

/**
 * What a column adds up, in 16 hexadecimal digits: its expression over the source's own columns,
 * literals included, curves by name. Tallies add where fingerprints match. Each component of a log is
 * hashed once.
 */
export function fingerprintOf(log: BoundLog, component: Component): string {
  const { names, meaningIn, hashed } = fingerprintsOf(log);
  const name = names.get(component) ?? hashed(meaningOfComponent(component, meaningIn));
  names.set(component, name);
  return name;
}

function meaningOfComponent(
  component: Component,
  meaningIn: (expression: Expression) => Expression,
): string {
  const { over, value: run } = component;
  const said = over === "groups" ? run : (component.meaning ?? run);
  const meant = (expression: Expression): string => structuralKey(meaningIn(simplify(expression)));
  const combine = component.over === "rows" ? (component.combine ?? "sum") : "sum";
  const groups = over === "groups" ? ` by ${meant(component.by)}` : "";
  const kind = readsAllRows(component)
    ? "all rows of trajectories"
    : readsCandidates(component)
      ? "candidates of trajectories"
      : over;
  return `${kind}${groups}|${combine}|${meant(said)}`;
}

interface Fingerprints {
  readonly names: WeakMap<Component, string>;
  /** An expression over the source's own columns, curves by name. */
  readonly meaningIn: (expression: Expression) => Expression;
  /** With a curve for each of many feeds texts are long, and many components mean the same. */
  readonly hashed: (meaning: string) => string;
}

const logs = new WeakMap<BoundLog, Fingerprints>();

function fingerprintsOf(log: BoundLog): Fingerprints {
  const fingerprints = logs.get(log) ?? {
    names: new WeakMap(),
    meaningIn: rewriting((node) => nodeMeaning(log, node)),
    hashed: hashing(),
  };
  logs.set(log, fingerprints);
  return fingerprints;
}

function hashing(): (meaning: string) => string {
  const hashes = new Map<string, string>();
  return (meaning) => {
    const hash =
      hashes.get(meaning) ?? bytesToHex(md5(new TextEncoder().encode(meaning))).slice(0, 16);
    hashes.set(meaning, hash);
    return hash;
  };
}

function nodeMeaning(log: BoundLog, node: Expression): Expression {
  if (node.kind === "lookup") return Object.freeze({ ...node, table: [] });
  // A default is left out of the meaning: days with and without a NULL rank add.
  if (isDefaulted(node)) return node.args[0] ?? node;
  // A tally is read without the salt.
  const { salt } = log;
  if (node.kind === "text" && node.value === salt?.text) return text(salt.fingerprint);
  return node.kind === "column" ? text(meaningOf(log, node.name)) : node;
}

/** Whether a component per trajectory aggregates also its rows without a reward. */
export const readsAllRows = (component: Component): boolean =>
  component.over === "trajectories" && component.rows === "all";

export const readsCandidates = (component: Component): boolean =>
  component.over === "trajectories" && component.rows === "candidates";

/** A look-up with a value for ranks that are NULL. */
export const isDefaulted = (node: Expression): node is Extract<Expression, { kind: "call" }> =>
  node.kind === "call" && node.operator === "coalesce" && node.args[0]?.kind === "lookup";
