import { exp } from "../../numeric/elementary/exp.js";
import { pow } from "../../numeric/elementary/pow.js";
import type { Danger, Said } from "../danger.js";
import { amount, figure, shiftThatFlips, untested } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import { defineDanger } from "../judged.js";
import { type Line, trigger } from "../line.js";
import { type NeighbourEffect, neighbourEffect, ratioOfNeighbours } from "../neighbour-effect.js";
import { weightAt } from "../pairs-of-ranks.js";
import { finite, tableOf } from "../reading.js";
import type { Read } from "../readings.js";
import { reestimated } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { policiesOf, shifted, viewSums, withRewards } from "../view-sums.js";

export const neighbours: Danger = defineDanger({
  code: "neighbours",
  title: "effects of neighbouring items",
  purpose:
    "An item may earn another reward below one of its own cluster: the difference with the neighbours that the candidate gives it is added to the set.",
  spoilsOthers: false,
  needs: ["views", "clusters"],
  reads: ["neighbours"],
  reestimate(line: Line): Read | undefined {
    const effect = neighbourEffect(line);
    if (effect === undefined) return undefined;
    const { mayBeTaste } = effect;
    const found = reestimated(line, (without) => underNeighbours(line, 1, without));
    const { base, shift } = found;
    const hasSign = Math.abs(effect.t) > trigger && !mayBeTaste;
    const isNoisy = shift.se > base.se / 2 && mayLose(line, effect, shift.value);
    const ratio = exp(effect.value);
    const [point, ...ends] = [1, ratio, 1 / ratio].map((each) => underNeighbours(line, each));
    // Taste hides a part of the effect.
    const hidden = hasSign ? shift.value : 0;
    return {
      ...found,
      errs: [
        Math.max(0, -hidden, (point ?? 0) - Math.min(...ends)),
        Math.max(0, hidden, Math.max(...ends) - (point ?? 0)),
      ],
      ...{ hasSign, isEstablished: false, isWatched: mayBeTaste, isNoisy },
      says: `Rows directly below one of their own cluster earn ${shown(effect)} times the ${line.reward} of those directly above one, ${causeOf(effect, isNoisy)}. With the neighbours that ${line.candidate} gives to items the difference is`,
      instead: "as the study has it",
      ifSo: "if it is neighbours",
      remedy: "No log proves what neighbours do: let an A/B test say it.",
      facts: { ratio, ratioSe: finite(ratio * effect.se), ratioT: finite(effect.t) },
    };
  },
  read: unread,
});

const shown = ({ value, se }: NeighbourEffect): string =>
  `${exp(value).toFixed(2)} ± ${(exp(value) * se).toFixed(2)}`;

function causeOf({ t, side, mayBeTaste }: NeighbourEffect, isNoisy: boolean): string {
  if (mayBeTaste) return "as taste for the cluster brings about, and neighbours may, too";
  if (Math.abs(t) <= trigger)
    return isNoisy
      ? "with too large an error to exclude what neighbours may do"
      : "which is no sign of neighbours";
  const taste = side === 0 ? " or taste for it" : "";
  return `as neighbours bring about, but an order by quality within a cluster${taste}, too`;
}

/** Whether an effect on a side that taste does not explain moves the difference against its call. */
const mayLose = ({ difference }: Line, { value, side }: NeighbourEffect, shift: number): boolean =>
  side === 0 || shift * value * side * difference < 0;

/** Where the log does not say what neighbours do, a call must survive that items earn nothing where it never puts them. */
function unread(line: Line): Said {
  const [more = 0, fewer = 0] = [1, -1].map((step) =>
    policiesOf(line).reduce(
      (total, policy) => total + earned(line, policy, (own) => Number(own === step)),
      0,
    ),
  );
  const tipping = shiftThatFlips(line);
  const why =
    "Hardly any row of the log stands between one of its own cluster and one of another (its lists hold one cluster, or keep items of a cluster apart), so that it does not tell what neighbours do.";
  const isNew = fewer < line.se && more > Math.abs(tipping?.value ?? Infinity);
  if (!isNew) return untested("reward", why, "no rows to compare");
  const made = amount(line, more, line.se);
  return {
    ...{ effect: "cannotTell", tipping, facts: { more, fewer } },
    measured: figure(more, "reward", `${made} where the log has none`),
    message: `${why} ${line.candidate} puts items directly below one of their own cluster where the log hardly ever does: ${made} is of these. Show some of its lists, or let an A/B test say it.`,
  };
}

/**
 * The difference where an item earns κ times as much below one of its own cluster: Σ c (κ^(b − a) − 1) p_s/p_m more over rows
 * whose neighbours above, in the log (a) and by the policy (b), are both viewed; m is the deeper rank of the row and of the
 * one that the policy puts above it. Rows whose neighbour no list of the log holds earn `rest` times as much.
 */
function underNeighbours(line: Line, rest: number, without?: number): number {
  const ratio = ratioOfNeighbours(line, without);
  return withRewards(
    line,
    (policy) => {
      const sums = viewSums(line, policy, line.curve, without);
      const times = policy === line.policy ? rest : 1 / rest;
      const unknown = times === 1 ? 0 : unknownReward(line, policy);
      const reward = earned(line, policy, (more) => pow(ratio, more) - 1, without);
      return shifted(sums, { reward: reward + (times - 1) * unknown });
    },
    without,
  );
}

/** (1/n) Σ C p_s/p_m over rows whose neighbour is known, each times a factor. */
function earned(
  { log, curve, reward }: Line,
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
function unknownReward(line: Line, policy: PolicyTables): number {
  if (policy.neighbours === undefined) return 0;
  const found = jackknife(line.log.trajectories.length, (without) => {
    const { reward } = viewSums(line, policy, line.curve, without);
    return reward - earned(line, policy, () => 1, without);
  });
  return found.t > trigger ? found.value : 0;
}
