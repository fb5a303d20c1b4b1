export type { ComparedModel, Comparison } from "../answers/index.js";
export { type CompareOptions, compareOnThreads } from "./compare-models-file.js";
export type { ComparisonRequest } from "./comparison/compare.js";
export { figureTwo, figureTwoSplit } from "./figure-two.js";
export { type HeldOut, holdOut } from "./held-out.js";
export {
  type Interactions,
  withItemsPerUser,
  withUsersPerItem,
  withValue,
} from "./interactions.js";
export { type BinaryMatrix, matrixOf } from "./matrix.js";
export { models } from "./models/index.js";
export { learnHere, type Model, type ModelParameters } from "./models/model.js";
export { readRatings } from "./ratings.js";
export { readRatingsFile } from "./ratings-file.js";
export { splits } from "./splits/index.js";
export type { Split } from "./splits/split.js";
export { topK } from "./top-k.js";
