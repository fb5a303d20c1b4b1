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
  own: readonly string[],
  joins: readonly BoundJoin[],
): Relation {
  const columns = own.map((name): Named => [name, column(name)]);
  const keys = joins.flatMap(({ keys: of }, i) =>
    of.map((key, k): Named => [`join_${i}_key_${k}`, keyValue(key.log, key)]),
  );
  const log: Relation = select(from(source), [...columns, ...keys]);
  return joins.reduce((rows, bound, i) => {
    const pairs = bound.keys.map((_, k) => [`join_${i}_key_${k}`, `join_${i}_on_${k}`] as const);
    return join("left", rows, rightSide(bound, i), pairs);
  }, log);
}

function rightSide({ source, keys, columns, keep }: BoundJoin, i: number): Relation {
  const sides: readonly Named[] = [
    ...keys.map((key, k): Named => [`join_${i}_on_${k}`, keyValue(key.joined, key)]),
    [matched(i), bigint(1n)],
    ...columns.map((each): Named => [each.name, broughtValue(each, keys)]),
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

/** A key as both sides compare it: a whole number of 64 bits, or text. */
const keyValue = (name: string, { type }: BoundKey): Expression =>
  cast(column(name), type === "bigint" ? "bigint" : "text");

/** Counts the rows of a log for which a joined table has no row. */
export function unmatchedPlan(
  rows: Relation,
  joins: readonly BoundJoin[],
): Plan<"row_count" | "matched"> {
  const isMissing = or(
    joins.flatMap(({ isListing }, i) => (isListing ? [] : [isNull(column(matched(i)))])),
  );
  const found = caseWhen([{ when: isMissing, then: nullOf("bigint") }], bigint(1n));
  const flagged = select(rows, [["found", found]]);
  return plan(
    "rows without a match in joined tables",
    group(
      flagged,
      [],
      [
        ["row_count", count()],
        ["matched", count(column("found"))],
      ],
    ),
  );
}

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

/** Counts the keys that several rows of a joined table have. */
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

/** Counts the trajectories of a log of which a table of candidates holds no row. */
export function unlistedPlan(
  rows: Relation,
  joins: readonly BoundJoin[],
): Plan<"found"> | undefined {
  const flags = joins.flatMap(({ isListing }, i) => (isListing ? [i] : []));
  const [first] = flags;
  if (first === undefined) return undefined;
  const key = `join_${first}_key_0`;
  const named = flags.map((i): Named => [matched(i), column(matched(i))]);
  const of = flags.map((i): Named => [matched(i), max(column(matched(i)))]);
  const trajectories = group(select(rows, [[key, column(key)], ...named]), [key], of);
  const isUnlisted = or(flags.map((i) => isNull(column(matched(i)))));
  const unlisted = select(trajectories, [["one", bigint(1n)]], { where: isUnlisted });
  return plan("trajectories without candidates", group(unlisted, [], [["found", count()]]));
}
