import { type Reason, reason } from "../../errors.js";
import type { Component, Formula } from "../../estimators/estimator.js";
import {
  type BoundLog,
  canonical,
  rangeOf,
  type Summary,
  samplingWeights,
} from "../../log/index.js";
import { times } from "../../sql/index.js";

/** What corrects the sums of a log of which a part was kept; nothing where all of it was. */
export interface Sampling {
  /** The component with every trajectory weighed by what it stands for; the same one for the same component. */
  readonly weighed: (component: Component) => Component;
  /** The trajectories that those of the log stand for. */
  readonly standingFor: Component;
}

/** Weights 1/s of a log with a rate s of sampling (docs/methods.md, "Sampled logs"). */
export function samplingOf(log: BoundLog, summary: Summary): Sampling | undefined {
  const weights = samplingWeights(log);
  if (weights === undefined) return undefined;
  const [least] = rangeOf(log, summary, canonical.sampling.name);
  const made = new WeakMap<Component, Component>();
  const weighed = (component: Component): Component => {
    const known = made.get(component);
    if (known !== undefined) return known;
    const found = Object.freeze(weighedBy(component, weights, 1 / least));
    made.set(component, found);
    made.set(found, found);
    return found;
  };
  const standingFor: Component =
    log.spec.trajectory === undefined
      ? { over: "rows", value: weights.row }
      : { over: "trajectories", rows: "all", value: weights.trajectory };
  return { weighed, standingFor };
}

/** What is added up over rows of the log: rows of candidates do not hold the rate. */
const corrected: Partial<Record<Component["over"], true>> = {
  rows: true,
  rewarded: true,
  trajectories: true,
};

/** A formula whose sums are corrected, or why they cannot be. */
export function correctedFormula(
  formula: Formula,
  sampling: Sampling | undefined,
): Formula | Reason {
  if (sampling === undefined) return formula;
  const isOverOthers = formula.components.some(({ over }) => corrected[over] !== true);
  if (!isOverOthers) return { ...formula, components: formula.components.map(sampling.weighed) };
  const message =
    "Sums over candidates or whole lists are not corrected for log.sampling, and without that describe the trajectories that were kept. Use an estimator that reads viewed rows alone, or evaluate logs of one rate apart without log.sampling.";
  return reason("samplingOfCandidates", message, { missing: "log.sampling" });
}

function weighedBy(
  component: Component,
  { row, trajectory }: NonNullable<ReturnType<typeof samplingWeights>>,
  most: number,
): Component {
  const { over } = component;
  if (over === "candidates" || over === "groups" || over === "lists") return component;
  if (component.over === "rows" && component.combine === "max") return component;
  const weight = component.over === "trajectories" ? trajectory : row;
  const value = times(component.value, weight);
  const meaning =
    component.meaning === undefined ? {} : { meaning: times(component.meaning, weight) };
  if (component.over !== "trajectories" || component.range === undefined) {
    return { ...component, value, ...meaning };
  }
  const [low, high] = component.range;
  const range = [Math.min(low, low * most), Math.max(high, high * most)] as const;
  return { ...component, value, ...meaning, range };
}
