import { square } from "../../numeric/elementary/square.js";
import { mostExcess } from "../../tally/comparisons/session-sums.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { weightDifference } from "../pairs-of-ranks.js";
import { type LaterSessions, logTotals } from "../tables.js";

/**
 * What later sessions of a user earn with the candidate's lists in the place of the log's, a session. `before`: the
 * same of earlier sessions, which no list has an effect on.
 */
export function laterReward(
  comparison: Comparison,
  later: LaterSessions,
  without?: number,
): { readonly after: number; readonly before: number } {
  const of = totalOf<keyof LaterSessions["groups"][number]>(later, without);
  const [n = 0, apart = 0, squares = 0] = [of.sessions[0], of.apart[0], of.squares[0]];
  if (!(apart > 0 && squares > 0)) return { after: 0, before: 0 };
  const times = ((of.pairs[0] ?? 0) / apart) * (squaresOfViews(comparison, without) / squares);
  const aboutMean = (earned = 0, sum = 0): number =>
    times * (earned - ((of.reward[0] ?? 0) / n) * sum);
  return {
    after: aboutMean(of.earnedAfter[0], of.after[0]),
    before: aboutMean(of.earnedBefore[0], of.before[0]),
  };
}

/** Σ(w − 1)² over views, a trajectory. */
function squaresOfViews({ curve, log, policy }: Comparison, without?: number): number {
  const { rows } = totalOf<"rows">(policy.rows, without);
  const total = rows.reduce((sum, count, cell) => {
    const excess = Math.abs(weightDifference(curve, policy.cells, cell));
    return sum + count * square(Math.min(mostExcess, excess));
  }, 0);
  return total / logTotals(log, without).n;
}
