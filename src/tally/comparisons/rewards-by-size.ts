import { canonical } from "../../log/canonical.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import {
  apply,
  bigint,
  caseWhen,
  double,
  type Expression,
  max,
  minus,
  plus,
} from "../../sql/expression.js";
import { type Named, select } from "../../sql/relation.js";
import { heldRows } from "../held-rows.js";
import type { SumOf, TableOf } from "../shape.js";
import { noBucket, type TallyTable } from "../tally.js";
import {
  type ComparisonRequest,
  columnsOfReward,
  displayedAt,
  isOneSize,
  mayBeNegative,
  placedAt,
} from "./comparison-request.js";
import {
  type ComparisonSizes,
  rankKey,
  sizeKey,
  sizesOfComparison,
  targetKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOfEverybody,
  notZero,
  oneGroup,
  sumsOf,
  total,
} from "./comparison-statement.js";

/** Sizes are told apart by powers of 8: values with a factor of 8 between them are never of one size. */
const base8 = { least: -10, most: 20 } as const;
/** Added to the size of negative rewards. */
export const negativeSize = 64;

/** Rewarded rows by displayed and target rank and by how large the reward is, over all users. */
export function rewardsBySize(
  request: ComparisonRequest,
  target: string,
  reward: number,
): ComparisonStatement<ComparisonSizes> | undefined {
  const { base } = request;
  if (isOneSize(base, reward)) return undefined;
  const value = canonical.reward(reward);
  const sums = columnsOfReward(base, reward, ["sum", "squares"]);
  const relation = select(
    heldRows(base),
    [
      ["h_feed", canonical.feed],
      [rankKey, displayedAt(base)],
      [targetKey, placedAt(base, target)],
      [sizeKey, sizeOf(request, reward)],
      [value.name, value],
      oneGroup,
    ],
    { where: notZero(reward) },
  );
  const size = apply("abs", value);
  const aggregates: readonly Named[] = [
    ["l_rewarded", total(notZero(reward))],
    ["l_most", max(size)],
    ["l_least", max(minus(double(0), size))],
    ...sumsOf(sums),
  ];
  const keys = [rankKey, targetKey, sizeKey] as const;
  return {
    into: sizesOfComparison(target, reward),
    over: "rowsOfEverybody",
    cells: cellsOfEverybody(request, "rewards by size", relation, keys, aggregates),
    keys,
    columns: new Map<SumOf<ComparisonSizes>, ComparisonColumn>([
      ["rewarded", "l_rewarded"],
      ["most", { largest: "l_most" }],
      ["minusLeast", { largest: "l_least" }],
      ...sums,
    ]),
  };
}

/** 1 below 8^−10, one more for each power of 8 that is reached; negative rewards apart. */
function sizeOf({ base }: ComparisonRequest, reward: number): Expression {
  const value = canonical.reward(reward);
  const [low, high] = base.leaves.column(value.name);
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const powers = Array.from({ length: base8.most - base8.least + 1 }, (_, at) => at)
    .filter((at) => powerOfTwo(3 * (base8.least + at)) <= largest)
    .reverse();
  const reached = powers.map((at) => ({
    when: apply(">=", apply("abs", value), double(powerOfTwo(3 * (base8.least + at)))),
    then: bigint(BigInt(at + 2)),
  }));
  const size = reached.length === 0 ? bigint(1n) : caseWhen(reached, bigint(1n));
  if (!mayBeNegative(base, reward)) return size;
  const isLoss = apply("<", value, double(0));
  return plus(size, caseWhen([{ when: isLoss, then: bigint(BigInt(negativeSize)) }], bigint(0n)));
}

type Table = TableOf<ComparisonSizes>;

/** The table where all rewards are of one size: it needs no statement, and tallies of one study have the same tables. */
export function noSizes(): TallyTable {
  const none = new Float64Array();
  const sum = { hi: none, lo: null, combine: "sum" } as const;
  const most = { ...sum, combine: "max" } as const;
  return {
    rows: 0,
    strata: [],
    stratum: new Int32Array(),
    bucket: new Int32Array().fill(noBucket),
    keys: { group: none, rank: none, target: none, size: none } satisfies Table["keys"],
    columns: {
      rewarded: sum,
      sum,
      squares: sum,
      most,
      minusLeast: most,
    } satisfies Table["columns"],
  };
}
