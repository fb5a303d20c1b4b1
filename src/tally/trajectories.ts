import { canonical, trajectoryKeys } from "../log/canonical.js";
import { columnOf } from "../log/role.js";
import { column, min } from "../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import { bucketColumn, type CellKeys } from "./cells.js";
import type { TallyRequest } from "./request.js";

/** Day, logging policy, user and rate of sampling of a trajectory: constant within it, the day being its first. */
export function trajectoryConstants({ log }: Pick<TallyRequest, "log">): readonly Named[] {
  const { day, logger } = log.spec;
  return [
    ["t_user", min(canonical.user)],
    ...(day === undefined ? [] : [["t_day", min(canonical.day)] as const]),
    ...(logger === undefined ? [] : [["t_logger", min(canonical.logger)] as const]),
    ...log.uses
      .filter(({ role }) => role.single !== undefined && !named.includes(role.name))
      .map(({ role }): Named => [`t_${role.name}`, min(columnOf(role))]),
  ];
}

/** Roles of a trajectory with a place of their own above. */
const named: readonly string[] = ["user", "day", "logger"];

/** Where a trajectory belongs: the strata of its constants, and its user. */
export function trajectoryCellKeys({ log }: Pick<TallyRequest, "log">): CellKeys {
  const { day, feed, logger } = log.spec;
  return {
    strata: {
      ...(day === undefined ? {} : { day: "t_day" }),
      ...(feed === undefined ? {} : { feed: canonical.feed.name }),
      ...(logger === undefined ? {} : { logger: "t_logger" }),
    },
    cluster: "t_user",
  };
}

const constantNames = (request: Pick<TallyRequest, "log">): readonly string[] =>
  trajectoryConstants(request).map(([alias]) => alias);

export function withBucket(
  request: Pick<TallyRequest, "log" | "bucketing" | "leaves">,
  inner: Relation,
  carried: readonly string[],
): Relation {
  const bucket = bucketColumn(request, column("t_user"), "fewRows");
  if (bucket.length === 0) return inner;
  const { strata, cluster } = trajectoryCellKeys(request);
  const names = [
    ...new Set([...Object.values(strata), ...constantNames(request), cluster, ...carried]),
  ];
  return select(inner, [...names.map((name): Named => [name, column(name)]), ...bucket]);
}

/** Rows whose day is their trajectory's first. */
export function withFirstDay(rows: Relation): Relation {
  const first = group(rows, trajectoryKeys, [["first_day", min(canonical.day)]]);
  const right = select(first, [
    ["f_trajectory", canonical.trajectory],
    ["f_feed", canonical.feed],
    ["f_day", column("first_day")],
  ]);
  const joined = join("inner", rows, right, [
    [canonical.trajectory.name, "f_trajectory"],
    [canonical.feed.name, "f_feed"],
  ]);
  const columns = rows.kind === "select" ? rows.columns : [];
  return select(
    joined,
    columns.map(([name]): Named => [name, column(name === canonical.day.name ? "f_day" : name)]),
  );
}
