import type { Danger, Finding } from "../danger.js";
import { figure, share } from "../figures.js";
import type { Line } from "../line.js";
import { countsViews, holdsAllRows, likeDepths, nearlyAll } from "../offered-rows.js";

export const viewsNotLogged: Danger = {
  code: "viewsNotLogged",
  title: "rows that were offered, not viewed",
  purpose:
    "Where every trajectory is equally deep the log holds all displayed rows, viewed or not, and cannot measure position bias.",
  spoilsOthers: true,
  examine(line: Line): Finding {
    const { log, curveIs, candidate } = line;
    const { depth, sameDepth, atEnd } = likeDepths(log);
    const isDeclared = line.rows === "offered" && !holdsAllRows(log);
    const fires = line.rows === "offered" || holdsAllRows(log);
    const facts = { depth, sameDepth, atEnd };
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
    const what = isDeclared
      ? "Offered rows are logged, viewed or not (log.rows)"
      : `Every displayed row is logged, viewed or not (${(100 * alikeShare).toFixed(0)} % of the trajectories ${alike})`;
    const refused = { code, effect: "doNotTrust", binds: true, ...figures, facts } as const;
    if (curveIs !== "given") {
      const message = `${what}; a curve fitted on it says nothing of ${candidate}. Give a curve, or log views.`;
      return { ...refused, message };
    }
    if (countsViews(line)) {
      const message = `${what}; this estimator divides by views, of which the log says nothing. Decide by dcg per trajectory, or name the rows that were viewed (log.rows: offered, log.viewed).`;
      return { ...refused, message };
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
