import { square } from "../../numeric/elementary/square.js";
import type { Danger, Moved } from "../danger.js";
import { amount, figure, movedWithBase, share as percent } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineDanger } from "../judged.js";
import type { Line } from "../line.js";
import { weightAt } from "../pairs-of-ranks.js";
import { sum, tableOf } from "../reading.js";
import { logTotals, type PolicyTables, type RewardSizes } from "../tables.js";
import { type Gain, policiesOf, valueWith } from "../view-sums.js";
import { excessOf, type Outliers, outliersIn } from "./outliers.js";

export const heavyTails: Danger = defineDanger({
  code: "heavyTails",
  title: "a few huge rewards",
  purpose:
    "Rewards far above all others may be mistakes: the call must stand where they count as the largest of the others.",
  spoilsOthers: false,
  needs: ["targetRanks"],
  reads: ["sizes"],
  read(line: Line) {
    const sizes = line.policy.sizes?.[line.reward];
    const outliers = sizes === undefined ? [] : outliersIn(sizes);
    if (sizes !== undefined && outliers.length > 0) return capped(line, sizes, outliers);
    const message = `No few ${line.reward} are far larger than all others.`;
    return { measured: figure(0, "rows", "no sign"), message, facts: { rows: 0 } };
  },
});

function capped(line: Line, sizes: RewardSizes, outliers: readonly Outliers[]): Moved {
  const rows = outliers.reduce((all, each) => all + each.rows, 0);
  const rewarded = sum(sizes.rewarded);
  const bring = sum(excessOf(sizes, outliers).sum.map(Math.abs)) / sum(sizes.sum.map(Math.abs));
  const loss = lossOf(line, outliers);
  const changeOf = (policy: PolicyTables | undefined): number =>
    valueWith(line, policy, loss) - valueWith(line, policy, () => 0);
  const ofBase = changeOf(line.base);
  const shift = changeOf(line.policy) - ofBase;
  const se = line.se * errorRatio(line, outliers);
  const difference = line.difference + shift;
  const { instead, reading, ...moved } = movedWithBase(line, { difference, se }, ofBase);
  const [least] = [...outliers].sort((a, b) => a.from - b.from);
  const { from = 0, below = 0 } = least ?? {};
  const shown = (value: number): string =>
    value.toLocaleString("en-US", { maximumSignificantDigits: 6 });
  const words = `${shown(rows)} of ${shown(rewarded)} rewarded rows`;
  return {
    ...moved,
    hasSign: true,
    measured: figure(shift, "reward", `${words} → ${amount(reading, difference, se)}`),
    message: `${words} have a ${line.reward} of ${shown(from)} or more, the others of ${shown(below)} at most; they bring ${percent(bring)} of all ${line.reward}. Counted as ${shown(below)} each, the difference is ${instead}.`,
    facts: { rows, rewarded, from, below, share: bring },
  };
}

/** What outliers lose of their excess. */
const lossOf =
  (line: Line, outliers: readonly Outliers[]): Gain =>
  (policy) => {
    const sizes = (policy ?? line.policy).sizes?.[line.reward];
    if (sizes === undefined) return 0;
    const excess = excessOf(sizes, outliers).sum;
    const lost = excess.map(
      (each, at) => each * (policy === undefined ? 1 : weightIn(line, sizes, at)),
    );
    return -sum(lost) / logTotals(line.log).n;
  };

const weightIn = ({ curve }: Line, { cells }: RewardSizes, at: number): number =>
  weightAt(curve, cells.rank[at] ?? 0, cells.target[at] ?? 0);

/** √ of the part of Σ (w − 1)² c² that is left: the error is as much smaller. */
function errorRatio(line: Line, outliers: readonly Outliers[]): number {
  let [all, lost] = [0, 0];
  for (const policy of policiesOf(line)) {
    const sizes = policy.sizes?.[line.reward];
    const { cells } = policy;
    const squares = totalOf(tableOf(policy.rewards, line.reward)).squares;
    for (let cell = 0; cell < squares.length; cell++) {
      const weight = weightAt(line.curve, cells.rank[cell] ?? 0, cells.target[cell] ?? 0) - 1;
      all += square(weight) * (squares[cell] ?? 0);
    }
    if (sizes === undefined) continue;
    const excess = excessOf(sizes, outliers).squares;
    for (let at = 0; at < excess.length; at++)
      lost += square(weightIn(line, sizes, at) - 1) * (excess[at] ?? 0);
  }
  return all > 0 ? Math.sqrt(Math.max(0, all - lost) / all) : 1;
}
