export { type CompareOptions, compareOnline } from "./compare-online.js";
export type { Measured, Pair } from "./pair.js";
export { endsOf } from "./pair.js";
export type {
  ComparisonLine,
  LineStatistic,
  OnlineComparison,
  Outcome,
  Over,
  Overall,
  OverallDifference,
  SensitivityRow,
} from "./result.js";
export { paperClips, type Sensitivity, sensitivityOf } from "./sensitivity.js";
export { statistics } from "./statistics/index.js";
export type { Agreement, Statistic } from "./statistics/statistic.js";
export {
  type NamedResult,
  type TrackedCall,
  type TrackRecord,
  trackRecord,
} from "./track-record.js";
export { withOnlineTable } from "./with-online-table.js";
