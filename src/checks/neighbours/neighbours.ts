import { exp } from "../../numeric/elementary/exp.js";
import { pow } from "../../numeric/elementary/pow.js";
import { finite } from "../../numeric/finite.js";
import type { Check, PlainFinding } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { trigger } from "../decision-of.js";
import { amount, figure, shiftThatFlips, untested } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { type NeighbourEffect, neighbourEffect, ratioOfNeighbours } from "../neighbour-effect.js";
import { weightAt } from "../pairs-of-ranks.js";
import { reestimated } from "../shifted-by.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";
import { policiesOf, shifted, viewSums } from "../view-sums.js";
import { withRewards } from "../with-rewards.js";

export const neighbours: Check = defineCheck({
  code: "neighbours",
  title: "interference between neighbouring items",
  purpose:
    "An item may earn another reward below one of its own cluster: the difference with the neighbours that the candidate gives it is added to the set.",
  spoilsOthers: false,
  needs: ["views", "clusters"],
  reads: ["neighbours"],
  reestimate(comparison: Comparison): Reestimate | undefined {
    const effect = neighbourEffect(comparison);
    if (effect === undefined) return undefined;
    const { mayBePreference } = effect;
    const found = reestimated(comparison, (without) => underNeighbours(comparison, 1, without));
    const { base, shift } = found;
    const hasSign = Math.abs(effect.t) > trigger && !mayBePreference;
    const isNoisy = shift.se > base.se / 2 && mayLose(comparison, effect, shift.value);
    const ratio = exp(effect.value);
    const [point, ...ends] = [1, ratio, 1 / ratio].map((each) => underNeighbours(comparison, each));
    // Taste hides a part of the effect.
    const hidden = hasSign ? shift.value : 0;
    return {
      ...found,
      errs: [
        Math.max(0, -hidden, (point ?? 0) - Math.min(...ends)),
        Math.max(0, hidden, Math.max(...ends) - (point ?? 0)),
      ],
      ...{ hasSign, isEstablished: false, isWatched: mayBePreference, isNoisy },
      says: `Rows directly below one of their own cluster earn ${shown(effect)} times the ${comparison.reward} of those directly above one, ${causeOf(effect, isNoisy)}. With the neighbours that ${comparison.candidate} gives to items the difference is`,
      instead: "as the study estimates it",
      ifSo: "if neighbours cause it",
      remedy: "No log proves an effect of neighbours: run an A/B test.",
      facts: { ratio, ratioSe: finite(ratio * effect.se), ratioT: finite(effect.t) },
    };
  },
  read: unread,
});

const shown = ({ value, se }: NeighbourEffect): string =>
  `${exp(value).toFixed(2)} ± ${(exp(value) * se).toFixed(2)}`;

function causeOf({ t, side, mayBePreference }: NeighbourEffect, isNoisy: boolean): string {
  if (mayBePreference) return "as taste for the cluster would cause, and neighbours may too";
  if (Math.abs(t) <= trigger)
    return isNoisy
      ? "with an error too large to exclude an effect of neighbours"
      : "which is no evidence of an effect of neighbours";
  const preference = side === 0 ? " or taste for it" : "";
  return `as neighbours would cause, but so would an order by quality within a cluster${preference}`;
}

/** Whether an effect on a side that taste does not explain moves the difference against its verdict. */
const mayLose = (
  { difference }: Comparison,
  { value, side }: NeighbourEffect,
  shift: number,
): boolean => side === 0 || shift * value * side * difference < 0;

/** Where the log does not identify the effect of neighbours, a verdict must hold if items earn nothing where it never puts them. */
function unread(comparison: Comparison): PlainFinding {
  const [more = 0, fewer = 0] = [1, -1].map((step) =>
    policiesOf(comparison).reduce(
      (total, policy) => total + earned(comparison, policy, (own) => Number(own === step)),
      0,
    ),
  );
  const tipping = shiftThatFlips(comparison);
  const why =
    "Hardly any row of the log stands between one of its own cluster and one of another (its lists hold one cluster, or keep items of a cluster apart), so that it does not show the effect of neighbours.";
  const isNew = fewer < comparison.se && more > Math.abs(tipping?.value ?? Infinity);
  if (!isNew) return untested("reward", why, "no rows to compare");
  const made = amount(comparison, more, comparison.se);
  return {
    ...{
      effect: "cannotTell",
      tipping,
      facts: { withNewNeighbours: more, withoutNeighbours: fewer },
    },
    measured: figure(more, "reward", `${made} where the log has none`),
    message: `${why} ${comparison.candidate} puts items directly below one of their own cluster where the log hardly ever does: ${made} is of these. Show some of its lists, or run an A/B test.`,
  };
}

/**
 * The difference where an item earns κ times as much below one of its own cluster: Σ c (κ^(b − a) − 1) p_s/p_m more over rows
 * whose neighbours above, in the log (a) and by the policy (b), are both viewed; m is the deeper rank of the row and of the
 * one that the policy puts above it. Rows whose neighbour no list of the log holds earn `rest` times as much.
 */
function underNeighbours(comparison: Comparison, rest: number, without?: number): number {
  const ratio = ratioOfNeighbours(comparison, without);
  return withRewards(
    comparison,
    (policy) => {
      const sums = viewSums(comparison, policy, comparison.curve, without);
      const times = policy === comparison.policy ? rest : 1 / rest;
      const unknown = times === 1 ? 0 : unknownReward(comparison, policy);
      const reward = earned(comparison, policy, (more) => pow(ratio, more) - 1, without);
      return shifted(sums, { reward: reward + (times - 1) * unknown });
    },
    without,
  );
}

/** (1/n) Σ C p_s/p_m over rows whose neighbour is known, each times a factor. */
function earned(
  { log, curve, reward }: Comparison,
  { neighbours: table }: PolicyTables,
  factor: (more: number) => number,
  without?: number,
): number {
  if (table === undefined) return 0;
  const { cells } = table;
  const { n } = logTotals(log, without);
  return totalOf(tableOf(table.rewards, reward), without).sum.reduce((total, sum, cell) => {
    const weight = weightAt(curve, cells.rank[cell] ?? 0, cells.target[cell] ?? 0);
    return total + (sum * weight * factor(cells.more[cell] ?? 0)) / n;
  }, 0);
}

/** What rows earn whose neighbour by the policy is an item that the list of the log does not hold. */
function unknownReward(comparison: Comparison, policy: PolicyTables): number {
  if (policy.neighbours === undefined) return 0;
  const jackknifeEstimate = jackknife(comparison.log.trajectories.length, (without) => {
    const { reward } = viewSums(comparison, policy, comparison.curve, without);
    return reward - earned(comparison, policy, () => 1, without);
  });
  return jackknifeEstimate.t > trigger ? jackknifeEstimate.value : 0;
}
