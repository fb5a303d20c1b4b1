import type { Component } from "../../estimators/estimator.js";
import type { CurveSpec } from "../../exposure/curve.js";
import { type LogSlope, logSlope } from "../../exposure/log-slope.js";
import { readsFeedOnly } from "../../log/feeds.js";
import { apply, caseWhen, double, type Expression } from "../../sql/expression.js";
import { simplify } from "../../sql/passes/simplify.js";
import { structuralKey } from "../../sql/passes/structural-key.js";
import { children, contains } from "../../sql/passes/walk.js";
import { isDefaulted } from "../../tally/columns.js";
import type { SlopeOf } from "../../tally/row-slopes.js";

/** The slopes in log p of look-ups of fitted curves, one for each feed or one for all; nothing else has a slope. */
export function slopeOfCurves(curves: readonly CurveSpec[]): SlopeOf {
  const ofNode: SlopeOf = (node) => {
    if (node.kind === "case") return slopeByFeed(node, ofNode);
    if (isDefaulted(node)) return defaultedSlope(node, ofNode);
    if (node.kind !== "lookup") return undefined;
    for (const curve of curves) {
      const slope = logSlope(node, curve);
      if (slope !== undefined) return slope;
    }
    return undefined;
  };
  return ofNode;
}

type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

/** A look-up's default is a constant. */
function defaultedSlope({ args: [entry] }: Of<"call">, of: SlopeOf): LogSlope | undefined {
  const slope = entry === undefined ? undefined : of(entry);
  if (slope === undefined) return undefined;
  return { ...slope, slope: apply("coalesce", slope.slope, double(0)) };
}

/** Curves by feed count as one look-up where all branches read one rank, and some a fitted curve. */
function slopeByFeed({ branches, otherwise }: Of<"case">, of: SlopeOf): LogSlope | undefined {
  if (branches.some(({ when }) => !readsFeedOnly(when))) return undefined;
  const ends = [...branches.map(({ then }) => then), otherwise];
  const slopes = ends.map(of);
  const [first] = slopes.flatMap((slope) => slope ?? []);
  const key = first && structuralKey(first.rank);
  const isOneRank = ends.every((end) => rankKeyOf(end) === key);
  if (first === undefined || !isOneRank) return undefined;
  const slopeAt = (at: number): Expression => slopes[at]?.slope ?? double(0);
  const parts = branches.map(({ when }, at) => ({ when, then: slopeAt(at) }));
  return { rank: first.rank, slope: caseWhen(parts, slopeAt(branches.length)) };
}

function rankKeyOf(node: Expression): string | undefined {
  const entry = isDefaulted(node) ? node.args[0] : node;
  return entry?.kind === "lookup" ? structuralKey(entry.index) : undefined;
}

export function dependsOnCurve(component: Component, slopeOf: SlopeOf): boolean {
  if (component.over === "rows" && component.combine === "max") return false;
  const value = simplify(component.value);
  return contains(value, "lookup") && anyNode(value, (node) => slopeOf(node) !== undefined);
}

function anyNode(expression: Expression, holds: (node: Expression) => boolean): boolean {
  // Branches may be shared: one that does not hold is looked at once.
  const met = new Set<Expression>();
  const isIn = (node: Expression): boolean => {
    if (met.has(node)) return false;
    met.add(node);
    return children(node).some(isIn) || holds(node);
  };
  return isIn(expression);
}
