export { addTallies } from "./add.js";
export { bounds, type Leaves, type Range } from "./bounds.js";
export { decodeTally, encodeTally } from "./codec.js";
export { fingerprint } from "./columns.js";
export { foldTally, valueAt } from "./fold.js";
export type { Bucketing, StructureColumns, TallyRequest } from "./request.js";
export { type Inspect, type Taken, takeSums, trajectoriesColumn } from "./take.js";
export type { Buckets, ScopeCount, Tally, TallyColumn, TallyTable } from "./tally.js";
export { readTally, saveTally } from "./tally-file.js";
