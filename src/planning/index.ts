export type { LoggingPlan } from "./logging.js";
export {
  type Need,
  type Plan,
  type PlanLine,
  type PlanOptions,
  planOf,
  type Size,
} from "./plan.js";
export {
  designEffect,
  powerAt,
  smallestDifference,
  type TestPlan,
  trajectoriesFor,
} from "./power.js";
export {
  bestExposure,
  costOf,
  mixtureOfRankings,
  type RankingDesign,
  type RankingShare,
} from "./ranking-design.js";
export {
  type Augmentation,
  type AugmentedLogging,
  augmentedLogging,
  firstLogging,
} from "./water-filling.js";
