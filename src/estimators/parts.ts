import { reason } from "../errors.js";
import { double, type Expression } from "../sql/expression.js";
import type {
  AddedViews,
  Component,
  DeclaredViews,
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
 * The mean per trajectory, or for `perImpression` its ratio to the policy's views per trajectory: those of
 * the log, or as the study declares (docs/methods.md, "Estimands").
 */
export function rewardFormula(z: Component, estimand: Estimand, views?: DeclaredViews): Formula {
  if (estimand === "perTrajectory") return meanOf(z);
  const { total, per } = viewsOf(views);
  return quotientOf([z, ...per], [total], "viewed impression");
}

/** A formula of reward per trajectory, divided by the policy's views per trajectory. */
export function overViews(formula: Formula, views: DeclaredViews | undefined): Formula {
  const { total, per } = viewsOf(views);
  const size = formula.components.length;
  const plugIn: Functional = (means) => {
    const result = formula.plugIn(means.slice(0, size));
    if ("code" in result) return result;
    const [all = 0, count = 1] = means.slice(size);
    if (all === 0) return nothingIn("viewed impression");
    const share = count / all;
    return {
      value: result.value * share,
      gradient: [
        ...result.gradient.map((slope) => slope * share),
        (-result.value * share) / all,
        ...per.map(() => result.value / all),
      ],
    };
  };
  return { ...formula, components: [...formula.components, total, ...per], plugIn };
}

/** A policy's views as components: the mean of the first, divided by that of the second where there is one. */
export function viewsOf(views: DeclaredViews | undefined): {
  readonly total: Component;
  readonly per: readonly Component[];
} {
  if (views === undefined) return { total: impressions, per: [] };
  const { total, per } = views;
  return { total: everyRow(total), per: per === undefined ? [] : [everyRow(per)] };
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
export const ratioOf = (numerator: Component, denominator: Component, what: string): Formula =>
  quotientOf([numerator], [denominator], what);

/**
 * The product of some components' means divided by that of others: SNIPS per trajectory, say, is the views
 * times the weighted reward, divided by the weights (docs/methods.md, "Self-normalisation"). No answer where a denominator is 0.
 */
export function quotientOf(
  numerators: readonly Component[],
  denominators: readonly Component[],
  what: string,
): Formula {
  const plugIn: Functional = (means) => {
    const over = means.slice(0, numerators.length);
    const under = means.slice(numerators.length);
    const divisor = productOf(under);
    if (divisor === 0) return nothingIn(what);
    const product = productOf(over);
    return {
      value: product / divisor,
      gradient: [
        ...over.map((_, at) => productOf(over.toSpliced(at, 1)) / divisor),
        ...under.map((mean) => -product / (divisor * mean)),
      ],
    };
  };
  return { components: [...numerators, ...denominators], plugIn };
}

const productOf = (means: readonly number[]): number => means.reduce((all, mean) => all * mean, 1);

export const nothingIn = (what: string): ReturnType<Functional> =>
  reason("zeroDenominator", `There is no ${what} to divide by.`, { denominator: what });
