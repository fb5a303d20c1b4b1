import { findCurve } from "../../exposure/index.js";

/** Whether a model is measured rank by rank: its parameter is then a list of probabilities. */
export const isMeasured = (model: string): boolean =>
  findCurve(model)?.parameters.some(({ kind }) => kind === "numbers") ?? false;
