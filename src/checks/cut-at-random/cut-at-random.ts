import { sum } from "../../numeric/sum.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure, share as percent } from "../figures.js";
import { defineCheck } from "../judged.js";
import { cutShare } from "../log-curve.js";
import { logTotals } from "../tables.js";

export const cutAtRandom: Check = defineCheck({
  code: "cutAtRandom",
  title: "truncated sessions",
  purpose:
    "Where ends of sessions were not seen, the curve of viewers is not the rate at which the log holds views.",
  spoilsOthers: false,
  needs: ["views"],
  read({ log }: Comparison) {
    const { n, depths } = logTotals(log);
    const share = sum(depths.cut) / n;
    const fires = share > cutShare;
    return {
      effect: fires ? "watch" : "none",
      message: fires
        ? `${(100 * share).toFixed(0)} % of the trajectories are flagged as cut; values count only what the log holds of them.`
        : share === 0
          ? "No trajectory is flagged as cut."
          : `${percent(share)} of the trajectories are flagged as cut.`,
      measured: figure(share, "share", `${percent(share)} of the trajectories flagged as cut`),
      facts: { share },
    };
  },
});
