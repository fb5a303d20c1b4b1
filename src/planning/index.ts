export { timesTheDaysOnline, timesTheLog } from "./next-size.js";
export {
  type Need,
  type Plan,
  type PlanComparison as PlanLine,
  type PlanOptions,
  planOf,
  type Size,
} from "./plan.js";
export {
  designEffect,
  powerAt,
  smallestDifference,
  trajectoriesFor,
} from "./power.js";
export {
  bestExposure,
  mixtureOfRankings,
} from "./ranking-design.js";
export {
  augmentedLogging,
  firstLogging,
} from "./water-filling.js";
