import type { Parameters } from "../parameters.js";
import type { Estimator } from "./estimator.js";

/**
 * Whether the difference by an estimator with these parameters may give a verdict: it estimates the reward, and
 * says what its value is of sums over views, from which the checks follow.
 */
export const mayDecide = (estimator: Estimator, parameters: Parameters): boolean =>
  estimator.role(parameters) === "reward" && estimator.ofViews !== undefined;
