import { type Reason, reason } from "../../errors.js";
import type { Fit } from "../../exposure/fitter.js";
import { saturatedLogLikelihood } from "../../exposure/likelihood/likelihood.js";
import { hazard } from "../../exposure/tabulate.js";
import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { square } from "../../numeric/index.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { expectedAtRanks, groupDeviance, pooled, type RankGroup } from "./rank-groups.js";

/** How far the measured hazards lie from the fitted ones. */
export interface GoodnessOfFit {
  readonly logLikelihood: number;
  /** ℓ with a hazard of its own for each rank: no curve can reach more. */
  readonly saturated: number;
  /** G², twice the log-likelihood ratio of the groups of ranks. */
  readonly deviance: number;
  /** X², Pearson's. */
  readonly pearson: number;
  /** Groups − parameters. */
  readonly df: number;
  /** χ² tail of the deviance, and of X²; a reason where no degree of freedom is left. */
  readonly pDeviance: number | Reason;
  readonly pPearson: number | Reason;
  /** Groups of ranks that were compared. */
  readonly groups: number;
}

/**
 * Deviance G² = 2 Σ d·log(d/E) + o·log(o/(N − E)) and X² = Σ (d − E)²/(N·h(1 − h)) of a fit. Ranks are
 * pooled with those below until five stops are expected, which the χ² tail needs; `pool: false` uses
 * each rank separately. With millions of trajectories both reject every parametric curve: look at
 * `curveError` too.
 * See docs/methods.md, "Fit quality".
 */
export function goodnessOfFit(
  fit: Fit,
  { pool = true }: { readonly pool?: boolean } = {},
): GoodnessOfFit {
  const hazards = hazard(fit.curve, fit.transitions.atRisk.length);
  const ranks = expectedAtRanks(hazards, fit.transitions);
  const groups = pool ? pooled(ranks) : ranks;
  const deviance = 2 * neumaierSum(groups.map(groupDeviance));
  const pearson = neumaierSum(groups.map(pearsonOf));
  const df = groups.length - fit.freeParameters;
  const tail = (statistic: number): number | Reason =>
    df > 0 ? chiSquaredUpperTail(statistic, df) : noFreedom(groups.length, fit.freeParameters);
  return {
    logLikelihood: fit.logLikelihood,
    saturated: saturatedLogLikelihood(fit.transitions),
    deviance,
    pearson,
    df,
    pDeviance: tail(deviance),
    pPearson: tail(pearson),
    groups: groups.length,
  };
}

const pearsonOf = ({ stops, expected, variance }: RankGroup): number =>
  stops === expected ? 0 : square(stops - expected) / variance;

const noFreedom = (groups: number, parameters: number): Reason =>
  reason(
    "noFreedom",
    `${groups} groups of ranks leave nothing to test a curve with ${parameters} parameters by.`,
    { groups, parameters },
  );
