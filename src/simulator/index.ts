export { checkWorld } from "./check-world.js";
export { demoStudy } from "./demo/demo-study.js";
export { demoWorld } from "./demo/demo-world.js";
export { freezeWorld } from "./demo/freeze-world.js";
export { logColumns } from "./demo/log-columns.js";
export { populationTruth } from "./demo/population-truth.js";
export { returningUsersWorld } from "./demo/returning-users-world.js";
export type { Impressions, SessionBatch, Trajectories } from "./demo/session-batch.js";
export { type SessionLimit, sessions } from "./demo/sessions.js";
export { type Demo, type DemoOptions, simulateDemo } from "./demo/simulate-demo.js";
export { type LogRow, type SimulatedRows, simulateRows } from "./demo/simulate-rows.js";
export { sumTruth, type Truth, type TruthSum } from "./demo/truth.js";
export type { DemoWorld } from "./demo/world.js";
export type { Dial } from "./dials/dial.js";
export { dials } from "./dials/index.js";
export type { Impressions as LoggedImpressions } from "./impressions.js";
export type { LogColumn } from "./log-column.js";
export { isoDay, type Outcome, type OutcomeRow, type OutcomeSum, sumOutcome } from "./outcome.js";
export { feedWorld, type PresetChanges, presets, presetWorld } from "./presets.js";
export {
  type Simulated,
  type SimulateOptions,
  type SimulationBatch,
  simulate,
  simulateWhole,
} from "./simulate.js";
export { expectedViews, survival } from "./survival.js";
export type { Items, Weekday, World, WorldFeed, WorldPolicy, WorldReward } from "./world.js";
export { exposureColumnOf, rankColumnOf } from "./world.js";
export {
  type KnownAnswer,
  knownAnswers,
  type WorldFolderOptions,
  writeWorldFolder,
} from "./world-folder-file.js";
export { worldFiles, worldStudy } from "./world-study.js";
export { type WriteOptions, writeParquetFile } from "./write-parquet-file.js";
