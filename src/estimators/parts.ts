import { reason } from "../errors.js";
import { double, type Expression } from "../sql/expression.js";
import type {
  AddedViews,
  Component,
  Estimand,
  Formula,
  Functional,
  ViewSums,
} from "./estimator.js";

/** The number of viewed items T of a trajectory. */
export const impressions: Component = Object.freeze({ over: "rows", value: double(1) });

/** A sum over the rows that hold a reward. */
export const rewarded = (value: Expression): Component => ({ over: "rewarded", value });

/** A sum over all rows. */
export const everyRow = (value: Expression): Component => ({ over: "rows", value });

/**
 * The mean per trajectory, or for `perImpression` its ratio to the logged views per trajectory
 * (docs/methods.md, "Estimands").
 */
export function rewardFormula(z: Component, estimand: Estimand): Formula {
  return estimand === "perTrajectory" ? meanOf(z) : ratioOf(z, impressions, "viewed impression");
}

/** What `rewardFormula` gives of sums over views, were views added. */
export function rewardOfViews(
  estimand: Estimand,
  { reward, views }: ViewSums,
  added: AddedViews,
): number {
  const earned = reward + added.views * added.reward;
  return estimand === "perTrajectory" ? earned : earned / views;
}

/** The mean of one component per trajectory. */
export function meanOf(component: Component): Formula {
  const plugIn: Functional = ([z = 0]) => ({ value: z, gradient: [1] });
  return { components: [component], plugIn };
}

/** The ratio of two components' means; no answer where the denominator is 0. */
export function ratioOf(numerator: Component, denominator: Component, what: string): Formula {
  const plugIn: Functional = ([a = 0, b = 0]) =>
    b === 0 ? nothingIn(what) : { value: a / b, gradient: [1 / b, -a / (b * b)] };
  return { components: [numerator, denominator], plugIn };
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
  const plugIn: Functional = ([t = 0, a = 0, b = 0]) =>
    b === 0
      ? nothingIn(what)
      : { value: (t * a) / b, gradient: [a / b, t / b, (-t * a) / (b * b)] };
  return { components: [scale, numerator, denominator], plugIn };
}

const nothingIn = (what: string): ReturnType<Functional> =>
  reason("zeroDenominator", `There is no ${what} to divide by.`, { denominator: what });
