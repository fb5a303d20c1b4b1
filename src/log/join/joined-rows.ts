import type { Plan } from "../../sql/engine.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  type Expression,
  isNull,
  max,
  not,
  nullOf,
  or,
  rowNumber,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import {
  from,
  group,
  join,
  type Named,
  type Relation,
  type SourceRef,
  select,
} from "../../sql/relation.js";
import { readNumber } from "../readers.js";
import type { BoundJoin, BoundKey, JoinedColumn } from "./bind-join.js";

/** The rows of a log's source with the columns of its joined tables, NULL where nothing matches. */
export function joinedRows(
  source: SourceRef,
  names: readonly string[],
  joins: readonly BoundJoin[],
): Relation {
  const columns = names.map((name): Named => [name, column(name)]);
  const keys = joins.flatMap(({ keys: of }, i) =>
    of.map((key, k): Named => [keyAt(i, k), keyValue(key.log, key)]),
  );
  const log: Relation = select(from(source), [...columns, ...keys]);
  return joins.reduce((rows, bound, i) => {
    const pairs = bound.keys.map((_, k) => [keyAt(i, k), `join_${i}_on_${k}`] as const);
    return join("left", rows, rightSide(bound, i), pairs);
  }, log);
}

function rightSide({ source, keys, columns, keep }: BoundJoin, i: number): Relation {
  const sides: readonly Named[] = [
    ...keys.map((key, k): Named => [`join_${i}_on_${k}`, keyValue(key.joined, key)]),
    [matched(i), bigint(1n)],
    ...columns.map((joinedColumn): Named => [joinedColumn.name, broughtValue(joinedColumn, keys)]),
  ];
  return select(from(source), sides, keep && { keep });
}

/** A joined column, or its rank; a candidate without a score has none, and the others are ranked without it. */
function broughtValue({ joined, isRanked }: JoinedColumn, keys: readonly BoundKey[]): Expression {
  if (!isRanked) return column(joined.name);
  const by = keys.map((key) => keyValue(key.joined, key));
  const score = readNumber(joined);
  const order = [
    { by: score, descending: true },
    ...by.slice(-1).map((item) => ({ by: item, descending: false })),
  ];
  const place = rowNumber(by.slice(0, -1), order);
  return caseWhen([{ when: isNull(score), then: nullOf("bigint") }], place);
}

const matched = (i: number): string => `join_${i}_matched`;

export const keyAt = (i: number, k: number): string => `join_${i}_key_${k}`;

/** A key as both sides compare it: a whole number of 64 bits, or text. */
export const keyValue = (name: string, { type }: BoundKey): Expression =>
  cast(column(name), type === "bigint" ? "bigint" : "text");

/** Counts the rows of a log, those that every joined table has a row for, and those that each has one for (`matched_0`, …). */
export function unmatchedPlan(rows: Relation, joins: readonly BoundJoin[]): Plan | undefined {
  const flags = joins.flatMap(({ isListing }, i) => (isListing ? [] : [i]));
  if (flags.length === 0) return undefined;
  const isMissing = or(flags.map((i) => isNull(column(matched(i)))));
  const fallback = caseWhen([{ when: isMissing, then: nullOf("bigint") }], bigint(1n));
  const flagged = select(rows, [["found", fallback], ...flagsOf(flags)]);
  const counts: readonly Named[] = [
    ["row_count", count()],
    ["matched", count(column("found"))],
    ...matchesOf(flags),
  ];
  return plan("rows without a match in joined tables", group(flagged, [], counts));
}

const flagsOf = (flags: readonly number[]): readonly Named[] =>
  flags.map((i): Named => [matched(i), column(matched(i))]);

const matchesOf = (flags: readonly number[]): readonly Named[] =>
  flags.map((i): Named => [`matched_${i}`, count(column(matched(i)))]);

/** Keys that several rows of a joined table have; NULL is not a key. */
function repeatedKeys({ source, keys }: BoundJoin): Relation {
  const values = keys.map((key, k): Named => [`key_${k}`, keyValue(key.joined, key)]);
  const present = and(keys.map((key) => not(isNull(column(key.joined)))));
  const named = values.map(([name]) => name);
  return group(
    select(from(source), values, { where: present }),
    named,
    [["times", count()]],
    apply(">", count(), bigint(1n)),
  );
}

export const repeatedKeysPlan = (bound: BoundJoin): Plan<"found"> =>
  plan(
    "keys that stand twice in a joined table",
    group(repeatedKeys(bound), [], [["found", count()]]),
  );

/** The key that most rows of a joined table have, as text, and their number. */
export function repeatedKeyPlan(bound: BoundJoin): Plan {
  const keys = bound.keys.map((_, k): Named => [`key_${k}`, cast(column(`key_${k}`), "text")]);
  const orderBy = [
    { by: column("times"), descending: true },
    ...bound.keys.map((_, k) => ({ by: column(`key_${k}`), descending: false })),
  ];
  const rows = select(repeatedKeys(bound), [...keys, ["times", column("times")]], {
    orderBy,
    limit: 1,
  });
  return plan("an example of a key that occurs twice", rows, { times: "bigint" });
}

/** Counts the scores of candidates that are not finite: engines do not agree on their order. */
export function nonFinitePlan({ source, columns }: BoundJoin): Plan<"found"> | undefined {
  const scores = columns.filter(({ isRanked }) => isRanked).map(({ joined }) => readNumber(joined));
  if (scores.length === 0) return undefined;
  const odd = or(scores.map((score) => and([not(isNull(score)), not(apply("isFinite", score))])));
  return plan(
    "scores that are not finite",
    group(select(from(source), [["odd", bigint(1n)]], { where: odd }), [], [["found", count()]]),
  );
}

/** Counts the trajectories of a log, those of which a table of candidates holds no row, and those of which each holds one. */
export function unlistedPlan(rows: Relation, joins: readonly BoundJoin[]): Plan | undefined {
  const flags = joins.flatMap(({ isListing }, i) => (isListing ? [i] : []));
  const [first] = flags;
  if (first === undefined) return undefined;
  const key = keyAt(first, 0);
  const of = flags.map((i): Named => [matched(i), max(column(matched(i)))]);
  const trajectories = group(select(rows, [[key, column(key)], ...flagsOf(flags)]), [key], of);
  const isUnlisted = or(flags.map((i) => isNull(column(matched(i)))));
  const unlisted = caseWhen([{ when: isUnlisted, then: bigint(1n) }], nullOf("bigint"));
  const counts: readonly Named[] = [
    ["trajectories", count()],
    ["found", count(column("unlisted"))],
    ...matchesOf(flags),
  ];
  const flagged = select(trajectories, [["unlisted", unlisted], ...flagsOf(flags)]);
  return plan("trajectories without candidates", group(flagged, [], counts));
}
