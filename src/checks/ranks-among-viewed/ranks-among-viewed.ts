import { showCount } from "../../numeric/show-number.js";
import { sum } from "../../numeric/sum.js";
import type { Check } from "../check.js";
import type { Comparison } from "../comparison.js";
import { figure } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { defineCheck } from "../judged.js";
import { ranksAmongViewed as telltale } from "../moved-last-rows.js";
import { hardlyStopsAtFirst } from "../offered-rows.js";

const offeredRows =
  " Hardly any trajectory ends at its first ranks: if rows are of items that were offered, viewed or not, set log.rows: offered.";

export const ranksAmongViewed: Check = defineCheck({
  code: "ranksAmongViewed",
  title: "target ranks counted among viewed items only",
  purpose:
    "Ranks counted among the viewed items cannot move a session's last row down; ranks of the full list do.",
  spoilsOthers: true,
  needs: ["views", "targetRanks"],
  read(comparison: Comparison) {
    const { stops, goOn, downAmongStops, downAmongGoOn } = totalOf(comparison.policy.moved);
    const found = telltale({ stops, goOn, downAmongGoOn, downAmongStops: sum(downAmongStops) });
    const { expected, observed, upper, fires } = found;
    return {
      effect: fires ? "doNotTrust" : "none",
      message: fires
        ? `The ranks of ${comparison.candidate} were taken among the viewed items: they move ${observed === 0 ? "none" : counted(observed)} of the last viewed items of sessions down; ranks in the full list would move about ${counted(expected)}. Give the rank in the full candidate list.${hardlyStopsAtFirst(comparison.log) ? offeredRows : ""}`
        : "Last rows are moved down as often as others.",
      tipping: figure(
        expected / 4,
        "rows",
        `clearly fewer than ${counted(expected / 4)} moved down`,
      ),
      measured: figure(
        observed,
        "rows",
        `${counted(observed)} last rows moved down, ${counted(expected)} expected`,
      ),
      facts: { expected, observed, upper },
    };
  },
});

const counted = (rows: number): string => showCount(Math.round(rows));
