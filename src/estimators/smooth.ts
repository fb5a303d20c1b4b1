import { reason } from "../errors.js";
import type { Component, Formula, Smooth } from "./estimator.js";

/** The mean of one component per trajectory. */
export function meanOf(component: Component): Formula {
  const smooth: Smooth = ([z = 0]) => ({ value: z, gradient: [1] });
  return { components: [component], smooth };
}

/** The ratio of two components' means; no answer where the denominator is 0. */
export function ratioOf(numerator: Component, denominator: Component, what: string): Formula {
  const smooth: Smooth = ([a = 0, b = 0]) =>
    b === 0 ? nothingIn(what) : { value: a / b, gradient: [1 / b, -a / (b * b)] };
  return { components: [numerator, denominator], smooth };
}

/**
 * scale × numerator ÷ denominator, all three estimated means: SNIPS per trajectory
 * (docs/methods.md, "Self-normalisation").
 */
export function scaledRatioOf(
  scale: Component,
  numerator: Component,
  denominator: Component,
  what: string,
): Formula {
  const smooth: Smooth = ([t = 0, a = 0, b = 0]) =>
    b === 0
      ? nothingIn(what)
      : { value: (t * a) / b, gradient: [a / b, t / b, (-t * a) / (b * b)] };
  return { components: [scale, numerator, denominator], smooth };
}

const nothingIn = (what: string): ReturnType<Smooth> =>
  reason("zeroDenominator", `There is no ${what} to divide by.`, { denominator: what });
