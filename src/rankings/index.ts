export type {
  Disagreement,
  ExplainedRow,
  Explanation,
  Inversion,
  Orders,
  RankDifference,
  RankEstimate,
  RankedRun,
  RankKey,
  RankResult,
  UserValue,
} from "../answers/index.js";
export { conventions, introselectOrder } from "./conventions/index.js";
export { labelsOf } from "./join.js";
export type { Labels } from "./labels.js";
export { labelIn, type Measure, measure, parseMeasure, parseMeasures } from "./measure.js";
export { dcgFamily, metrics } from "./metrics/index.js";
export type { Metric, UserList } from "./metrics/metric.js";
export { termsOf } from "./metrics/parts.js";
export { disagreementOf, familyUnder, ordersOf } from "./orders.js";
export { type Preset, presets } from "./presets.js";
export { concludeRanking, planRanking, rankRuns, scoreLines } from "./rank.js";
export type { ColumnNames } from "./read/columns.js";
export { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./read/lines.js";
export { type LinesFile, readLinesFile } from "./read/lines-file.js";
export { readLines } from "./read/read-lines.js";
export type { RankPlan, RankRequest, ScoredRun } from "./request.js";
export type { UserValues } from "./score.js";
export type { Settings } from "./settings.js";
