import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  double,
  type Expression,
  equal,
  indicator,
  max,
  min,
  nullOf,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { bucketAlias } from "../cells.js";
import { heldRows } from "../held-rows.js";
import { type Cells, takeCells } from "../one-scan.js";
import type { SumOf } from "../shape.js";
import type { TallyTable } from "../tally.js";
import type { ComparisonRequest } from "./comparison-request.js";
import { type ComparisonSameRewards, classKey, sameRewardsOf } from "./comparison-shapes.js";
import { type ComparisonColumn, notZero, oneGroup } from "./comparison-statement.js";
import { readTable } from "./read-comparison-table.js";
import { isOfTrajectories } from "./sampled-trajectories.js";

/** About so many rows are looked at. */
const rowsLookedAt = 2 ** 19;

type RewardRequest = Pick<ComparisonRequest, "base">;

/** Which rows the statements about equal rewards read, where these are a sample. */
export function sampleOfRewards({ base }: RewardRequest): readonly Expression[] {
  const halvings = Math.ceil(log2(Math.max(1, base.impressions / rowsLookedAt)));
  return halvings === 0 || base.log.spec.trajectory === undefined
    ? []
    : [isOfTrajectories(halvings)];
}

/** What rewards are told apart by, for pairs of trajectories: classes of their value. */
const classes = 16;

/**
 * By reward, day and class of value, the trajectories of several rows: without a reward, with one and the same in all
 * rows, and with the same in half the rows or more. See src/checks/equal-rewards.ts.
 */
export async function takeSameRewards(
  engine: Engine,
  request: RewardRequest,
  options?: CallOptions,
): Promise<Readonly<Record<string, TallyTable>>> {
  const { log } = request.base;
  if (log.spec.trajectory === undefined) return {};
  const cells = log.rewards.map((_, reward) => cellsOfReward(request, reward));
  const tables = await takeCells(engine, cells, options);
  return Object.fromEntries(
    tables.map((table, reward) => [
      sameRewardsOf(reward).name,
      readTable<ComparisonSameRewards>(table, { keys: [classKey], columns }),
    ]),
  );
}

const columns = new Map<SumOf<ComparisonSameRewards>, ComparisonColumn>([
  ["trajectories", "l_trajectories"],
  ["none", "l_none"],
  ["all", "l_all"],
  ["some", "l_some"],
]);

function cellsOfReward(request: RewardRequest, reward: number): Cells {
  const { feed, day } = request.base.log.spec;
  const strata = {
    ...(day === undefined ? {} : { day: "s_day" }),
    ...(feed === undefined ? {} : { feed: "h_feed" }),
  };
  return {
    purpose: "trajectories of one reward",
    relation: trajectoriesOf(request, reward),
    keys: { strata, cluster: bucketAlias, more: [classKey] },
    bucketing: { kind: "hashed", count: 1, key: "bigint" },
    sums: [
      ["l_trajectories", count()],
      ...["none", "all", "some"].map(
        (name): Named => [`l_${name}`, cast(sum(column(`s_${name}`)), "bigint")],
      ),
    ],
  };
}

function trajectoriesOf(request: RewardRequest, reward: number): Relation {
  const has = notZero(reward);
  const earned = caseWhen([{ when: has, then: canonical.reward(reward) }], nullOf("double"));
  const rows = group(rowsOf(request), trajectoryKeys, [
    ["s_rows", count()],
    ["s_rewarded", cast(sum(indicator(has)), "bigint")],
    ["s_least", min(earned)],
    ["s_most", max(earned)],
    ...dayOf(request, min(canonical.day)),
  ]);
  const [rewarded, all, least] = [column("s_rewarded"), column("s_rows"), column("s_least")];
  const isOne = equal(least, column("s_most"));
  const isSome = and([
    apply(">", rewarded, bigint(1n)),
    apply(">=", times(rewarded, bigint(2n)), all),
  ]);
  const isNone = { when: equal(rewarded, bigint(0n)), then: bigint(0n) };
  const ofOne = (condition: Expression): Expression =>
    caseWhen([isNone], indicator(and([isOne, condition])));
  return select(
    rows,
    [
      ["h_feed", canonical.feed],
      ...dayOf(request, column("s_day")),
      oneGroup,
      [classKey, caseWhen([isNone, { when: isOne, then: classOf(least) }], bigint(-1n))],
      ["s_none", indicator(isNone.when)],
      ["s_all", ofOne(equal(rewarded, all))],
      ["s_some", ofOne(isSome)],
    ],
    { where: apply(">", all, bigint(1n)) },
  );
}

/** Whole numbers differ in the digits of the first product, parts of them in those of the second. */
function classOf(value: Expression): Expression {
  const isLarge = { when: apply(">=", apply("abs", value), double(2 ** 32)), then: double(0) };
  const small = caseWhen([isLarge], value);
  const floor = (of: number): Expression =>
    cast(apply("floor", times(small, double(of))), "bigint");
  return apply("bitAnd", plus(floor(1021), floor(1021 * 2 ** 20)), bigint(BigInt(classes - 1)));
}

const dayOf = ({ base }: RewardRequest, value: Expression): readonly Named[] =>
  base.log.spec.day === undefined ? [] : [["s_day", value]];

/** Rows of whole trajectories: of a large log those of a sample, held for all rewards. */
function rowsOf(request: RewardRequest): Relation {
  const { base } = request;
  const [where] = sampleOfRewards(request);
  const { log, keep } = base;
  const columns: Named[] = [
    ...trajectoryKeys.map((name): Named => [name, column(name)]),
    ...(log.spec.day === undefined ? [] : [[canonical.day.name, canonical.day] as const]),
    ...log.rewards.map((_, at): Named => [canonical.reward(at).name, canonical.reward(at)]),
  ];
  return where === undefined
    ? select(base.rows, columns)
    : select(heldRows(base, where), columns, { where, ...(keep && { keep }) });
}
