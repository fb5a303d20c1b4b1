import { columnsOf } from "../sql/columns.js";
import type { Expression } from "../sql/expression.js";
import { hoist } from "../sql/passes/hoist.js";
import type { Named } from "../sql/relation.js";
import { isCurveOfColumn } from "./queries.js";

/** Look-ups of curves, each once: with a curve for each of many feeds it is long. */
export interface EarlyCurves {
  readonly take: (value: Expression) => Expression;
  /** Those at columns of the log, and those at places that rows have in an order. */
  readonly ofLog: () => readonly Named[];
  readonly ofPlaces: () => readonly Named[];
}

export function lookUpEarly(): EarlyCurves {
  const readsPlaces = (node: Expression): boolean =>
    [...columnsOf(node)].some((name) => name.startsWith("w_"));
  const ofLog = hoist("p_", (node) => isCurveOfColumn(node) && !readsPlaces(node));
  const ofPlaces = hoist("v_", isCurveOfColumn);
  return {
    take: (value) => ofPlaces.take(ofLog.take(value)),
    ofLog: ofLog.columns,
    ofPlaces: ofPlaces.columns,
  };
}
