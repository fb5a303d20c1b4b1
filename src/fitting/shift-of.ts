import type { Fit } from "./fitter.js";
import { fitterOf } from "./fitter-of.js";
import { logRatioSlope } from "./log-ratio-slope.js";
import type { Transitions } from "./transitions.js";

/** How much part of the data moves each estimate of a fit, to first order; see `Fitter.shift`. */
export function shiftOf(fit: Fit): (part: Transitions) => readonly number[] {
  const { splice } = fit;
  const own = fitterOf(fit.model).shift(fit);
  if (splice === undefined) return own;
  const tail = shiftOf(splice.tail);
  const slopes = logRatioSlope(splice, fit.estimates.length);
  const joint = fit.estimates[splice.after - 1]?.value ?? Number.NaN;
  return (part) => {
    const [measured, [moved = Number.NaN]] = [own(part), tail(part)];
    const atJoint = (measured[splice.after - 1] ?? Number.NaN) / joint;
    return fit.estimates.map(({ value }, at) =>
      at < splice.after ? (measured[at] ?? 0) : value * (atJoint + (slopes[at] ?? 0) * moved),
    );
  };
}
