import type { Component } from "../../estimators/estimator.js";
import type { BoundLog } from "../../log/index.js";
import { fingerprintOf } from "../../tally/index.js";

/** The name of the column in which a tally holds a component's sums. */
export type FingerprintOf = (component: Component) => string;

/** The fingerprints of a log's components, each hashed once. */
export function fingerprintsOf(log: BoundLog): FingerprintOf {
  const known = new WeakMap<Component, string>();
  return (component) => {
    const found = known.get(component) ?? fingerprintOf(log, component);
    known.set(component, found);
    return found;
  };
}
