import type { Danger, Finding } from "../danger.js";
import type { Line } from "../line.js";
import { finite, lineUnder, ownCurve, shiftedBy } from "../reading.js";

export const curve: Danger = {
  code: "curve",
  title: "the curve",
  purpose:
    "The log measures its own view rates: under them the difference must be called the same as under the study's curve.",
  spoilsOthers: false,
  examine(line: Line): Finding {
    if (line.curveIs === "measured") {
      const message = "The curve is the log's own.";
      return { code: "curve", effect: "none", binds: false, message, facts: {} };
    }
    const { alternative, shift, triggered, established, survives } = shiftedBy(line, (without) =>
      lineUnder(line, ownCurve(line, without), without),
    );
    const facts = {
      difference: alternative.difference,
      se: alternative.se,
      shift: finite(shift.value),
      t: finite(shift.t),
    };
    const numbers = `By the view rates that this log shows itself the difference is ${alternative.difference.toPrecision(3)}, by the study's curve ${line.difference.toPrecision(3)}.`;
    if (triggered && !survives) {
      const message = `${numbers} The curve decides, not the policy. Use fit: table, or correct the curve.`;
      const effect = established ? "doNotTrust" : "cannotTell";
      return { code: "curve", effect, binds: true, alternative, message, facts };
    }
    const far =
      Math.abs(shift.value) > line.se || Math.abs(shift.value) > 0.1 * Math.abs(line.difference);
    const effect = triggered && far ? "watch" : "none";
    return { code: "curve", effect, binds: triggered, alternative, message: numbers, facts };
  },
};
