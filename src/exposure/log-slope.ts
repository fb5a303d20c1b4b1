import { bigint, type Expression, lookup, minus } from "../sql/expression.js";
import type { CurveSpec } from "./curve.js";
import { curveName } from "./curve-spec.js";
import { backwardsName, isInverseName } from "./curve-view.js";
import { cutoffOf, tabulate } from "./tabulate.js";

/** The derivative of a look-up of a curve: the rank whose p it reads, and ∂entry/∂log p there. */
export interface LogSlope {
  readonly rank: Expression;
  readonly slope: Expression;
}

/**
 * The slope of a look-up of that curve, or undefined for any other expression. An entry p has slope p,
 * one of min(m, 1/p) has −1/p, and 0 where it is clipped.
 */
export function logSlope(node: Expression, curve: CurveSpec): LogSlope | undefined {
  if (node.kind !== "lookup") return undefined;
  if (node.name === curveName(curve)) return { rank: node.index, slope: node };
  if (node.name === backwardsName(curve)) {
    const last = bigint(BigInt((cutoffOf(curve) ?? 0) + 1));
    return { rank: minus(last, node.index), slope: node };
  }
  if (!isInverseName(node.name, curve)) return undefined;
  const p = tabulate(curve, node.table.length);
  const slopes = node.table.map((entry, at) => (entry === 1 / (p[at] ?? 0) ? -entry : 0));
  return { rank: node.index, slope: lookup(`${node.name} slope`, slopes, node.index) };
}
