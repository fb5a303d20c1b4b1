import {
  alikeKey,
  baseWeightKey,
  depthsOfLines,
  rankKey,
  weightKey,
} from "../tally/lines/line-request.js";
import { middleOf } from "../tally/lines/weight-bins.js";
import {
  dense,
  type FeedRows,
  feedRows,
  groupsIn,
  type LineSource,
  required,
} from "./feed-rows.js";
import { totalOf } from "./grouped-sums.js";
import { rewardColumns } from "./read-line-tables.js";
import type { DeclaredViews, PairTables } from "./tables.js";

/** The views that the study declares of a policy, where the table has them. */
function declaredIn<Name extends "views" | "baseViews">(
  found: FeedRows,
  groups: ReadonlyMap<number, number>,
  name: Name,
): { readonly [Own in Name]?: DeclaredViews } {
  const [total, per] = [`${name}Total`, `${name}Per`];
  if (found.table.columns[per] === undefined) return {};
  const declared = { [name]: dense(found, groups, 1, () => 0, { total, per }) };
  return declared as { readonly [Own in Name]?: DeclaredViews };
}

/** The rows of a feed by the weights of a candidate and its baseline; undefined where the tally has none. */
export function readPairTables(source: LineSource, name: string): PairTables | undefined {
  const found = feedRows(source, name);
  if (found === undefined) return undefined;
  const { table, rows } = found;
  const groups = groupsIn(required(feedRows(source, depthsOfLines)));
  const [rank, bin, baseBin, alike] = [rankKey, weightKey, baseWeightKey, alikeKey].map(
    (key) => table.keys[key] ?? new Float64Array(table.rows),
  );
  const cells = new Map<number, number>();
  const first: number[] = [];
  const at = new Int32Array(table.rows).fill(-1);
  for (const row of rows) {
    const key = [rank, bin, baseBin, alike].reduce(
      (all, values) => all * 2 ** 12 + (values?.[row] ?? 0),
      0,
    );
    const known = cells.get(key) ?? first.length;
    if (known === first.length) first.push(row);
    cells.set(key, known);
    at[row] = known;
  }
  const cellOf = (row: number): number => at[row] ?? -1;
  const sums = dense(found, groups, first.length, cellOf, {
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
    rewards: Object.fromEntries(
      source.rewards.map(({ name }, reward) => [
        name,
        dense(found, groups, first.length, cellOf, rewardColumns(reward)),
      ]),
    ),
  };
}
