import { finite } from "../../numeric/finite.js";
import { tQuantile } from "../../numeric/student-t-quantile.js";
import { capital } from "../../plain-line.js";
import { nameOfBin } from "../../tally/comparisons/rank-bins.js";
import type { Check, Figure } from "../check.js";
import type { Comparison } from "../comparison.js";
import { establishedLevel } from "../decision-of.js";
import { figure, one } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineCheck } from "../judged.js";
import { supportOf } from "../seen-missing.js";
import { endsSessions } from "../stopping-reward.js";
import { logTotals, type PolicyTables } from "../tables.js";

/**
 * The excess that rewards which end sessions bring in lists of unlike items: up to .043 where items earn .05 to .35, and
 * .14 where one in five earns .6. Above this the model of `stopsOnReward` is too simple to allow for it.
 */
const ofStops = 0.05;

export const excessWeight: Check = defineCheck({
  code: "excessWeight",
  title: "more weight than views",
  purpose:
    "Ranks in a full list cannot fill more views than there are: more weight than views says that rows are duplicated, that ranks are not of the full list, or that views do not depend on the rank alone.",
  spoilsOthers: true,
  withholds: true,
  read(comparison: Comparison) {
    const own = excessOf(comparison, comparison.candidate, comparison.policy);
    const base = comparison.base && excessOf(comparison, comparison.baseline, comparison.base);
    const { name, policy, fires, excess, most, se } = base?.fires && !own.fires ? base : own;
    const isByWeight = policy.cells.weight !== undefined;
    const isUndeclared = isByWeight && policy.views === undefined;
    const filled = `${(100 * (1 + excess)).toFixed(1)} %`;
    const ending = fires && !isByWeight && excess <= ofStops ? endsSessions(comparison) : undefined;
    return {
      effect: !fires ? "none" : ending ? "watch" : isUndeclared ? "cannotTell" : "doNotTrust",
      applies: fires,
      message: !fires
        ? `The ${isByWeight ? "weights come to" : "target ranks fill"} no more views than there are.`
        : ending
          ? `The target ranks of ${name} fill ${filled} of the views that there are: ${one(ending)} ends sessions, so that lists of other items are viewed further.`
          : sentenceOf(comparison, name, policy, filled),
      tipping: filledFigure(most),
      measured: filledFigure(excess),
      facts: { excess: fires ? excess : 0, filledShare: 1 + excess, se: finite(se) },
    };
  },
});

/** How far a policy's views exceed those that there are, as a share of these. */
function excessOf(comparison: Comparison, name: string, policy: PolicyTables) {
  const { missing, viewsPerTrajectory, open } = supportOf(comparison, policy);
  const { value, se, df } = missing;
  const level =
    policy.cells.weight === undefined
      ? 0.002 / comparison.comparisons
      : establishedLevel(comparison);
  const margin = df > 0 && se > 0 ? tQuantile(1 - level / 2, df) * se : 0;
  const most = Math.max(0.001 * viewsPerTrajectory, margin) + open;
  return {
    name,
    policy,
    fires: df > 0 && -value > most,
    excess: -value / viewsPerTrajectory,
    most: most / viewsPerTrajectory,
    se: se / viewsPerTrajectory,
  };
}

function sentenceOf(
  comparison: Comparison,
  name: string,
  policy: PolicyTables,
  filled: string,
): string {
  const { cells, views } = policy;
  if (cells.weight === undefined) {
    const rank = rankWithoutRows(comparison, policy);
    const ending = endsSessions(comparison);
    const look =
      ending !== undefined
        ? `${capital(one(ending))} ends sessions (rewards stand on last rows), which fills more views where lists are of other items; no simple model allows for so much. If it is written on the last row wherever it was earned, this log cannot compare rankings.`
        : rank === undefined
          ? `Look for duplicated rows, ranks counted among fewer items, lists of unequal length without log.listLength, or items that ${name} moves where people go deeper.`
          : `No row of the log is at rank ${nameOfBin(rank)}, where ${name} puts items: number the ranks of both alike.`;
    return `The target ranks of ${name} fill ${filled} of the views that there are, which ranks in the full list cannot where views depend on the rank alone. ${look}`;
  }
  if (views === undefined)
    return `The weights of ${name} come to ${filled} of the views of the log. Declare its views if it shows more items; else its exposures or the logged ones are wrong.`;
  return `The weights of ${name} come to ${filled} of the views that are declared for it: its exposures, the logged ones or the declared views are wrong.`;
}

/** Of the views that there are, the share that the target ranks fill. */
const filledFigure = (excess: number): Figure =>
  figure(1 + excess, "share", `${(100 * (1 + excess)).toFixed(1)} % of the views filled`);

/** The first rank that a policy fills and no row has, though rows are below it. */
function rankWithoutRows({ log }: Comparison, { cells, rows }: PolicyTables): number | undefined {
  const { views } = logTotals(log).views;
  const deepest = views.findLastIndex((count) => count > 0) + 1;
  const counts = totalOf(rows).rows;
  const filled = Array.from(cells.target).filter((target, cell) => {
    const isEmpty = target > 0 && target < deepest && (views[target - 1] ?? 0) === 0;
    return isEmpty && (counts[cell] ?? 0) > 0;
  });
  return filled.length === 0 ? undefined : Math.min(...filled);
}
