import { finite } from "../../numeric/finite.js";
import { sum } from "../../numeric/sum.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, share } from "../figures.js";
import { defineCheck } from "../judged.js";
import { logTotals, rowsByDepth } from "../tables.js";

/** Rows of a trajectory on average, and rows to the ranks down to the deepest, at most. */
const [single, gaps] = [1.01, 0.95];

export const oneRowEach: Check = defineCheck({
  code: "oneRowEach",
  title: "trajectory key that is unique per row",
  purpose:
    "Where every trajectory has one row, at any rank, its key is that of a row: rows of one list are not joined.",
  spoilsOthers: true,
  ofTrajectories: true,
  needs: ["views", "targetRanks"],
  read({ log }: Comparison) {
    const { n, views, depths } = logTotals(log);
    const rows = sum(views.views);
    const deep = rowsByDepth(log);
    const fires = rows <= single * n && rows <= gaps * deep;
    const first = (depths.trajectories[0] ?? 0) / n;
    return {
      effect: fires ? "doNotTrust" : "none",
      message: fires
        ? `A trajectory has ${(rows / n).toFixed(2)} rows, and ${share(1 - first)} of them no row at rank 1: log.trajectory names the key of a row, only one row of each list is logged, or lists of one slot count it on the page (count it from 1). Depths, errors and values per trajectory are those of rows. Name the column of the session or the list, and log every viewed row.`
        : "Trajectories have rows at the ranks above their deepest one.",
      tipping: figure(
        gaps,
        "share",
        `one row each, at less than ${share(gaps)} of the ranks down to the deepest`,
      ),
      measured: figure(
        rows / deep,
        "share",
        `${share(rows / deep)} of the ranks down to the deepest have a row`,
      ),
      facts: {
        rowsPerTrajectory: finite(rows / n),
        rowsPerDepth: finite(rows / deep),
        firstRankShare: finite(first),
      },
    };
  },
});
