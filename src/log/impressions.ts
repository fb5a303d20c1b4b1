import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  double,
  type Expression,
  isNull,
  less,
  not,
  nullOf,
  rowNumber,
  text,
  type ValueType,
} from "../sql/expression.js";
import { from, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog, BoundPolicy } from "./bind.js";

/**
 * The source as canonical impressions: one row a viewed item, roles under fixed aliases, numbers as
 * DOUBLE, ranks and keys as BIGINT where they are whole numbers; `beside` adds columns of the source.
 */
export function impressions(log: BoundLog, beside: readonly Named[] = []): Relation {
  const columns = [...keyColumns(log), ...valueColumns(log), ...beside];
  const rows = select(from(log.source), columns);
  const forced = forcedOf(log);
  return forced.length === 0 ? rows : withForcedRanks(rows, columns, log, forced);
}

function keyColumns(log: BoundLog): readonly Named[] {
  const { spec } = log;
  const trajectory = spec.trajectory === undefined ? rowKey(log) : key(log, spec.trajectory);
  return [
    ["h_trajectory", trajectory],
    ["h_user", spec.user === undefined ? trajectory : key(log, spec.user)],
    ["h_feed", spec.feed === undefined ? bigint(0n) : key(log, spec.feed)],
    ["h_logger", spec.logger === undefined ? bigint(0n) : key(log, spec.logger)],
    ["h_day", spec.day === undefined ? bigint(0n) : day(log, spec.day)],
  ];
}

function valueColumns(log: BoundLog): readonly Named[] {
  const { spec } = log;
  return [
    ["h_rank", spec.rank === undefined ? bigint(1n) : whole(log, spec.rank)],
    ["h_length", spec.listLength === undefined ? nullOf("bigint") : whole(log, spec.listLength)],
    ["h_censored", spec.censored === undefined ? nullOf("bigint") : flag(log, spec.censored)],
    ["h_exposure", log.exposure === undefined ? nullOf("double") : number(log, log.exposure)],
    ...log.rewards.map(
      ({ column: name, missing }, i): Named => [
        `h_reward_${i}`,
        missing === undefined
          ? number(log, name)
          : apply("coalesce", number(log, name), double(missing)),
      ],
    ),
    ...log.policies.flatMap((policy, i) => policyColumns(log, policy, i)),
    ...(spec.item === undefined || forcedOf(log).length === 0
      ? []
      : [["h_item", key(log, spec.item)] as const]),
  ];
}

function policyColumns(log: BoundLog, policy: BoundPolicy, i: number): readonly Named[] {
  const { rank, exposure, score } = policy;
  return [
    ...(rank === undefined ? [] : [[`h_rank_${i}`, whole(log, rank)] as const]),
    ...(score === undefined ? [] : [[`h_score_${i}`, number(log, score)] as const]),
    ...(exposure === undefined
      ? []
      : [
          [
            `h_exposure_${i}`,
            typeof exposure === "number" ? double(exposure) : number(log, exposure),
          ] as const,
        ]),
  ];
}

/** A number as DOUBLE; TRUE is 1, FALSE 0, in words, because not every engine casts them. */
const number = (log: BoundLog, name: string): Expression =>
  log.types.get(name) === "boolean"
    ? oneOrZero(name, double(1), double(0), "double")
    : cast(column(name), "double");

/** TRUE as 1, FALSE as 0; whole numbers stay what they are, for the rule of rows to judge. */
const flag = (log: BoundLog, name: string): Expression =>
  log.types.get(name) === "boolean"
    ? oneOrZero(name, bigint(1n), bigint(0n), "bigint")
    : cast(column(name), "bigint");

const oneOrZero = (name: string, one: Expression, zero: Expression, type: ValueType): Expression =>
  caseWhen(
    [
      { when: column(name), then: one },
      { when: not(column(name)), then: zero },
    ],
    nullOf(type),
  );

/** A whole number as BIGINT, NULL where there is none; 0, which no rank may be, for anything else. */
function whole(log: BoundLog, name: string): Expression {
  if (log.types.get(name) === "bigint") return cast(column(name), "bigint");
  const value = number(log, name);
  const safe = apply("and", apply("isFinite", value), less(apply("abs", value), double(2 ** 53)));
  const isWhole = apply("and", safe, apply("=", apply("floor", value), value));
  const branches = [
    { when: isNull(value), then: nullOf("bigint") },
    { when: isWhole, then: cast(value, "bigint") },
  ];
  return caseWhen(branches, bigint(0n));
}

/** A key in the type that groups fastest: whole numbers stay numbers, all else is text. */
function key(log: BoundLog, name: string): Expression {
  const type = log.types.get(name);
  return type === "bigint" || type === "text"
    ? cast(column(name), type)
    : cast(column(name), "text");
}

/** A trajectory's day in UTC; text stays text only until it is read as a date. */
const day = (log: BoundLog, name: string): Expression =>
  log.types.get(name) === "date" ? column(name) : cast(column(name), "date");

/**
 * Without a trajectory key every row is one: its place in the order of all its roles names it, so
 * that names do not depend on the order of rows (rows that agree in every role are interchangeable).
 */
function rowKey(log: BoundLog): Expression {
  const { spec } = log;
  const names = [
    spec.day,
    spec.user,
    spec.feed,
    spec.logger,
    spec.item,
    spec.rank,
    spec.listLength,
    spec.censored,
    log.exposure,
    ...log.rewards.map((reward) => reward.column),
    ...log.policies.flatMap(({ rank, score, exposure }) => [
      rank,
      score,
      typeof exposure === "string" ? exposure : undefined,
    ]),
  ].filter((name) => name !== undefined);
  const order = [...new Set(names)].map((name) => ({ by: column(name), descending: false }));
  return rowNumber([], order);
}

const forcedOf = (log: BoundLog): readonly BoundPolicy[] =>
  log.policies.filter((policy) => policy.score !== undefined);

/**
 * Ranks among viewed items by a score, best first: only where the study forces it. An item without a
 * score is not shown, and the others are ranked without it. Ties go by item, never by displayed rank,
 * which would favour the logger; that one only tells apart two views of one item.
 */
function withForcedRanks(
  rows: Relation,
  columns: readonly Named[],
  log: BoundLog,
  forced: readonly BoundPolicy[],
): Relation {
  const kept = columns.map(([alias]): Named => [alias, column(alias)]);
  const ranks = forced.map((policy): Named => {
    const i = log.policies.indexOf(policy);
    const score = column(`h_score_${i}`);
    const order = [
      { by: score, descending: true },
      { by: column("h_item"), descending: false },
      { by: column("h_rank"), descending: false },
    ];
    const place = rowNumber([column("h_trajectory"), column("h_feed")], order);
    const branches = [{ when: isNull(score), then: nullOf("bigint") }];
    return [`h_rank_${i}`, caseWhen(branches, place)];
  });
  return select(rows, [...kept, ...ranks]);
}

/** Whether the feed (or logger) of a row is the one that results name so. */
export function keyIs(
  log: BoundLog,
  alias: string,
  name: string | undefined,
  value: string,
): Expression {
  const type = name === undefined ? "bigint" : log.types.get(name);
  if (type === "bigint" && /^-?\d+$/.test(value)) {
    return apply("=", column(alias), bigint(BigInt(value)));
  }
  return apply("=", type === "bigint" ? cast(column(alias), "text") : column(alias), text(value));
}
