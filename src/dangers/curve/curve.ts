import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger, Finding } from "../danger.js";
import {
  amount,
  amountWithInterval,
  figure,
  scaleFacts,
  share,
  shiftMeasured,
  shiftThatFlips,
} from "../figures.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { type Line, trigger } from "../line.js";
import { holdsAllRows } from "../offered-rows.js";
import { finite, ownCurve } from "../reading.js";
import { shiftedBy } from "../shifted-by.js";
import { lineUnder, loggedSums } from "../view-sums.js";
import { shiftOfViews } from "./shift-of-views.js";
import { type UnevenRank, unevenRank } from "./uneven-rows.js";

export const curve: Danger = {
  code: "curve",
  title: "the curve",
  purpose:
    "The log measures its own view rates: under them the difference must be called the same as under the study's curve.",
  spoilsOthers: false,
  needs: "targetRanks",
  examine(line: Line): Finding {
    const uneven = line.rows === "offered" ? undefined : unevenRank(line);
    if (line.curveIs === "measured" && uneven === undefined) {
      const message = "The curve is the log's own.";
      const measured = figure(0, "reward", "it is the log's own");
      const found = { binds: false, tipping: null, measured, message, facts: {} };
      return { code: "curve", effect: "none", ...found };
    }
    if (line.rows === "offered" || holdsAllRows(line.log)) {
      const message = "The log does not say which rows were viewed, and cannot check the curve.";
      const measured = figure(Number.NaN, "reward", "not tested: offered rows are logged");
      const found = {
        untested: true,
        binds: false,
        tipping: null,
        measured,
        message,
        facts: {},
      } as const;
      return { code: "curve", effect: "none", ...found };
    }
    const shifted = shiftedBy(line, (without) => lineUnder(line, ownCurve(line, without), without));
    const { alternative, shift, established, survives } = shifted;
    const views = shiftOfViews(line);
    const refuted = Math.abs(views.t) > trigger;
    const triggered = shifted.triggered || refuted;
    const measured = shiftMeasured(line, { ...shifted, triggered });
    const figures = { tipping: shiftThatFlips(line), measured };
    const facts = {
      difference: alternative.difference,
      se: alternative.se,
      interval: alternative.interval,
      shift: finite(shift.value),
      t: finite(shift.t),
      viewsApart: Math.abs(views.value) / loggedSums(line).views,
      viewsT: finite(views.t),
      ...(uneven && { rank: uneven.rank, share: uneven.share, shareOfAll: uneven.shareOfAll }),
      ...scaleFacts(line),
    };
    const studys = line.curveIs === "measured" ? "its depths" : "the curve of the study";
    const numbers = `By the view rates that this log shows itself the difference is ${amountWithInterval(line, alternative.difference, alternative.se)}, by ${studys} ${amount(line, line.difference, line.se)}.`;
    if (triggered && !survives) {
      const said = refuted && line.curveIs !== "measured" ? ` ${viewsSaid(line, views)}` : "";
      const message = `${numbers}${said} The curve decides, not the policy. ${remedyOf(uneven)}`;
      const effect = established ? "doNotTrust" : "cannotTell";
      return { code: "curve", effect, binds: true, alternative, ...figures, message, facts };
    }
    const far =
      Math.abs(shift.value) > line.se ||
      (figures.tipping !== null && Math.abs(shift.value) > 0.1 * Math.abs(line.difference));
    const effect = triggered && far ? "watch" : "none";
    const found = { binds: triggered, alternative, ...figures, message: numbers, facts };
    return { code: "curve", effect, ...found };
  },
};

/** A table of depths takes every rank above the deepest row for viewed. */
function remedyOf(uneven: UnevenRank | undefined): string {
  if (uneven === undefined) return "Use fit: table, or correct the curve of the study.";
  const { rank, share: own, shareOfAll } = uneven;
  return `Of the trajectories that go on below rank ${nameOfBin(rank)}, ${share(own)} have a row there, where ${share(shareOfAll)} have one at all ranks together: depths are no view rates of this log (a grid seen in part, view events that were lost). Give the view rates as a curve, or log every view.`;
}

/** What the study's curve makes of the views of the line's policies, against the log's own. */
function viewsSaid(line: Line, { value }: JackknifeEstimate): string {
  const views = share(Math.abs(value) / loggedSums(line).views);
  const against = line.base === undefined ? "" : `, counted against those of ${line.baseline}`;
  return `By the study's curve ${line.candidate} has ${views} ${value > 0 ? "fewer" : "more"} views than by the log's${against}.`;
}
