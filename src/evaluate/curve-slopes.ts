import type { Component } from "../estimators/estimator.js";
import type { CurveSpec } from "../exposure/curve.js";
import { logSlope } from "../exposure/log-slope.js";
import { contains, type Expression, rewrite } from "../sql/index.js";
import { type SlopeOf, simplify } from "../tally/index.js";

/** How look-ups of estimated curves move with log p; nothing else has a slope. */
export function slopeOfCurves(curves: readonly CurveSpec[]): SlopeOf {
  return (node) => {
    if (node.kind !== "lookup") return undefined;
    for (const curve of curves) {
      const found = logSlope(node, curve);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Whether a component's sum moves with an estimated curve. */
export function movesWith(component: Component, slopeOf: SlopeOf): boolean {
  if (component.over === "rows" && component.combine === "max") return false;
  const value = simplify(component.value);
  return contains(value, "lookup") && anyNode(value, (node) => slopeOf(node) !== undefined);
}

function anyNode(expression: Expression, holds: (node: Expression) => boolean): boolean {
  let found = false;
  rewrite(expression, (node) => {
    found ||= holds(node);
    return node;
  });
  return found;
}
