import { tQuantile } from "../../numeric/index.js";
import type { Danger, Finding } from "../danger.js";
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
    const least = 0.001 * viewsPerTrajectory;
    const level = 0.002 / line.lines;
    const fires = df > 0 && -value > least && -value > tQuantile(1 - level / 2, df) * se;
    const excess = -value / viewsPerTrajectory;
    return {
      code: "excessWeight",
      effect: fires ? "doNotTrust" : "none",
      binds: fires,
      message: fires
        ? `The target ranks of ${line.candidate} fill ${(100 * (1 + excess)).toFixed(1)} % of the views that there are, which ranks in the full list cannot. Look for doubled rows, or ranks counted among fewer items.`
        : "The target ranks fill no more views than there are.",
      facts: { excess: fires ? excess : 0, se: finite(se / viewsPerTrajectory) },
    };
  },
};
