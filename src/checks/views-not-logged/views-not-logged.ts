import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, share } from "../figures.js";
import { defineCheck } from "../judged.js";
import { countsViews, holdsAllRows, likeDepths, nearlyAll } from "../offered-rows.js";

export const viewsNotLogged: Check = defineCheck({
  code: "viewsNotLogged",
  title: "offered rows logged as if viewed",
  purpose:
    "Where every trajectory is equally deep the log holds all displayed rows, viewed or not, and cannot measure position bias.",
  spoilsOthers: true,
  read(comparison: Comparison) {
    const { log, curveIs, candidate } = comparison;
    const { depth, sameDepth, atEnd } = likeDepths(log);
    const isDeclared = comparison.rows === "offered" && !holdsAllRows(log);
    const fires = comparison.rows === "offered" || holdsAllRows(log);
    const alikeShare = Math.max(sameDepth, atEnd);
    const alike = atEnd > sameDepth ? "end with their list" : "are equally deep";
    const found = {
      tipping: figure(nearlyAll, "share", `${share(nearlyAll)} of the trajectories`),
      measured: figure(alikeShare, "share", `${share(alikeShare)} of the trajectories ${alike}`),
      facts: { depth, sameDepthShare: sameDepth, atEndShare: atEnd },
    };
    if (!fires) return { ...found, message: "Depths differ between trajectories." };
    const what = isDeclared
      ? "Offered rows are logged, viewed or not (log.rows)"
      : `Every displayed row is logged, viewed or not (${(100 * alikeShare).toFixed(0)} % of the trajectories ${alike})`;
    if (curveIs !== "given") {
      const message = `${what}; a curve fitted on it says nothing about ${candidate}. Give a curve, or log views.`;
      return { ...found, effect: "doNotTrust", message };
    }
    if (countsViews(comparison)) {
      const message = `${what}; this estimator divides by views, about which the log says nothing. Decide by dcg per trajectory, or name the rows that were viewed (log.rows: offered, log.viewed).`;
      return { ...found, effect: "doNotTrust", message };
    }
    return { ...found, effect: "watch", message: `${what}; the curve is untested.` };
  },
});
