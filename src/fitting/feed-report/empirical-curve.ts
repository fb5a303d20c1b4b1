import { measuredCurve } from "../../exposure/index.js";
import { measuredSurvival } from "../../exposure/transitions/kaplan-meier.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { clusteredErrors } from "../errors/clustered-errors.js";

/** What was measured at a rank. */
export interface EmpiricalRank {
  readonly rank: number;
  /** Views of which it is known whether the next rank was viewed. */
  readonly atRisk: number;
  readonly stops: number;
  /** stops ÷ atRisk; null where nothing is at risk. */
  readonly hazard: number | null;
  /** √(h(1 − h) ÷ atRisk), binomial; null where the share is 0, 1 or unknown. */
  readonly hazardSe: number | null;
  /** Kaplan and Meier's P(V=1|R). */
  readonly p: number;
  /** Of p, by clusters; null where there is none. */
  readonly se: number | null;
}

/** The measured curve from rank 1 to the deepest view, errors being those of the clusters. */
export function empiricalCurve(
  transitions: Transitions,
  clusters: Iterable<Transitions>,
): readonly EmpiricalRank[] {
  const fit = measuredCurve.fitter.fit(transitions);
  const { estimates } = "code" in fit ? { estimates: [] } : clusteredErrors(fit, clusters);
  return measuredSurvival(transitions).map((p, at) => {
    const [atRisk, stops] = [transitions.atRisk[at] ?? 0, transitions.stops[at] ?? 0];
    const hazard = atRisk === 0 ? null : stops / atRisk;
    const se = estimates[at]?.se;
    return {
      rank: at + 1,
      atRisk,
      stops,
      hazard,
      hazardSe: hazard === null ? null : binomialError(hazard, atRisk),
      p,
      se: typeof se === "number" ? se : null,
    };
  });
}

const binomialError = (share: number, count: number): number | null =>
  share === 0 || share === 1 ? null : Math.sqrt((share * (1 - share)) / count);
