export { type Answer, answer, covariance, standardError } from "./delta.js";
export { difference, lift } from "./difference.js";
export { independentDifference } from "./independent.js";
export { criticalValue, type Interval, interval, twoSidedP } from "./interval.js";
export {
  benjaminiHochberg,
  benjaminiYekutieli,
  bonferroni,
  holm,
} from "./multiplicity/index.js";
export { type Scope, type ScopeKey, scopeOf } from "./scope.js";
