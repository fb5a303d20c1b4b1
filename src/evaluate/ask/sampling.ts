import type { Component, Formula } from "../../estimators/estimator.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { samplingWeights } from "../../log/sampling-weight.js";
import { rangeOf, type Summary } from "../../log/summary.js";
import { times } from "../../sql/expression.js";

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
    const before = made.get(component);
    if (before !== undefined) return before;
    const corrected = Object.freeze(weighedBy(component, weights, 1 / least));
    made.set(component, corrected);
    made.set(corrected, corrected);
    return corrected;
  };
  const standingFor: Component =
    log.spec.trajectory === undefined
      ? { over: "rows", value: weights.row }
      : { over: "trajectories", rows: "all", value: weights.trajectory };
  return { weighed, standingFor };
}

export const correctedFormula = (formula: Formula, sampling: Sampling | undefined): Formula =>
  sampling === undefined
    ? formula
    : { ...formula, components: formula.components.map(sampling.weighed) };

function weighedBy(
  component: Component,
  { row, trajectory }: NonNullable<ReturnType<typeof samplingWeights>>,
  most: number,
): Component {
  const { over } = component;
  const power = over === "rows" ? (component.samplingPower ?? 1) : 1;
  if (power === 0) return component;
  const once = over === "trajectories" || over === "lists" ? trajectory : row;
  const weight = power === 2 ? times(once, once) : once;
  const value = times(component.value, weight);
  if (component.over === "groups") {
    const { within } = component;
    return within === undefined
      ? { ...component, value }
      : { ...component, value, within: times(within, weight) };
  }
  const meaning =
    component.meaning === undefined ? {} : { meaning: times(component.meaning, weight) };
  if (component.over !== "trajectories" || component.range === undefined) {
    return { ...component, value, ...meaning };
  }
  const [low, high] = component.range;
  const range = [Math.min(low, low * most), Math.max(high, high * most)] as const;
  return { ...component, value, ...meaning, range };
}
