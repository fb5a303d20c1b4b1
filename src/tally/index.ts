export { bounds, type Leaves, type Range } from "../sql/passes/bounds.js";
export { simplify } from "../sql/passes/simplify.js";
export { ofOneRow, type WidePlan } from "../sql/run/chunks.js";
export { collectWide } from "../sql/run/collect-wide.js";
export { logChanged } from "../sql/run/log-changed.js";
export { addTables } from "./add.js";
export { hashedBuckets } from "./bucket.js";
export {
  bucketHashOf,
  clusterKeyFor,
  describeHash,
  hashAlike,
  hashDiffers,
} from "./cluster-key.js";
export { decodeTally, encodeTally } from "./codec.js";
export { fingerprint } from "./columns.js";
export { contradictions, type DepthsRequest } from "./depths-plan.js";
export { factorByRanks } from "./factor-by-ranks.js";
export { foldTally, regroupWide, valueAt } from "./fold.js";
export {
  type PairStrata,
  pairsNeeded,
  pairsTable,
  pairsWith,
  rankKey,
  takePairs,
  targetKey,
} from "./pairs.js";
export type { Bucketing, StructureColumns, TallyRequest } from "./request.js";
export { rowSlopes, type SlopeOf } from "./slopes.js";
export { type Inspect, type SummedCells, takeSums, trajectoriesColumn } from "./take.js";
export {
  censoredKey,
  type DepthSums,
  depthKey,
  depthsColumn,
  depthsTable,
  takeDepths,
} from "./take-depths.js";
export { slopesTable, takeSlopes } from "./take-slopes.js";
export type { Buckets, ClusterKey, ScopeCount, Tally, TallyColumn, TallyTable } from "./tally.js";
export { readTally, saveTally } from "./tally-file.js";
export { withFirstDay } from "./trajectories.js";
