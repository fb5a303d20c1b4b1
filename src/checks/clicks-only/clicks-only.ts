import { finite } from "../../numeric/finite.js";
import { sum } from "../../numeric/sum.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, one, share } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineCheck } from "../judged.js";
import { type LogTables, logTotals, rowsByDepth } from "../tables.js";

const [nearlyAll, gaps] = [0.99, 0.95];

/** The reward of the study that most rows carry: rows may be logged for one reward and judged by another. */
function commonest({ rewards }: LogTables): { readonly reward: string; readonly rewarded: number } {
  const all = Object.entries(rewards).map(([reward, { byDepth }]) => ({
    reward,
    rewarded: sum(totalOf(byDepth).rewarded),
  }));
  return all.reduce((most, each) => (each.rewarded > most.rewarded ? each : most));
}

export const clicksOnly: Check = defineCheck({
  code: "clicksOnly",
  title: "only rewarded rows logged",
  purpose: "A log that holds rewarded rows alone does not say what was viewed.",
  spoilsOthers: true,
  ofTrajectories: true,
  needs: ["views"],
  read({ log }: Comparison) {
    const { views } = logTotals(log);
    const rows = sum(views.views);
    const { reward, rewarded } = commonest(log);
    const deep = rowsByDepth(log);
    const fires = rewarded >= nearlyAll * rows && rows <= gaps * deep;
    return {
      effect: fires ? "doNotTrust" : "none",
      message: fires
        ? `${(100 * (rewarded / rows)).toFixed(0)} % of the rows carry ${one(reward)}, and ${(100 * (1 - rows / deep)).toFixed(0)} % of the ranks above the deepest are not logged: the log holds no views. Log every viewed item.`
        : "Rows without a reward are logged.",
      tipping: figure(nearlyAll, "share", `${share(nearlyAll)} of the rows`),
      measured: figure(
        rewarded / rows,
        "share",
        `${share(rewarded / rows)} of the rows carry ${one(reward)}`,
      ),
      facts: {
        rewardedShare: finite(rewarded / rows),
        rowsPerDepth: finite(rows / deep),
        notLoggedShare: finite(1 - rows / deep),
      },
    };
  },
});
