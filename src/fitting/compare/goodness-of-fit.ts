import { type Reason, reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { saturatedLogLikelihood } from "../../exposure/likelihood/likelihood.js";
import { hazard } from "../../exposure/tabulate.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { deviancePart } from "../../numeric/deviance-part.js";
import { square } from "../../numeric/elementary/square.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";

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
    `${groups} groups of ranks leave no degrees of freedom to test a curve with ${parameters} parameters.`,
    { groups, parameters },
  );

/** One or more neighbouring ranks: what happened, and what was to be expected under the hazards. */
interface RankGroup {
  readonly atRisk: number;
  readonly stops: number;
  readonly expected: number;
  readonly variance: number;
}

/** Expected stops for the χ² tail to hold. */
const enoughExpected = 5;

function expectedAtRanks(
  hazards: readonly number[],
  { atRisk, stops }: Transitions,
): readonly RankGroup[] {
  return atRisk.flatMap((risk, at) => {
    const h = hazards[at] ?? Number.NaN;
    const group = { stops: stops[at] ?? 0, expected: risk * h, variance: risk * h * (1 - h) };
    return risk === 0 ? [] : [{ atRisk: risk, ...group }];
  });
}

/** Neighbours together until five stops are expected; what is left over at the end joins the last. */
export function pooled(ranks: readonly RankGroup[]): readonly RankGroup[] {
  const groups: RankGroup[][] = [];
  let open: RankGroup[] = [];
  for (const rank of ranks) {
    open.push(rank);
    if (sum(open, "expected") < enoughExpected) continue;
    groups.push(open);
    open = [];
  }
  const last = groups.pop() ?? [];
  return [...groups, [...last, ...open]].filter((group) => group.length > 0).map(together);
}

const together = (group: readonly RankGroup[]): RankGroup => ({
  atRisk: sum(group, "atRisk"),
  stops: sum(group, "stops"),
  expected: sum(group, "expected"),
  variance: sum(group, "variance"),
});

const sum = (group: readonly RankGroup[], of: keyof RankGroup): number =>
  neumaierSum(group.map((rank) => rank[of]));

/** d·log(d/E) + o·log(o/(N − E)) of d stops and o = N − d that went on, where E stops are expected. */
function groupDeviance({ atRisk, stops, expected }: RankGroup): number {
  return part(stops, expected) + part(atRisk - stops, atRisk - expected);
}

const part = (count: number, expected: number): number =>
  count === 0 || expected === 0 ? Math.abs(expected - count) : deviancePart(count, expected);
