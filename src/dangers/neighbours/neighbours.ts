import { exp, pow } from "../../numeric/index.js";
import type { Danger } from "../danger.js";
import { figure, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import { readingDanger } from "../judged.js";
import { establishedLevel, type Line, trigger } from "../line.js";
import { type NeighbourEffect, neighbourEffect, ratioOfNeighbours } from "../neighbour-effect.js";
import { weightAt } from "../pairs-of-ranks.js";
import { finite, tableOf } from "../reading.js";
import type { Read } from "../readings.js";
import { reestimated } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { shifted, viewSums, withRewards } from "../view-sums.js";

export const neighbours: Danger = readingDanger({
  code: "neighbours",
  title: "effects of neighbouring items",
  purpose:
    "An item may earn another reward below one of its own cluster: the difference with the neighbours that the candidate gives it is added to the set.",
  spoilsOthers: false,
  needsViews: true,
  needs: "clusters",
  read(line: Line): Read | undefined {
    const effect = neighbourEffect(line);
    if (effect === undefined || !isSign(line, effect)) return undefined;
    const found = reestimated(line, (without) => underNeighbours(line, 1, without));
    const { shift } = found;
    const ratio = exp(effect.value);
    const ends = [ratio, 1 / ratio].map((each) => underNeighbours(line, each));
    const point = underNeighbours(line, 1);
    // Taste hides a part of the effect.
    const [least, most] = [Math.min(0, shift.value), Math.max(0, shift.value)];
    return {
      ...found,
      errs: [
        Math.max(-least, point - Math.min(...ends)),
        Math.max(most, Math.max(...ends) - point),
      ],
      hasSign: true,
      isEstablished: false,
      says: `Rows directly below one of their own cluster earn ${ratio.toFixed(2)} times the ${line.reward} of those directly above one, which taste for the cluster does not bring about where the first rows of a list earn ${effect.value < 0 ? "most" : "least"}. With the neighbours that ${line.candidate} gives to items the difference is`,
      instead: "as the study has it",
      ifSo: "if it is neighbours",
      remedy: "No log proves what neighbours do: let an A/B test say it.",
      facts: { ratio, ratioT: finite(effect.t), pByRanks: effect.pByRanks },
    };
  },
  silent(line: Line) {
    const effect = neighbourEffect(line);
    if (effect === undefined) return unread;
    const ratio = exp(effect.value);
    const shown = `${ratio.toFixed(2)} ± ${(ratio * effect.se).toFixed(2)}`;
    const measured = {
      ...{ value: ratio, se: finite(ratio * effect.se), unit: "times" as const },
      words: `no sign (below one of their own cluster: ${shown} times the reward)`,
    };
    const message = `Rows directly below one of their own cluster earn ${shown} times the ${line.reward} of those directly above one: no sign that neighbours change it which taste for the cluster would not give.`;
    const facts = {
      ratio,
      ratioSe: finite(ratio * effect.se),
      ratioT: finite(effect.t),
      pByRanks: effect.pByRanks,
    };
    return { tipping: shiftThatFlips(line), measured, message, facts };
  },
});

const unread = {
  untested: true as const,
  tipping: null,
  measured: figure(Number.NaN, "reward", "not tested: hardly two of a cluster in a row"),
  message: "The log hardly shows two items of a cluster in a row (log.cluster).",
  facts: {},
};

/**
 * Who likes a cluster gets several of it in a row and rewards each. Of these the last ones are liked more where a list
 * begins with what earns most, so that taste looks like neighbours that add to each other there: only the opposite is a sign.
 */
function isSign(line: Line, { value, p, pByRanks }: NeighbourEffect): boolean {
  return p < establishedLevel(line) && pByRanks < levelOfRanks && value * riseByRank(line) > 0;
}

/** Of one side .05, since only one is a sign. */
const levelOfRanks = 0.1;

/** Above 0 where a view earns more the deeper it is: Σ C_r (r − mean of r). */
function riseByRank({ log, policy, reward }: Line): number {
  const { views } = totalOf<"views">(log.views);
  const sums = totalOf(tableOf(policy.rewards, reward)).sum;
  const [all, ranks] = [
    views.reduce((sum, n) => sum + n, 0),
    views.reduce((sum, n, at) => sum + n * (at + 1), 0),
  ];
  return sums.reduce(
    (rise, sum, cell) => rise + sum * ((policy.cells.rank[cell] ?? 0) - ranks / all),
    0,
  );
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
