import { canonical } from "../../log/index.js";
import {
  and,
  apply,
  bigint,
  column,
  count,
  double,
  type Expression,
  equal,
  isNull,
  type Named,
  not,
  select,
} from "../../sql/index.js";
import { clusterKeyOf } from "../cluster-key.js";
import { scaledStages } from "../queries.js";
import { exposureKey, exposuresOfLines, type LineRequest } from "./line-request.js";
import {
  cellsOf,
  groupOfRow,
  type LineColumn,
  type LineStatement,
  total,
} from "./line-statement.js";
import { binOfExposure } from "./weight-bins.js";
import { columnUpTo } from "./weights-of-lines.js";

/**
 * Offered rows by bin of their logged exposure: how many, the sum of the exposures, and how many were viewed.
 * Undefined where the log does not hold offered rows with exposures.
 */
export function viewsByExposure(request: LineRequest): LineStatement | undefined {
  const { offered, base } = request;
  if (offered === undefined) return undefined;
  const keys = [exposureKey];
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
    name: exposuresOfLines,
    over: "rows",
    cells: cellsOf(request, "views by logged exposure", relation, "h_user", keys, sums),
    keys,
    columns: new Map<string, LineColumn>([
      ["rows", "l_rows"],
      ["viewed", "l_seen"],
      ["exposure", exposure],
    ]),
  };
}

/** Rows that were not viewed are held to no rule: only those with keys like the others' and an exposure count. */
function isKnown({ log, leaves }: LineRequest["base"]): Expression {
  const { user, feed, loggedExposure } = canonical;
  const { role, hash } = clusterKeyOf(log);
  const key = role === "user" ? user : canonical.trajectory;
  const [low, high] = hash === "bigint" ? leaves.column(key.name) : [];
  const isLikeOthers = [
    ...(Number.isFinite(low) ? [apply(">=", user, bigint(BigInt(low ?? 0)))] : []),
    ...(Number.isFinite(high) ? [apply("<=", user, bigint(BigInt(high ?? 0)))] : []),
  ];
  return and([
    not(isNull(user)),
    not(isNull(feed)),
    apply(">", loggedExposure, double(0)),
    apply("<=", loggedExposure, double(1)),
    ...isLikeOthers,
  ]);
}
