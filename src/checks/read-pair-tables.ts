import {
  alikeKey,
  baseWeightKey,
  type ComparisonWeights,
  depthsOfComparisons,
  exposureKey,
  rankKey,
  weightKey,
} from "../tally/comparisons/comparison-shapes.js";
import { exposureBins, middleOf } from "../tally/comparisons/weight-bins.js";
import type { TableRef } from "../tally/shape.js";
import {
  byKey,
  type ComparisonSource,
  columnOf,
  dense,
  denseAt,
  type FeedRows,
  feedRows,
  groupsIn,
  placesOf,
  required,
} from "./feed-rows.js";
import { totalOf } from "./grouped-sums.js";
import { rewardColumns } from "./read-policy-tables.js";
import type { DeclaredViews, PairTables, SumsByExposure } from "./tables.js";

/** The views that the study declares of a policy, where the table has them. */
function declaredIn<Name extends "views" | "baseViews">(
  found: FeedRows<ComparisonWeights>,
  groups: ReadonlyMap<number, number>,
  name: Name,
): { readonly [Own in Name]?: DeclaredViews } {
  const [total, per] = [`${name}Total`, `${name}Per`] as const;
  if (found.table.columns[per] === undefined) return {};
  const declared = { [name]: dense(found, groups, 1, () => 0, { total, per }) };
  return declared as { readonly [Own in Name]?: DeclaredViews };
}

/** Σw and Σc·w of both policies by bin of the logged exposure, where the table tells these apart. */
function exposuresOf(
  { rewards }: ComparisonSource,
  found: FeedRows<ComparisonWeights>,
  groups: ReadonlyMap<number, number>,
): Pick<PairTables, "byExposure" | "baseByExposure"> {
  const { table, rows } = found;
  if (table.keys[exposureKey] === undefined) return {};
  const cellOf = byKey(found, exposureKey);
  const of = (
    ratio: "weight" | "baseWeight",
    bin: typeof weightKey | typeof baseWeightKey,
  ): SumsByExposure => {
    const middles = Float64Array.from(table.keys[bin] ?? [], middleOf);
    const weights = columnOf(found, ratio).hi.map((sum, row) => sum * (middles[row] ?? 0));
    const counts = columnOf(found, "rows").hi;
    const summed = (values: (row: number) => number): SumsByExposure["weight"] => {
      const hi = new Float64Array(table.rows);
      for (const row of rows) hi[row] = values(row);
      const sum = { combine: "sum", hi, lo: null } as const;
      return dense(found, groups, exposureBins, cellOf, { sum });
    };
    return {
      weight: summed((row) => weights[row] ?? 0),
      rewards: Object.fromEntries(
        rewards.map(({ name }, at) => {
          const { hi } = columnOf(found, `${at} sum`);
          const mean = (row: number): number => (weights[row] ?? 0) / (counts[row] || 1);
          return [name, summed((row) => (hi[row] ?? 0) * mean(row))];
        }),
      ),
    };
  };
  return {
    byExposure: of("weight", weightKey),
    baseByExposure: of("baseWeight", baseWeightKey),
  };
}

/** The rows of a feed by the weights of a candidate and its baseline; undefined where the tally has none. */
export function readPairTables(
  source: ComparisonSource,
  weights: TableRef<ComparisonWeights>,
): PairTables | undefined {
  const found = feedRows(source, weights);
  if (found === undefined) return undefined;
  const { table, rows } = found;
  const groups = groupsIn(required(feedRows(source, depthsOfComparisons)));
  const [rank, bin, baseBin, alike] = ([rankKey, weightKey, baseWeightKey, alikeKey] as const).map(
    (key) => table.keys[key] ?? new Float64Array(table.rows),
  );
  const cells = new Map<number, number>();
  const first: number[] = [];
  const of = new Int32Array(rows.length);
  for (const [at, row] of rows.entries()) {
    const key = [rank, bin, baseBin, alike].reduce(
      (all, values) => all * 2 ** 12 + (values?.[row] ?? 0),
      0,
    );
    const known = cells.get(key) ?? first.length;
    if (known === first.length) first.push(row);
    cells.set(key, known);
    of[at] = known;
  }
  const places = placesOf(found, groups, first.length, (_, at) => of[at] ?? -1);
  const sums = denseAt(found, places, {
    rows: "rows",
    weight: "weight",
    baseWeight: "baseWeight",
  });
  const total = totalOf(sums);
  const mean = (ratios: Float64Array, bins: Float64Array | undefined): Float64Array =>
    ratios.map(
      (ratio, cell) => (ratio * middleOf(bins?.[first[cell] ?? 0] ?? 0)) / (total.rows[cell] ?? 1),
    );
  return {
    rank: first.map((row) => rank?.[row] ?? 1),
    weight: mean(total.weight, bin),
    baseWeight: mean(total.baseWeight, baseBin),
    alike: first.map((row) => alike?.[row] === 1),
    rows: { cells: sums.cells, groups: sums.groups.map(({ rows }) => ({ rows })) },
    ...declaredIn(found, groups, "views"),
    ...declaredIn(found, groups, "baseViews"),
    ...exposuresOf(source, found, groups),
    rewards: Object.fromEntries(
      source.rewards.map(({ name }, reward) => [
        name,
        denseAt(found, places, rewardColumns(reward)),
      ]),
    ),
  };
}
