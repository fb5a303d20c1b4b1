import type { BoundLog } from "../../log/bind.js";
import { readUse, useOf } from "../../log/role-use.js";
import { inverseRate } from "../../log/sampling-weight.js";
import { onlyViewed } from "../../log/viewed-rows.js";

import { log2 } from "../../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import type { Plan } from "../../sql/engine.js";
import {
  and,
  apply,
  caseWhen,
  column,
  count,
  double,
  type Expression,
  greater,
  max,
  times,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import type { Table } from "../../sql/run/table.js";
import type { FittedColumn } from "./fitted-columns.js";
import type { ToFit } from "./placed-rows.js";

/** What the rewards of each fit are multiplied by before they are added, powers of two. */
export type Scales = readonly number[];

/** Sums of whole numbers below 2 to this power are exact in DOUBLE, in any order. */
const exactBits = 52;

/** How large rewards are, and how many rows they have: what scales follow from. */
export function sizesPlan(toFit: ToFit): Plan {
  const values = toFit.fitted.flatMap((target, i) => measured(toFit.log, target, i));
  const columns = toFit.fitted.map(
    (_, i): Named => [`most_${i}`, max(apply("abs", column(`value_${i}`)))],
  );
  const rows = select(viewedRows(toFit), values);
  const sizes = group(rows, [], [["row_count", count()], ...columns]);
  return plan("size of the rewards that are to be predicted", sizes);
}

/** Reads `sizesPlan`: the finest scale at which no sum of all rows is rounded. */
export function readScales(table: Table, fitted: readonly FittedColumn[]): Scales {
  const rows = Math.max(1, table.number("row_count"));
  return fitted.map((_, i) => {
    const most = table.numberOrZero(`most_${i}`);
    if (most === 0) return 1;
    return powerOfTwo(exactBits - Math.ceil(log2(most)) - Math.ceil(log2(rows)));
  });
}

/** The viewed rows of a log whose rows are all that were offered, or viewed rows alone. */
export const viewedRows = ({ log, names }: ToFit): Relation => onlyViewed(log, names).rows;

/**
 * What a view adds to the sum of rewards and to the number of views, where trajectories were sampled by what it stands for;
 * 0 where its reward is not known.
 */
export function measured(log: BoundLog, { index }: FittedColumn, i: number): readonly Named[] {
  const [reward, rate] = [useOf(log, "reward", index), useOf(log, "sampling")];
  const value = reward === undefined ? double(0) : readUse(reward);
  const kept = rate === undefined ? undefined : readUse(rate);
  const weight = kept === undefined ? double(1) : inverseRate(kept);
  const isKnown = and([
    apply("isFinite", value),
    ...(kept === undefined ? [] : [greater(kept, double(0))]),
  ]);
  const orZero = (of: Expression): Expression => caseWhen([{ when: isKnown, then: of }], double(0));
  return [
    [`value_${i}`, orZero(kept === undefined ? value : times(value, weight))],
    [`view_${i}`, orZero(weight)],
  ];
}
