import type { Plan } from "../../sql/engine.js";
import { and, cast, column, count, type Expression, isNull, not } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, join, type Named, type Relation, select } from "../../sql/relation.js";
import type { BoundJoin, BoundKey } from "./bind-join.js";
import { keyAt, keyValue } from "./joined-rows.js";

/** A join among the joins of a log. */
export interface PlacedJoin {
  /** The rows of `joinedRows`. */
  readonly rows: Relation;
  readonly join: BoundJoin;
  readonly place: number;
}

/** The values of a key in the log and in another table, without NULL. */
export interface KeySides {
  readonly log: Relation;
  readonly other: Relation;
}

export const keySides = (relation: Relation, other: Relation): KeySides => ({
  log: distinct(relation, "own"),
  other: distinct(other, "other"),
});

const distinct = (rows: Relation, name: string): Relation =>
  group(select(rows, [[name, column(name)]], { where: not(isNull(column(name))) }), [name], []);

export const keyOfJoin = (
  { rows, join: { source, keys }, place }: PlacedJoin,
  key: BoundKey,
): KeySides =>
  keySides(
    select(rows, [["own", column(keyAt(place, keys.indexOf(key)))]]),
    select(from(source), [["other", keyValue(key.joined, key)]]),
  );

export function keyCountPlans({
  log,
  other,
}: KeySides): readonly [log: Plan<"found">, table: Plan<"found">, both: Plan<"found">] {
  const counted = (what: string, keys: Relation): Plan<"found"> =>
    plan(`values of a joined table's key ${what}`, group(keys, [], [["found", count()]]));
  return [
    counted("in the log", log),
    counted("in the table", other),
    counted("in both", join("inner", log, other, [["own", "other"]])),
  ];
}

/** The first values of a key in the log and in the other table, as text in order. */
export function keySamplePlans(
  { log, other }: KeySides,
  size: number,
): readonly [log: Plan, table: Plan] {
  const sample = (what: string, keys: Relation, name: string): Plan => {
    const texts = select(keys, [["value", cast(column(name), "text")]]);
    const orderBy = [{ by: column("value"), descending: false }];
    const first = select(texts, [["value", column("value")]], { orderBy, limit: size });
    return plan(`examples of a joined table's key ${what}`, first);
  };
  return [sample("in the log", log, "own"), sample("in the table", other, "other")];
}

/** All keys of a row of the log, and of a row of the joined table, as text. */
export function firstKeysPlans({
  rows,
  join,
  place,
}: PlacedJoin): readonly [log: Plan, table: Plan] {
  const first = (what: string, of: Relation, keys: readonly Expression[]): Plan => {
    const texts = keys.map((key, k): Named => [`key_${k}`, cast(key, "text")]);
    const names = texts.map(([name]) => name);
    const where = and(names.map((name) => not(isNull(column(name)))));
    const orderBy = names.map((name) => ({ by: column(name), descending: false }));
    const named = names.map((name): Named => [name, column(name)]);
    const row = select(select(of, texts), named, { where, orderBy, limit: 1 });
    return plan(`keys of a joined table ${what}`, row);
  };
  return [
    first(
      "in the log",
      rows,
      join.keys.map((_, k) => column(keyAt(place, k))),
    ),
    first(
      "in the table",
      from(join.source),
      join.keys.map((key) => keyValue(key.joined, key)),
    ),
  ];
}

export const tableSizePlan = ({ source }: BoundJoin): Plan<"found"> =>
  plan("rows of a joined table", group(from(source), [], [["found", count()]]));
