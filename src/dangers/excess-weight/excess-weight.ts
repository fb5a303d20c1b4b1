import { tQuantile } from "../../numeric/index.js";
import type { Danger, Figure, Finding } from "../danger.js";
import { figure } from "../figures.js";
import type { Line } from "../line.js";
import { finite } from "../reading.js";
import { supportOf } from "../seen-missing.js";

export const excessWeight: Danger = {
  code: "excessWeight",
  title: "ranks of a full list",
  purpose:
    "Ranks in a full list cannot fill more views than there are: more weight than views says that rows are doubled or that ranks are not of the full list.",
  spoilsOthers: true,
  examine(line: Line): Finding {
    const { missing, viewsPerTrajectory } = supportOf(line);
    const { value, se, df } = missing;
    const level = 0.002 / line.lines;
    const margin = df > 0 && se > 0 ? tQuantile(1 - level / 2, df) * se : 0;
    const most = Math.max(0.001 * viewsPerTrajectory, margin);
    const fires = df > 0 && -value > most;
    const excess = -value / viewsPerTrajectory;
    return {
      code: "excessWeight",
      effect: fires ? "doNotTrust" : "none",
      binds: fires,
      message: fires
        ? `The target ranks of ${line.candidate} fill ${(100 * (1 + excess)).toFixed(1)} % of the views that there are, which ranks in the full list cannot. Look for doubled rows, or ranks counted among fewer items.`
        : "The target ranks fill no more views than there are.",
      tipping: filledFigure(most / viewsPerTrajectory),
      measured: filledFigure(excess),
      facts: {
        excess: fires ? excess : 0,
        filled: 1 + excess,
        se: finite(se / viewsPerTrajectory),
      },
    };
  },
};

/** Of the views that there are, the share that the target ranks fill. */
const filledFigure = (excess: number): Figure =>
  figure(1 + excess, "share", `${(100 * (1 + excess)).toFixed(1)} % of the views filled`);
