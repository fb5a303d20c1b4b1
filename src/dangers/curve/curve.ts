import { nameOfBin } from "../../tally/lines/rank-bins.js";
import type { Danger } from "../danger.js";
import { figure, share, untested } from "../figures.js";
import type { JackknifeEstimate } from "../jackknife.js";
import { defineDanger } from "../judged.js";
import { establishedLevel, type Line, trigger } from "../line.js";
import { holdsAllRows } from "../offered-rows.js";
import { finite, ownCurve } from "../reading.js";
import type { Read } from "../readings.js";
import { reestimated } from "../shifted-by.js";
import { lineUnder, loggedSums } from "../view-sums.js";
import { shiftOfViews } from "./shift-of-views.js";
import { type UnevenRank, unevenRank } from "./uneven-rows.js";

export const curve: Danger = defineDanger({
  code: "curve",
  title: "the curve",
  purpose:
    "The log measures its own view rates: where they refute the study's curve the difference is that under them.",
  spoilsOthers: false,
  needs: ["targetRanks"],
  reestimate(line: Line): Read | undefined {
    const uneven = line.rows === "offered" ? undefined : unevenRank(line);
    if (isOwn(line, uneven) || holdsNoViews(line)) return undefined;
    const { difference, se, base, shift } = reestimated(line, (without) =>
      lineUnder(line, ownCurve(line, without), without),
    );
    const views = shiftOfViews(line);
    const refuted = Math.abs(views.t) > trigger;
    const isMeasured = line.curveIs === "measured";
    const viewsToo = refuted && !isMeasured ? ` ${viewsSaid(line, views)}` : "";
    return {
      ...{ difference, se, shift },
      hasSign: refuted || Math.abs(shift.t) > trigger,
      isEstablished: shift.p < establishedLevel(line),
      isNoisy: shift.se > base.se / 2,
      countsViews: true,
      mayNotCall: uneven !== undefined,
      says: "By the view rates that this log shows itself the difference is",
      ifSo: "if these are right",
      instead: isMeasured ? "by its depths" : "by the curve of the study",
      remedy: `${remedyOf(uneven)}${viewsToo}`,
      facts: {
        viewsApart: Math.abs(views.value) / loggedSums(line).views,
        viewsT: finite(views.t),
        ...(uneven && { rank: uneven.rank, share: uneven.share, shareOfAll: uneven.shareOfAll }),
      },
    };
  },
  read(line: Line) {
    if (holdsNoViews(line)) {
      const message = "The log does not say which rows were viewed, and cannot check the curve.";
      return untested("reward", message, "offered rows are logged");
    }
    const measured = figure(0, "reward", "it is the log's own");
    return { measured, message: "The curve is the log's own." };
  },
});

const isOwn = ({ curveIs }: Line, uneven: UnevenRank | undefined): boolean =>
  curveIs === "measured" && uneven === undefined;

const holdsNoViews = ({ rows, log }: Line): boolean => rows === "offered" || holdsAllRows(log);

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
