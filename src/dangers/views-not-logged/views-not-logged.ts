import type { Danger, Finding } from "../danger.js";
import { figure, share } from "../figures.js";
import type { Line } from "../line.js";
import { sum } from "../reading.js";
import { logTotals } from "../tables.js";

/** Share of the trajectories that must have one depth, or reach their list's end. */
const nearlyAll = 0.99;
const shallow = 3;

export const viewsNotLogged: Danger = {
  code: "viewsNotLogged",
  title: "rows that were offered, not viewed",
  purpose:
    "Where every trajectory is equally deep the log holds all displayed rows, viewed or not, and cannot measure position bias.",
  spoilsOthers: false,
  examine({ log, curveIs, candidate }: Line): Finding {
    const { n, depths } = logTotals(log);
    const most = depths.trajectories.reduce(
      (found, count, at) => (count > (depths.trajectories[found] ?? 0) ? at : found),
      0,
    );
    const sameDepth = (depths.trajectories[most] ?? 0) / n;
    const atEnd = sum(depths.atEnd) / n;
    const fires = (most + 1 >= shallow && sameDepth >= nearlyAll) || atEnd >= nearlyAll;
    const facts = { depth: most + 1, sameDepth, atEnd };
    const code = "viewsNotLogged";
    const alikeShare = Math.max(sameDepth, atEnd);
    const alike = atEnd > sameDepth ? "end with their list" : "are equally deep";
    const figures = {
      tipping: figure(nearlyAll, "share", `${share(nearlyAll)} of the trajectories`),
      measured: figure(alikeShare, "share", `${share(alikeShare)} of the trajectories ${alike}`),
    };
    if (!fires) {
      return {
        code,
        effect: "none",
        binds: false,
        ...figures,
        message: "Depths differ between trajectories.",
        facts,
      };
    }
    const what = `Every displayed row is logged, viewed or not (${(100 * Math.max(sameDepth, atEnd)).toFixed(0)} % of the trajectories are equally deep or end with their list)`;
    if (curveIs !== "given") {
      const message = `${what}; a curve fitted on it says nothing of ${candidate}. Give a curve, or log views.`;
      return { code, effect: "doNotTrust", binds: true, ...figures, message, facts };
    }
    return {
      code,
      effect: "watch",
      binds: false,
      ...figures,
      message: `${what}; the curve is untested.`,
      facts,
    };
  },
};
