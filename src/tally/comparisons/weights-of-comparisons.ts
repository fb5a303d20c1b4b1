import { canonical } from "../../log/canonical.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  type Expression,
  equal,
  indicator,
  sum,
  times,
} from "../../sql/expression.js";
import { bounds } from "../../sql/passes/bounds.js";
import { type Named, type Relation, select } from "../../sql/relation.js";
import type { Column } from "../columns.js";
import { heldRows } from "../held-rows.js";
import { scaledStages } from "../queries.js";
import { capacityFor, finest, roundingOf, type Scale, scaleFor } from "../scale.js";
import type { SumOf } from "../shape.js";
import { type ComparisonRequest, displayedAt, type WeighedPair } from "./comparison-request.js";
import {
  alikeKey,
  baseWeightKey,
  type ComparisonWeights,
  exposureKey,
  rankKey,
  weightKey,
  weightsOfComparison,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  groupOfRow,
  isRewarded,
  rewardColumns,
} from "./comparison-statement.js";
import { rewardsInCells } from "./pairs-of-comparisons.js";
import { binOf, binOfExposure, binOfWeight, inverseMiddle, withinBin } from "./weight-bins.js";

/** All rows by displayed rank and the weights of a candidate and its baseline, in bins of ratio 2^¼. */
export function viewsByWeight(
  request: ComparisonRequest,
  pair: WeighedPair,
): ComparisonStatement<ComparisonWeights> {
  const { base } = request;
  const continuable =
    base.log.spec.listLength === undefined
      ? bigint(1n)
      : indicator(apply("<", canonical.rank, canonical.listLength));
  const declared = declaredViews(pair);
  const { relation, keys, last } = byWeight(request, pair, undefined, [
    ["l_more", continuable],
    ...declared.map(([name, value]): Named => [`l_${name}`, value]),
  ]);
  const ratio = (weight: string, bin: string): Expression =>
    times(column(weight), inverseMiddle(column(bin), last));
  const added: readonly (readonly [SumOf<ComparisonWeights>, Column])[] = [
    ["weight", columnUpTo(request, "weight_ratio", ratio("l_w", weightKey), withinBin)],
    [
      "baseWeight",
      columnUpTo(request, "base_weight_ratio", ratio("l_v", baseWeightKey), withinBin),
    ],
    ...declared.map(([name, value]): [SumOf<ComparisonWeights>, Column] => {
      const [, most] = bounds(value, base.leaves);
      return [name, columnUpTo(request, `${name}_sum`, column(`l_${name}`), most)];
    }),
  ];
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ["l_continuable", cast(sum(column("l_more")), "bigint")],
    ...added.flatMap(([, sum]) => scaledStages(sum, sum.component.value)),
  ];
  return {
    into: weightsOfComparison(pair),
    over: "rows",
    cells: cellsOf(request, "views by weight", relation, "h_user", keys, sums),
    keys,
    columns: new Map<SumOf<ComparisonWeights>, ComparisonColumn>([
      ["rows", "l_rows"],
      ["continuable", "l_continuable"],
      ...added,
    ]),
  };
}

type DeclaredSum = `${"views" | "baseViews"}${"Total" | "Per"}`;

/** The sums that give the views which a study declares of a pair's policies. */
function declaredViews({ views, baseViews }: WeighedPair): readonly Named<DeclaredSum>[] {
  const sumsOf = (
    name: "views" | "baseViews",
    declared: WeighedPair["views"],
  ): readonly Named<DeclaredSum>[] =>
    declared?.per === undefined
      ? []
      : [
          [`${name}Total`, declared.total],
          [`${name}Per`, declared.per],
        ];
  return [...sumsOf("views", views), ...sumsOf("baseViews", baseViews)];
}

/** A column of values between 0 and a bound. */
export function columnUpTo(
  { base }: { readonly base: Pick<ComparisonRequest["base"], "sums" | "impressions"> },
  name: string,
  value: Expression,
  bound: number,
): Column {
  const scale: Scale =
    base.sums === "fast"
      ? { kind: "plain" }
      : scaleFor(bound, capacityFor(base.impressions), finest.side);
  const alias = `l_${name}`;
  const component = { over: "rows" as const, value };
  const exact = scale.kind !== "plain";
  return { alias, fingerprint: alias, component, scale, exact, rounding: roundingOf(scale) };
}

export function rewardsByWeight(
  request: ComparisonRequest,
  pair: WeighedPair,
): ComparisonStatement<ComparisonWeights> {
  const cells = byWeight(request, pair, isRewarded(request), rewardColumns(request));
  const { relation, keys } = cells;
  const { sums, columns } = rewardsInCells(request);
  return {
    into: weightsOfComparison(pair),
    over: "rows",
    cells: cellsOf(request, "rewards by weight", relation, "h_user", keys, sums),
    keys,
    columns,
  };
}

type Keys = ComparisonStatement<ComparisonWeights>["keys"];

/** Rows with both weights, then with their bins: weights are written out once. */
function byWeight(
  request: ComparisonRequest,
  { weight, baseWeight }: WeighedPair,
  where: Expression | undefined,
  more: readonly Named[],
): { readonly relation: Relation; readonly keys: Keys; readonly last: number } {
  const { base } = request;
  const hasRank = base.log.spec.rank !== undefined;
  const over = where === undefined ? "everyRow" : "heldRows";
  const carried: Named[] = [
    ["h_feed", canonical.feed],
    ["h_user", canonical.user],
    [rankKey, hasRank ? displayedAt(base) : bigint(1n)],
    ...more,
    ...groupOfRow(request, over),
  ];
  const weights: Named[] = [
    ["l_w", weight],
    ["l_v", baseWeight],
  ];
  const last = Math.max(
    ...weights.map(([, weight]) => binOf(Math.min(bounds(weight, base.leaves)[1], largest))),
  );
  const bins = request.offered === undefined ? [] : [[exposureKey, binOfExposure] as const];
  const rows = where === undefined ? base.rows : heldRows(base);
  const weighed = select(rows, [...carried, ...bins, ...weights], { where });
  const relation = select(weighed, [
    ...[...carried, ...bins, ...weights].map(([name]): Named => [name, column(name)]),
    [weightKey, binOfWeight(column("l_w"), last)],
    [baseWeightKey, binOfWeight(column("l_v"), last)],
    [alikeKey, indicator(equal(column("l_w"), column("l_v")))],
  ]);
  const keys: Keys = [rankKey, weightKey, baseWeightKey, alikeKey, ...bins.map(([name]) => name)];
  return { relation, keys, last };
}

/** Weights beyond it share the last bin: a log with an exposure of 0 in range has no bound of its own. */
const largest = 2 ** 40;
