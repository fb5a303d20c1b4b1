import { finite } from "../../numeric/finite.js";
import { nameOfBin } from "../../tally/comparisons/rank-bins.js";
import type { Check } from "../check.js";
import type { Comparison, Reestimate } from "../comparison.js";
import { establishedLevel, trigger } from "../decision-of.js";
import { figure, share, untested } from "../figures.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { defineCheck } from "../judged.js";
import { ownCurve } from "../log-curve.js";
import { holdsAllRows } from "../offered-rows.js";
import { reestimated } from "../shifted-by.js";
import { comparisonUnder, loggedSums } from "../view-sums.js";
import { shiftOfViews } from "./shift-of-views.js";
import { type UnevenRank, unevenRank } from "./uneven-rows.js";

export const curve: Check = defineCheck({
  code: "curve",
  title: "wrong position-bias curve",
  purpose:
    "The log measures its own view rates: where these refute the study's curve, they give the difference instead.",
  spoilsOthers: false,
  needs: ["targetRanks"],
  reestimate(comparison: Comparison): Reestimate | undefined {
    const uneven = comparison.rows === "offered" ? undefined : unevenRank(comparison);
    if (isOwn(comparison, uneven) || holdsNoViews(comparison)) return undefined;
    const { difference, se, base, shift } = reestimated(comparison, (without) =>
      comparisonUnder(comparison, ownCurve(comparison, without), without),
    );
    const views = shiftOfViews(comparison);
    const refuted = Math.abs(views.t) > trigger;
    const isMeasured = comparison.curveIs === "measured";
    const viewsToo = refuted && !isMeasured ? ` ${viewsSaid(comparison, views)}` : "";
    return {
      ...{ difference, se, shift },
      hasSign: refuted || Math.abs(shift.t) > trigger,
      isEstablished: shift.p < establishedLevel(comparison),
      isNoisy: shift.se > base.se / 2,
      countsViews: true,
      mayNotDecide: uneven !== undefined,
      says: "By the log's own view rates the difference is",
      ifSo: "if these are right",
      instead: isMeasured ? "by its depths" : "by the curve of the study",
      remedy: `${remedyOf(uneven)}${viewsToo}`,
      facts: {
        viewsDifferenceShare: Math.abs(views.value) / loggedSums(comparison).views,
        viewsT: finite(views.t),
        ...(uneven && { rank: uneven.rank, share: uneven.share, shareOfAll: uneven.shareOfAll }),
      },
    };
  },
  read(comparison: Comparison) {
    if (holdsNoViews(comparison)) {
      const message = "The log does not say which rows were viewed, and cannot check the curve.";
      return untested("reward", message, "offered rows are logged");
    }
    const measured = figure(0, "reward", "it is the log's own");
    return { measured, message: "The curve is the log's own." };
  },
});

const isOwn = ({ curveIs }: Comparison, uneven: UnevenRank | undefined): boolean =>
  curveIs === "measured" && uneven === undefined;

const holdsNoViews = ({ rows, log }: Comparison): boolean =>
  rows === "offered" || holdsAllRows(log);

/** A table of depths takes every rank above the deepest row for viewed. */
function remedyOf(uneven: UnevenRank | undefined): string {
  if (uneven === undefined) return "Use fit: table, or correct the curve of the study.";
  const { rank, share: own, shareOfAll } = uneven;
  return `Of the trajectories that go on below rank ${nameOfBin(rank)}, ${share(own)} have a row there, where ${share(shareOfAll)} have one at all ranks together: depths do not give the view rates of this log (a grid seen in part, lost view events). Give the view rates as a curve, or log every view.`;
}

/** What the study's curve makes of the views of the comparison's policies, against the log's own. */
function viewsSaid(comparison: Comparison, { value }: JackknifeEstimate): string {
  const views = share(Math.abs(value) / loggedSums(comparison).views);
  const against =
    comparison.base === undefined ? "" : `, counted against those of ${comparison.baseline}`;
  return `By the study's curve ${comparison.candidate} has ${views} ${value > 0 ? "fewer" : "more"} views than by the log's${against}.`;
}
