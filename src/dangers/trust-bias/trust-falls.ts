import type { ViewSums } from "../../estimators/estimator.js";
import { pow } from "../../numeric/index.js";
import { totalOf } from "../grouped-sums.js";
import { callOf, type Line } from "../line.js";
import { weightOf } from "../pairs-of-ranks.js";
import { tableOf } from "../reading.js";
import { type Reestimate, shiftedBy } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";

/** Falls that are tried: the share by which the rewards of a view are smaller from one rank to the next. */
const step = 0.0025;
const steps = 60;

/** The smallest fall at which a line's call is lost, and what the line is there; undefined where none up to 15 % loses it. */
export function lostAt(
  line: Line,
): { readonly fall: number; readonly found: Reestimate } | undefined {
  if (callOf(line, line.difference, line.se) >= 0) return undefined;
  const reading = readingOfFalls(line);
  for (let at = 1; at <= steps; at++) {
    const fall = at * step;
    const found = reading(fall);
    if (!found.survives) return { fall, found };
  }
  return undefined;
}

/**
 * The line where the rewards of a view fall by a share δ from each rank to the next, whatever is shown there: with
 * Σ C_rs (p_s/p_r)(1 − δ)^(s − r) in place of Σ C_rs p_s/p_r.
 */
export function readingOfFalls(line: Line): (fall: number) => Reestimate {
  const known = new Map<PolicyTables, Map<number | undefined, ReadonlyMap<number, number>>>();
  const movesOf = (policy: PolicyTables, without?: number): ReadonlyMap<number, number> => {
    const own = known.get(policy) ?? new Map<number | undefined, ReadonlyMap<number, number>>();
    known.set(policy, own);
    const found = own.get(without) ?? rewardsByMove(line, policy, without);
    own.set(without, found);
    return found;
  };
  const sumsUnder = (policy: PolicyTables, fall: number, without?: number): ViewSums => {
    let reward = 0;
    for (const [move, earned] of movesOf(policy, without)) {
      reward += earned * (pow(1 - fall, move) - 1);
    }
    return shifted(viewSums(line, policy, line.curve, without), { reward });
  };
  return (fall) =>
    shiftedBy(line, (without) =>
      differenceOf(line, (policy) => sumsUnder(policy, fall, without), without),
    );
}

/** (1/n) Σ C_rs p_s/p_r by how many ranks an item is moved down, s − r. */
function rewardsByMove(
  line: Line,
  { cells, rewards }: PolicyTables,
  without?: number,
): ReadonlyMap<number, number> {
  const { n } = logTotals(line.log, without);
  const earned = totalOf(tableOf(rewards, line.reward), without).sum;
  const moves = new Map<number, number>();
  for (let cell = 0; cell < earned.length; cell++) {
    const own = earned[cell] ?? 0;
    const target = cells.target[cell] ?? 0;
    if (own === 0 || target === 0) continue;
    const move = target - (cells.rank[cell] ?? 0);
    moves.set(move, (moves.get(move) ?? 0) + (own * weightOf(line.curve, cells, cell)) / n);
  }
  return moves;
}
