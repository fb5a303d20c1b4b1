import { finite } from "../../numeric/finite.js";
import { farthestOf } from "../alternatives.js";
import type { MovedDifference, PlainFinding } from "../check.js";
import type { Comparison, NamedWidening } from "../comparison.js";
import type { TrustOfRanks } from "../comparison-tables.js";
import { decisionOf, wordOf } from "../decision-of.js";
import { amount, figure, insteadOf, shiftFound, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { setAround } from "../interval-of.js";
import type { WidenedComparison } from "../judged.js";
import { weightOf } from "../pairs-of-ranks.js";
import { type Reestimate, shiftedBy, widenedTo } from "../shifted-by.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";
import { alternativeOfFalls, lostAt, percentOf } from "../trust-falls.js";
import { shifted, viewSums } from "../view-sums.js";
import { withRewards } from "../with-rewards.js";

type StatedTrust = NonNullable<Comparison["trust"]>;

/** So many falls, evenly up to the one stated, show how far each of them may move a difference. */
const fallsTried = 16;

/**
 * What the trust that a study states adds to a difference: any fall up to its own, or nothing to all that its tables say.
 * Undefined where it depends on no rank, and of policies by exposure, of which no table tells it.
 */
export function widenedByTrust(comparison: Comparison): Omit<NamedWidening, "code"> | undefined {
  const { trust, policy, base } = comparison;
  const isByWeight = [policy, base].some(
    (policyTables) => policyTables?.cells.weight !== undefined,
  );
  if (trust === undefined || isByWeight || isEven(trust)) return undefined;
  const reestimates = alternativesUnder(comparison, trust).toSorted(
    (a, b) => a.shift.value - b.shift.value,
  );
  const [low, high] = [reestimates[0], reestimates.at(-1)];
  if (low === undefined || high === undefined) return undefined;
  return widenedTo(comparison, low, high);
}

function alternativesUnder(comparison: Comparison, trust: StatedTrust): readonly Reestimate[] {
  if ("fallsBy" in trust) {
    const alternative = alternativeOfFalls(comparison);
    const fallAt = (at: number): number => (trust.fallsBy * (at + 1)) / fallsTried;
    return Array.from({ length: fallsTried }, (_, at) => alternative(fallAt(at)));
  }
  const under = (without?: number): number =>
    withRewards(comparison, (policy) => sumsUnder(comparison, policy, trust, without), without);
  return [shiftedBy(comparison, under)];
}

/** A verdict must hold for every value that the trust stated by the study leaves possible. */
export function underStatedTrust(
  point: Comparison,
  trust: StatedTrust,
  widened: WidenedComparison | undefined,
): PlainFinding | MovedDifference {
  if (isEven(trust)) return notByRank;
  if (widened === undefined) return notCorrected;
  const { comparison, by } = widened;
  const { farthest: shift } = by;
  const isLost =
    decisionOf(point, comparison.difference, comparison.se) !== 0 &&
    decisionOf(comparison, comparison.difference, comparison.se) === 0;
  const alternative = farthestOf(point, by);
  const said =
    "fallsBy" in trust
      ? underFalls(comparison, point, trust.fallsBy, isLost)
      : underTables(point, alternative);
  return {
    ...{ alternative, holds: !isLost, hasSign: true },
    measured: shiftFound(point, { shift, alternative }),
    ...said,
    facts: {
      shift: finite(shift.value),
      set: [...setAround(comparison, comparison.difference, comparison.se).ends],
      ...said.facts,
    },
  };
}

type Words = Pick<MovedDifference, "tipping" | "message" | "facts">;

const underTables = (
  comparison: Comparison,
  alternative: MovedDifference["alternative"],
): Words => ({
  tipping: shiftThatFlips(comparison),
  message: `Under the trust bias that the study states (log.exposure.trust) the difference is ${insteadOf(comparison, alternative)}, which mistakes trust for relevance. Use trustDr.`,
  facts: {},
});

function underFalls(
  comparison: Comparison,
  point: Comparison,
  fallsBy: number,
  isLost: boolean,
): Words {
  const { ends, se } = setAround(comparison, comparison.difference, comparison.se);
  const [low, high] = ends.map((end, at) => amount(comparison, end, se[at] ?? comparison.se));
  const message = `The study states that the rewards of a view fall by up to ${percentOf(fallsBy)} a rank because users trust the ranker (log.exposure.trust): the difference is ${low} to ${high}.`;
  const lost = isLost ? lostAt(point, fallsBy) : undefined;
  if (lost === undefined) return { tipping: null, message, facts: { fallsBy } };
  const fall = `${percentOf(lost.fall)} a rank`;
  const word = wordOf(comparison, comparison.difference);
  return {
    tipping: figure(lost.fall, "share", `a fall by ${fall}`),
    message: `${message} It is ${word} only while they fall by less than ${fall}: a smaller fallsBy would decide it.`,
    facts: { fallsBy, changesAt: lost.fall },
  };
}

const notByRank: PlainFinding = {
  measured: figure(0, "reward", "the same at every rank"),
  message: "The study states no trust bias that depends on the rank.",
};

/** Weights alone do not say where a policy places an item. */
const notCorrected: PlainFinding = {
  effect: "cannotTell",
  measured: figure(Number.NaN, "reward", "not tested: policies by exposure"),
  message:
    "The study states trust bias (log.exposure.trust), which the deciding estimator does not correct, and for policies by exposure no table shows what it changes. Give the policies by rank and use trustDr.",
};

/**
 * A policy's sums whose rewards are those that it would earn: Σ (p_R/p_i)·(a_R(c − b_i)/a_i + b_R) over the views of items
 * at rank i that it places at R, as those of `trustDr` by weights alone.
 */
function sumsUnder(
  comparison: Comparison,
  policy: PolicyTables,
  { slope, base }: TrustOfRanks,
  without?: number,
): ReturnType<typeof viewSums> {
  const { cells, rows, rewards } = policy;
  const { n } = logTotals(comparison.log, without);
  const earned = totalOf(tableOf(rewards, comparison.reward), without).sum;
  const viewed = totalOf(rows, without).rows;
  const at = (table: readonly number[], rank: number): number => table[rank - 1] ?? 0;
  let reward = 0;
  for (let cell = 0; cell < viewed.length; cell++) {
    const [rank, target] = [cells.rank[cell] ?? 0, cells.target[cell] ?? 0];
    const weight = weightOf(comparison.curve, cells, cell);
    if (weight === 0) continue;
    const ratio = at(slope, target) / at(slope, rank);
    const moved = at(base, target) - at(base, rank) * ratio;
    reward += weight * ((earned[cell] ?? 0) * (ratio - 1) + (viewed[cell] ?? 0) * moved);
  }
  return shifted(viewSums(comparison, policy, comparison.curve, without), { reward: reward / n });
}

function isEven(trust: StatedTrust): boolean {
  if ("fallsBy" in trust) return trust.fallsBy === 0;
  return [trust.slope, trust.base].every((table) => table.every((each) => each === table[0]));
}
