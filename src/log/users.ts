import type { Plan } from "../sql/engine.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  type Expression,
  equal,
  or,
  sum,
  text,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { Table } from "../sql/run/table.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";
import { isFeed } from "./feeds.js";
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
 * Distinct clusters of every scope in one pass. Rows are grouped as finely as the finest scopes, no
 * finer: each bit then comes once a user, so that the sum of a user's bits tells in which scopes the
 * user is, and users with equal sums count together. Where every trajectory has a row of displayed
 * rank 1, those rows alone hold every user.
 */
export function usersPlan(
  log: BoundLog,
  rows: Relation,
  scopes: readonly UserScope[],
  firstRanksOnly: boolean,
): Plan {
  const onlyFirst = firstRanksOnly && log.spec.rank !== undefined;
  const where = onlyFirst ? equal(canonical.rank, bigint(1n)) : undefined;
  const finest = finestOf(scopes);
  const words = wordsOf(finest);
  const keys = keysOf(finest).map((name): Named => [name, column(name)]);
  const cells = group(
    select(rows, keys, { where }),
    keys.map(([name]) => name),
    [["rows_here", count()]],
  );
  const bits = words.map((cellsOfWord, w): Named => [`bit_${w}`, bitOf(log, cellsOfWord)]);
  const marked = select(cells, [[user, canonical.user], ...bits]);
  const masks = words.map((_, w): Named => [`mask_${w}`, cast(sum(column(`bit_${w}`)), "bigint")]);
  const byUser = group(marked, [user], masks);
  const alike = group(
    byUser,
    masks.map(([name]) => name),
    [["users_here", count()]],
  );
  const outer = scopes.map((scope, i): Named => [`users_${i}`, usersIn(scope, words)]);
  return plan("number of users", group(alike, [], outer));
}

/** What users are told apart by: nothing, feeds, days, or both; of roles that the log has. */
export const splitsOfUsers = ({ spec }: BoundLog): readonly (readonly UserSplit[])[] => {
  const day = spec.day === undefined ? [] : (["day"] as const);
  const feed = spec.feed === undefined ? [] : (["feed"] as const);
  const both = day.length > 0 && feed.length > 0 ? [["feed", "day"] as const] : [];
  return [[], ...feed.map((column) => [column]), ...day.map((column) => [column]), ...both];
};

type UserSplit = "feed" | "day";

/** Distinct clusters of every part of a split, without knowing which parts there are. */
export function usersBySplitPlan(rows: Relation, split: readonly UserSplit[]): Plan {
  const keys = split.map((role) => canonical[role].name);
  const read = [user, ...keys].map((name): Named => [name, column(name)]);
  const cells = group(select(rows, read), [user, ...keys], [["rows_here", count()]]);
  const parts = group(cells, keys, [["users_here", count()]]);
  const named = split.map((role): Named => [role, cast(canonical[role], "text")]);
  return plan("number of users", select(parts, [...named, ["users", column("users_here")]]));
}

export function readSplitUsers(
  tables: readonly Table[],
  scopes: readonly UserScope[],
): readonly (UserScope & { readonly clusters: number })[] {
  const places = new Map<string, number>();
  for (const table of tables) {
    for (let i = 0; i < table.rows; i++) {
      const [feed, day] = ["feed", "day"].map((name) => table.columns.get(name)?.[i] ?? null);
      places.set(JSON.stringify([feed, day]), table.number("users", i));
    }
  }
  return scopes.map(({ feed, day }) => ({
    feed,
    day,
    clusters: places.get(JSON.stringify([feed, day])) ?? 0,
  }));
}

/** Bits of a BIGINT that a sum of distinct ones cannot overflow. */
const bitsOfWord = 62;

/** The scopes of most parts, which hold each row once. */
function finestOf(scopes: readonly UserScope[]): readonly UserScope[] {
  const parts = ({ feed, day }: UserScope): number => Number(feed !== null) + Number(day !== null);
  const most = Math.max(...scopes.map(parts));
  return scopes.filter((scope) => parts(scope) === most);
}

const user = canonical.user.name;

const keysOf = (cells: readonly UserScope[]): readonly string[] => [
  user,
  ...(cells.some(({ feed }) => feed !== null) ? [canonical.feed.name] : []),
  ...(cells.some(({ day }) => day !== null) ? [canonical.day.name] : []),
];

/** Cells in words of 62. */
function wordsOf(cells: readonly UserScope[]): readonly (readonly UserScope[])[] {
  const words = Math.ceil(cells.length / bitsOfWord);
  return Array.from({ length: words }, (_, w) => cells.slice(w * bitsOfWord, (w + 1) * bitsOfWord));
}

const bit = (place: number): bigint => 1n << BigInt(place);

const bitOf = (log: BoundLog, cells: readonly UserScope[]): Expression =>
  caseWhen(
    cells.map((cell, place) => ({
      when: and(scopeConditions(log, cell)),
      then: bigint(bit(place)),
    })),
    bigint(0n),
  );

/** Users whose mask meets the scope's, BIGINT. */
function usersIn(scope: UserScope, words: readonly (readonly UserScope[])[]): Expression {
  const meets = words.map((cells, w) => {
    const mask = cells.reduce((m, cell, place) => (lies(cell, scope) ? m | bit(place) : m), 0n);
    return apply("<>", apply("bitAnd", column(`mask_${w}`), bigint(mask)), bigint(0n));
  });
  const users = caseWhen([{ when: or(meets), then: column("users_here") }], bigint(0n));
  return cast(sum(users), "bigint");
}

const lies = (cell: UserScope, { feed, day }: UserScope): boolean =>
  (feed === null || feed === cell.feed) && (day === null || day === cell.day);

function scopeConditions(log: BoundLog, { feed, day }: UserScope): readonly Expression[] {
  return [
    ...(feed === null ? [] : [isFeed(log, feed)]),
    ...(day === null ? [] : [equal(canonical.day, cast(text(day), "date"))]),
  ];
}

export const readUsers = (
  table: Table,
  scopes: readonly UserScope[],
): readonly (UserScope & { readonly clusters: number })[] =>
  scopes.map((scope, i) => ({
    ...scope,
    clusters: table.numberOrZero(`users_${i}`),
  }));
