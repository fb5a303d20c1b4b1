export { addTables } from "./add.js";
export { hashedBuckets } from "./bucket.js";
export {
  bucketHashOf,
  clusterKeyFor,
  describeHash,
  hashAlike,
  hashDiffers,
  saltDiffers,
} from "./cluster-key.js";
export { type FingerprintOf, fingerprintOf, readsAllRows, readsCandidates } from "./columns.js";
export { trajectoriesPlan } from "./count-trajectories.js";
export { contradictions, type DepthsRequest } from "./depths-plan.js";
export { factorByRanks } from "./factor-by-ranks.js";
export { foldTally, groupUsers, regroupWide, valueAt } from "./fold.js";
export {
  furtherFeedsIn,
  furtherFeedsTable,
  noFurtherFeeds,
  takeFurtherFeeds,
} from "./further-feeds.js";
export { heldRows } from "./held-rows.js";
export { itemAlias } from "./lines/exposures-of-lines.js";
export { groupSampleOf } from "./lines/group-sample.js";
export { holdTrajectories } from "./lines/hold-trajectories.js";
export { takeItemTables } from "./lines/items-of-lines.js";
export type { ItemRequest } from "./lines/known-rows.js";
export type { LineRequest, WeighedPair } from "./lines/line-request.js";
export {
  ofReaders,
  pairsOfLine,
  readerKey,
  sessionsKey,
  usersOfLines,
  weightsOfLine,
} from "./lines/line-shapes.js";
export { periodsOf } from "./lines/periods.js";
export { sampleOfRewards, takeSameRewards } from "./lines/same-rewards.js";
export { sampledTrajectories } from "./lines/sampled-trajectories.js";
export { takeSlopesOfItems } from "./lines/slopes-of-items.js";
export { takeLineTables } from "./lines/take-line-tables.js";
export { readersAlone } from "./lines/users-by-ends.js";
export type { PairStrata } from "./pairs-plan.js";
export { pairKey, pairsNeeded, pairsTable, pairsWith, rankKey, targetKey } from "./pairs-table.js";
export { isSamePart, type PartOfLog, partsOf } from "./parts-of.js";
export { withQuickCheck } from "./quick-check.js";
export { replicateKey, replicatesTable, takeReplicates } from "./replicates/take-replicates.js";
export type { Bucketing, CandidateRows, StructureColumns, TallyRequest } from "./request.js";
export { rowSlopes, type SlopeOf } from "./row-slopes.js";
export { type Inspect, type SummedCells, takeSums, trajectoriesColumn } from "./take.js";
export {
  censoredKey,
  type DepthSums,
  depthKey,
  depthSquaresColumn,
  depthsColumn,
  depthsTable,
  takeDepths,
} from "./take-depths.js";
export { takePairs } from "./take-pairs.js";
export { slopesTable, takeSlopes } from "./take-slopes.js";
export type {
  Buckets,
  ClusterKey,
  FrequentUser,
  ScopeCount,
  Tally,
  TallyColumn,
  TallyTable,
} from "./tally.js";
export { readTally, type SavedTally, saveTally } from "./tally-file.js";
export { withFirstDay } from "./trajectories.js";
export { userHalves } from "./user-halves.js";
export { withoutOrder } from "./without-order.js";
