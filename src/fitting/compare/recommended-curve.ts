import type { Reason } from "../../errors.js";
import { measuredCurve } from "../../exposure/index.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../depths.js";
import { foldsOf, userFolds } from "../feed-report/folds.js";
import { type CompareOptions, compareModels, type ModelRow } from "./compare.js";
import { noCandidate, type Recommendation, recommend } from "./recommend.js";

/** The curve to take by what a comparison recommends; a measured table continues by the best parametric model. */
export function recommendedCurve(
  recommendation: Recommendation,
  rows: readonly ModelRow[],
): { readonly model: string; readonly tail?: string } | Reason {
  if ("none" in recommendation) return recommendation.none;
  if (recommendation.model !== measuredCurve.name) return { model: recommendation.model };
  const sound = rows.flatMap((row) =>
    "fit" in row && row.model !== measuredCurve.name && isSound(row) ? [row] : [],
  );
  const [best] = sound.sort((a, b) => a.criteria.aic - b.criteria.aic);
  return { model: measuredCurve.name, ...(best === undefined ? {} : { tail: best.model }) };
}

/** The curve that cross-validation over users recommends for a feed, of those that can be used as they are. */
export function chooseCurve(
  depths: Depths,
  options: CompareOptions = {},
): ReturnType<typeof recommendedCurve> {
  const folds = foldsOf(transitionsByBucket(depths), userFolds, transitionsIn(depths));
  const { rows } = compareModels(folds, options);
  const sound = rows.filter(isSound);
  const chosen = recommendedCurve(recommend(sound), sound);
  return "code" in chosen ? noCandidate(rows) : chosen;
}

const isSound = (row: ModelRow): boolean =>
  "fit" in row && row.fit.boundary === undefined && row.fit.fault === undefined;
