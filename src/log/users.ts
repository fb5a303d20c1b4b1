import type { Plan, Table } from "../sql/index.js";
import {
  all,
  bigint,
  cast,
  column,
  count,
  type Expression,
  equal,
  group,
  indicator,
  max,
  type Named,
  type Relation,
  select,
  sum,
  text,
} from "../sql/index.js";
import type { BoundLog } from "./bind.js";
import { keyIs } from "./impressions.js";
import type { Stratum } from "./strata.js";

/** A part of a log whose users are counted; null: all feeds, all days. */
export interface UserScope {
  readonly feed: string | null;
  readonly day: string | null;
}

/** Beyond this many scopes users are counted by feed only, and days stay unknown. */
const mostScopes = 100;

/** The scopes that results speak of: the whole log, every feed, and every feed's days. */
export function userScopes(strata: readonly Stratum[]): readonly UserScope[] {
  const distinct = (scopes: readonly UserScope[]): readonly UserScope[] => [
    ...new Map(scopes.map((scope) => [JSON.stringify([scope.feed, scope.day]), scope])).values(),
  ];
  const feeds = strata.map(({ feed }) => ({ feed, day: null }));
  const days = strata.flatMap(({ feed, day }) => [
    { feed, day },
    { feed: null, day },
  ]);
  const every = distinct([{ feed: null, day: null }, ...feeds, ...days]);
  return every.length <= mostScopes ? every : distinct([{ feed: null, day: null }, ...feeds]);
}

/**
 * Distinct clusters of every scope in one pass: grouped by user, with a mark for each scope. Where
 * every trajectory has a row of displayed rank 1, those rows alone hold every user.
 */
export function usersPlan(
  log: BoundLog,
  rows: Relation,
  scopes: readonly UserScope[],
  firstRanksOnly: boolean,
): Plan {
  const keys = ["h_user", "h_feed", "h_day"].map((name): Named => [name, column(name)]);
  const onlyFirst = firstRanksOnly && log.spec.rank !== undefined;
  const where = onlyFirst ? equal(column("h_rank"), bigint(1n)) : undefined;
  const marks = scopes.map(
    (scope, i): Named => [`in_${i}`, max(indicator(all(scopeConditions(log, scope))))],
  );
  const byUser = group(
    select(rows, keys, { where }),
    ["h_user"],
    [["rows_here", count()], ...marks],
  );
  const outer = scopes.map((_, i): Named => [`users_${i}`, cast(sum(column(`in_${i}`)), "bigint")]);
  return {
    purpose: "number of users",
    relation: group(byUser, [], outer),
    columns: outer.map(([name]) => ({ name, type: "bigint" })),
  };
}

function scopeConditions(log: BoundLog, { feed, day }: UserScope): readonly Expression[] {
  return [
    ...(feed === null ? [] : [keyIs(log, "h_feed", log.spec.feed, feed)]),
    ...(day === null ? [] : [equal(column("h_day"), cast(text(day), "date"))]),
  ];
}

/** Reads the counts beside their scopes. */
export const readUsers = (
  table: Table,
  scopes: readonly UserScope[],
): readonly (UserScope & { readonly clusters: number })[] =>
  scopes.map((scope, i) => ({
    ...scope,
    clusters: Number(table.columns.get(`users_${i}`)?.[0] ?? 0),
  }));
