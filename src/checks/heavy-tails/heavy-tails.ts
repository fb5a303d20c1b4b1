import { square } from "../../numeric/elementary/square.js";
import { sum } from "../../numeric/sum.js";
import type { Check, MovedDifference } from "../check.js";
import type { Comparison } from "../comparison.js";
import { amount, figure, movedWithBase, share as percent } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineCheck } from "../judged.js";
import { weightAt } from "../pairs-of-ranks.js";
import { logTotals, type PolicyTables, type RewardSizes, tableOf } from "../tables.js";
import { type Gain, policiesOf, valueWith } from "../view-sums.js";
import { excessOf, type Outliers, outliersIn } from "./outliers.js";

export const heavyTails: Check = defineCheck({
  code: "heavyTails",
  title: "a few extreme rewards",
  purpose:
    "Rewards far above all others may be mistakes: the verdict must hold where they count as the largest of the others.",
  spoilsOthers: false,
  needs: ["targetRanks"],
  reads: ["sizes"],
  read(comparison: Comparison) {
    const sizes = comparison.policy.sizes?.[comparison.reward];
    const outliers = sizes === undefined ? [] : outliersIn(sizes);
    if (sizes !== undefined && outliers.length > 0) return capped(comparison, sizes, outliers);
    const message = `No few values of ${comparison.reward} are far larger than all others.`;
    return { measured: figure(0, "rows", "no evidence"), message, facts: { rows: 0 } };
  },
});

function capped(
  comparison: Comparison,
  sizes: RewardSizes,
  outliers: readonly Outliers[],
): MovedDifference {
  const rows = outliers.reduce((all, outlier) => all + outlier.rows, 0);
  const rewarded = sum(sizes.rewarded);
  const bring = sum(excessOf(sizes, outliers).sum.map(Math.abs)) / sum(sizes.sum.map(Math.abs));
  const loss = lossOf(comparison, outliers);
  const changeOf = (policy: PolicyTables | undefined): number =>
    valueWith(comparison, policy, loss) - valueWith(comparison, policy, () => 0);
  const ofBase = changeOf(comparison.base);
  const shift = changeOf(comparison.policy) - ofBase;
  const se = comparison.se * errorRatio(comparison, outliers);
  const difference = comparison.difference + shift;
  const { instead, reread, ...moved } = movedWithBase(comparison, { difference, se }, ofBase);
  const [least] = [...outliers].sort((a, b) => a.from - b.from);
  const { from = 0, below = 0 } = least ?? {};
  const shown = (value: number): string =>
    value.toLocaleString("en-US", { maximumSignificantDigits: 6 });
  const words = `${shown(rows)} of ${shown(rewarded)} rewarded rows`;
  return {
    ...moved,
    hasSign: true,
    measured: figure(shift, "reward", `${words} → ${amount(reread, difference, se)}`),
    message: `${words} have a ${comparison.reward} of ${shown(from)} or more, the others of ${shown(below)} at most; they make up ${percent(bring)} of all ${comparison.reward}. Counted as ${shown(below)} each, the difference is ${instead}.`,
    facts: { rows, rewarded, outlierFrom: from, othersAtMost: below, share: bring },
  };
}

/** What outliers lose of their excess. */
const lossOf =
  (comparison: Comparison, outliers: readonly Outliers[]): Gain =>
  (policy) => {
    const sizes = (policy ?? comparison.policy).sizes?.[comparison.reward];
    if (sizes === undefined) return 0;
    const excess = excessOf(sizes, outliers).sum;
    const lost = excess.map(
      (each, at) => each * (policy === undefined ? 1 : weightIn(comparison, sizes, at)),
    );
    return -sum(lost) / logTotals(comparison.log).n;
  };

const weightIn = ({ curve }: Comparison, { cells }: RewardSizes, at: number): number =>
  weightAt(curve, cells.rank[at] ?? 0, cells.target[at] ?? 0);

/** √ of the part of Σ (w − 1)² c² that is left: the error is as much smaller. */
function errorRatio(comparison: Comparison, outliers: readonly Outliers[]): number {
  let [all, lost] = [0, 0];
  for (const policy of policiesOf(comparison)) {
    const sizes = policy.sizes?.[comparison.reward];
    const { cells } = policy;
    const squares = totalOf(tableOf(policy.rewards, comparison.reward)).squares;
    for (let cell = 0; cell < squares.length; cell++) {
      const weight = weightAt(comparison.curve, cells.rank[cell] ?? 0, cells.target[cell] ?? 0) - 1;
      all += square(weight) * (squares[cell] ?? 0);
    }
    if (sizes === undefined) continue;
    const excess = excessOf(sizes, outliers).squares;
    for (let at = 0; at < excess.length; at++)
      lost += square(weightIn(comparison, sizes, at) - 1) * (excess[at] ?? 0);
  }
  return all > 0 ? Math.sqrt(Math.max(0, all - lost) / all) : 1;
}
