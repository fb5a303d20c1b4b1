export { checkWorld } from "./check-world.js";
export type { Dial } from "./dials/dial.js";
export { dials } from "./dials/index.js";
export type { Impressions as LoggedImpressions } from "./impressions.js";
export { isoDay, type Outcome, type OutcomeRow, type OutcomeSum, sumOutcome } from "./outcome.js";
export { demoWorld, feedWorld, type PresetChanges, presets, presetWorld } from "./presets.js";
export {
  type Simulated,
  type SimulateOptions,
  type SimulationBatch,
  simulate,
  simulateWhole,
} from "./simulate.js";
export { type Demo, type DemoOptions, simulateDemo } from "./simulate-demo.js";
export { survival } from "./survival.js";
export type { Items, Weekday, World, WorldFeed, WorldPolicy, WorldReward } from "./world.js";
export { exposureColumnOf, rankColumnOf } from "./world.js";
export {
  type KnownAnswer,
  knownAnswers,
  type WorldFolderOptions,
  writeWorldFolder,
} from "./world-folder-file.js";
export { worldFiles, worldStudy } from "./world-study.js";
export type { LogColumn } from "./write-parquet-file.js";
export { type WriteOptions, writeParquetFile } from "./write-parquet-file.js";
