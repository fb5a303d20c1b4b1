import { canonical } from "../../log/canonical.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  isNull,
  less,
  not,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, type Named, select } from "../../sql/relation.js";
import { foldedBucket, keyText, salted, textBucket } from "../bucket.js";
import { bucketAlias, nextStage } from "../cells.js";
import { clusterKeyOf } from "../cluster-key.js";
import { scaledStages } from "../queries.js";
import type { SumOf } from "../shape.js";
import type { ComparisonRequest } from "./comparison-request.js";
import {
  type ComparisonExposures,
  type ComparisonItemExposures,
  exposureKey,
  exposuresOfComparisons,
  exposuresOfItems,
  itemKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  groupOfRow,
  total,
} from "./comparison-statement.js";
import { binOfExposure } from "./weight-bins.js";
import { columnUpTo } from "./weights-of-comparisons.js";

/**
 * Offered rows by bin of their logged exposure: how many, the sum of the exposures, and how many were viewed.
 * Undefined where the log does not hold offered rows with exposures.
 */
export function viewsByExposure(
  request: ComparisonRequest,
): ComparisonStatement<ComparisonExposures> | undefined {
  const { offered, base } = request;
  if (offered === undefined) return undefined;
  const keys = [exposureKey] as const;
  const relation = select(
    offered.rows,
    [
      ["h_feed", canonical.feed],
      ["h_user", canonical.user],
      ["l_viewed", canonical.viewed],
      ["l_exposure", canonical.loggedExposure],
      [exposureKey, binOfExposure],
      ...groupOfRow(request, "everyRow"),
    ],
    { where: isKnown(base) },
  );
  const rows = { base: { ...base, impressions: offered.count } };
  const exposure = columnUpTo(rows, "exposure", column("l_exposure"), 1);
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ["l_seen", total(equal(column("l_viewed"), bigint(1n)))],
    ...scaledStages(exposure, exposure.component.value),
  ];
  return {
    into: exposuresOfComparisons,
    over: "rows",
    cells: cellsOf(request, "views by logged exposure", relation, "h_user", keys, sums),
    keys,
    columns: new Map<SumOf<ComparisonExposures>, ComparisonColumn>([
      ["rows", "l_rows"],
      ["viewed", "l_seen"],
      ["exposure", exposure],
    ]),
  };
}

/** Items are told apart by the bucket of their key: the table is small, however many there are. */
export const bucketsOfItems = 256;

/** The column with the key of a row's item, in `ComparisonRequest.items`. */
export const itemAlias = "l_item";

/** Inverse exposures above it count as it. */
const largest = 2 ** 20;

/**
 * Rows by bucket of their items: how many, how many were viewed, and the sum of the exposures, or Σ 1/ε0 of a log of views alone.
 * By the mean and the mean square of a second hash, buckets of one item differ from those of several.
 */
export function viewsByItem(
  request: ComparisonRequest,
): ComparisonStatement<ComparisonItemExposures> | undefined {
  const { items, offered, base } = request;
  if (items === undefined) return undefined;
  const { loggedExposure, viewed } = canonical;
  const isSmall = { when: less(loggedExposure, double(1 / largest)), then: double(largest) };
  const [name, value, most] =
    offered === undefined
      ? (["lists", caseWhen([isSmall], divide(double(1), loggedExposure)), largest] as const)
      : (["exposure", loggedExposure, 1] as const);
  const rows = { base: { ...base, impressions: offered?.count ?? base.impressions } };
  const added = columnUpTo(rows, "of_item", column("l_value"), most);
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ["l_seen", total(equal(column("l_viewed"), bigint(1n)))],
    ...scaledStages(added, added.component.value),
  ];
  const bucket = groupOfRow(request, "everyRow");
  const keys = ["h_feed", bucket.length === 0 ? "h_user" : bucketAlias];
  const valued = select(
    items,
    [
      ["h_feed", canonical.feed],
      ["h_user", canonical.user],
      [itemAlias, column(itemAlias)],
      ["l_viewed", offered === undefined ? bigint(1n) : viewed],
      ["l_value", value],
      ...bucket,
    ],
    { where: and([not(isNull(column(itemAlias))), ...(offered ? [isKnown(base)] : [])]) },
  );
  // A key is hashed once an item and group, not once a row.
  const key = keyText(column(itemAlias));
  const relation = select(group(valued, [...keys, itemAlias], sums), [
    ...keys.map((key): Named => [key, column(key)]),
    [itemKey, plus(foldedBucket(textBucket(key), bucketsOfItems), bigint(1n))],
    ["l_hash", textBucket(salted(key, "item"))],
    ...sums.map(([alias]): Named => [`${alias}_i`, column(alias)]),
  ]);
  const hashed = times(column("l_rows_i"), column("l_hash"));
  const again: readonly Named[] = [
    ...sums.map(([alias, value]): Named => [alias, nextStage(value, `${alias}_i`)]),
    ["l_hashes", cast(sum(hashed), "bigint")],
    ["l_squares", cast(sum(times(hashed, column("l_hash"))), "bigint")],
  ];
  return {
    into: exposuresOfItems,
    over: "rows",
    cells: cellsOf(request, "views by item", relation, "h_user", [itemKey], again),
    keys: [itemKey],
    columns: new Map<SumOf<ComparisonItemExposures>, ComparisonColumn>([
      ["rows", "l_rows"],
      ["viewed", "l_seen"],
      [name, added],
      ["hash", "l_hashes"],
      ["hashSquares", "l_squares"],
    ]),
  };
}

/** Rows that were not viewed are held to no rule: only those with keys like the others' and an exposure count. */
function isKnown({ log, leaves }: ComparisonRequest["base"]): Expression {
  const { user, feed, loggedExposure } = canonical;
  const { role, hash } = clusterKeyOf(log);
  const key = role === "user" ? user : canonical.trajectory;
  const [low, high] = hash === "bigint" ? leaves.column(key.name) : [];
  // Beyond 64 bits there is no key.
  const isLikeOthers = [
    ...(Math.abs(low ?? Infinity) < 2 ** 63 ? [apply(">=", user, bigint(BigInt(low ?? 0)))] : []),
    ...(Math.abs(high ?? Infinity) < 2 ** 63 ? [apply("<=", user, bigint(BigInt(high ?? 0)))] : []),
  ];
  return and([
    not(isNull(user)),
    not(isNull(feed)),
    apply(">", loggedExposure, double(0)),
    apply("<=", loggedExposure, double(1)),
    ...isLikeOthers,
  ]);
}
