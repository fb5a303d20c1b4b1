import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Component } from "../estimators/estimator.js";
import { type BoundLog, isColumnOf, meaningOf } from "../log/index.js";
import {
  bounds,
  columnsOf,
  double,
  type Expression,
  plus,
  rewrite,
  simplify,
  structuralKey,
  text,
  times,
} from "../sql/index.js";
import type { TallyRequest } from "./request.js";
import { capacityFor, finestScale, type Scale, scaledSums, scaleFor, unscale } from "./scale.js";

/** A component as a column of the tally: its name, its fingerprint and its scale. */
export interface Column {
  readonly alias: string;
  readonly fingerprint: string;
  readonly component: Component;
  readonly scale: Scale;
  /** Whether its sums have the same bits in any order. */
  readonly exact: boolean;
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
  const simple = { ...component, value: simplify(component.value) };
  const scale = scaleOf(request, simple, capacity);
  const inside = exactInside(request, simple);
  const exact = inside.exact && (scale.kind !== "plain" || isLargest(component));
  return {
    alias: `c_${fingerprint}`,
    fingerprint,
    component: { ...simple, value: inside.value },
    scale,
    exact,
  };
}

const isLargest = (component: Component): boolean =>
  component.over === "rows" && component.combine === "max";

/** The canonical reward columns that a column reads. */
export const rewardsOf = ({ component }: Column): readonly string[] =>
  [...columnsOf(component.value)].filter((name) => isColumnOf(name, "reward")).sort();

function scaleOf(request: TallyRequest, component: Component, capacity: number): Scale {
  if (request.sums === "fast" || isLargest(component)) return { kind: "plain" };
  if (isWhole(component.value)) return { kind: "whole" };
  const range =
    component.over === "trajectories" && component.range !== undefined
      ? component.range
      : bounds(component.value, request.leaves);
  const bound = Math.max(Math.abs(range[0]), Math.abs(range[1]));
  const spread = spreadOf(request, component, bound);
  if (component.over !== "trajectories") return scaleFor(bound, spread, capacity);
  // One value a trajectory: more digits cost next to nothing.
  const generous = scaleFor(bound, 1e-3 * spread, capacity);
  return generous.kind === "plain" ? scaleFor(bound, spread, capacity) : generous;
}

/** 0, 1 and other whole constants by case: what they add up to is a count. */
const isWhole = (value: Expression): boolean =>
  value.kind === "case" &&
  [...value.branches.map(({ then }) => then), value.otherwise].every(
    (end) => end.kind === "double" && Number.isInteger(end.value),
  );

/** The difference that matters: of the rewards read, or 1 for weights and ratios. */
function spreadOf(request: TallyRequest, component: Component, bound: number): number {
  if (component.over === "trajectories" && component.range !== undefined) return Math.min(1, bound);
  const spreads = [...columnsOf(component.value)].flatMap((name) => {
    const spread = request.rewardSpread(name);
    return spread === undefined ? [] : [spread];
  });
  return spreads.length === 0 ? Math.min(1, bound) : Math.min(...spreads, bound);
}

/**
 * Sums within a trajectory must not depend on the order of its rows either: each is rounded to powers
 * of two that the trajectory's depth allows, and scaled back. Where the log's range is too wide for
 * that they stay as they are, and the column is reported as not exact.
 */
function exactInside(
  request: TallyRequest,
  component: Component,
): { readonly value: Expression; readonly exact: boolean } {
  if (request.sums === "fast" || component.over !== "trajectories") {
    return { value: component.value, exact: true };
  }
  let exact = true;
  const { leaves } = request;
  const value = rewrite(component.value, (node) => {
    if (node.kind !== "aggregate" || node.fn !== "sum" || node.value === undefined) return node;
    const [low, high] = bounds(node.value, leaves);
    const bound = Math.max(Math.abs(low), Math.abs(high));
    const spread = spreadOf(request, { over: "rewarded", value: node.value }, bound);
    const scale = finestScale(bound, spread, capacityFor(leaves.rows));
    exact &&= scale.kind !== "plain";
    const factors = unscale(scale);
    return scaledSums(node.value, scale)
      .map((part, i) => times(part, double(factors[i] ?? 1)))
      .reduce(plus);
  });
  return { value, exact };
}

/**
 * What a column adds up, in 16 hexadecimal digits: its expression over the source's own columns,
 * literals included, curves by name. Tallies add where fingerprints match.
 */
export function fingerprintOf(log: BoundLog, component: Component): string {
  const { over, value: run } = component;
  const said = over === "trajectories" ? (component.meaning ?? run) : run;
  const value = rewrite(simplify(said), (node) => {
    if (node.kind === "lookup") return { ...node, table: [] };
    // A default is left out of the meaning: days with and without a NULL rank add.
    if (isDefaulted(node)) return node.args[0] ?? node;
    return node.kind === "column" ? text(meaningOf(log, node.name)) : node;
  });
  const combine = component.over === "rows" ? (component.combine ?? "sum") : "sum";
  const meaning = `${component.over}|${combine}|${structuralKey(value)}`;
  return bytesToHex(md5(new TextEncoder().encode(meaning))).slice(0, 16);
}

/** A look-up with a value for ranks that are NULL. */
export const isDefaulted = (node: Expression): node is Extract<Expression, { kind: "call" }> =>
  node.kind === "call" && node.operator === "coalesce" && node.args[0]?.kind === "lookup";
