import type { Reason } from "../../errors.js";
import { measuredCurve } from "../../exposure/index.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../depths.js";
import { foldsOf, userFolds } from "../feed-report/folds.js";
import { type CompareOptions, type Comparison, compareModels } from "./compare.js";
import type { ModelRow } from "./model-row.js";

/** Which curve to fit, by a comparison of models. */
export interface RecommendedCurve {
  readonly model: string;
  readonly tail?: string;
  readonly cutoff?: number;
}

/**
 * The curve to take by what a comparison recommends, under the cut-off that it was made with; a measured table
 * continues by the best parametric model.
 */
export function recommendedCurve(
  { recommendation, rows }: Comparison,
  cutoff: number | undefined,
): RecommendedCurve | Reason {
  if ("none" in recommendation) return recommendation.none;
  const { model } = recommendation;
  const under = cutoff === undefined ? {} : { cutoff };
  if (model !== measuredCurve.name) return { model, ...under };
  const sound = rows.flatMap((row) =>
    "fit" in row && row.model !== measuredCurve.name && isSound(row) ? [row] : [],
  );
  const [best] = sound.sort((a, b) => a.criteria.aic - b.criteria.aic);
  return { model, ...under, ...(best === undefined ? {} : { tail: best.model }) };
}

/** The curve that cross-validation over users recommends for a feed. */
export function chooseCurve(
  depths: Depths,
  options: CompareOptions = {},
): RecommendedCurve | Reason {
  const folds = foldsOf(transitionsByBucket(depths), userFolds, transitionsIn(depths));
  return recommendedCurve(compareModels(folds, options), options.cutoff);
}

const isSound = (row: ModelRow): boolean =>
  "fit" in row && row.fit.boundary === undefined && row.fit.fault === undefined;
