import { double, type Expression } from "../sql/expression.js";
import type { Component, Estimand, Formula } from "./estimator.js";
import { meanOf, ratioOf } from "./smooth.js";

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
