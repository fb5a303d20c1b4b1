import type { Fit } from "../../exposure/fitter.js";
import { fitterOf } from "../../exposure/index.js";
import { hazard } from "../../exposure/tabulate.js";
import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { groupDeviance } from "../compare/rank-groups.js";
import { commonGroups } from "./common-groups.js";

/** One test that the curve is the same on all days. */
export interface DriftTest {
  /** Twice the log-likelihood ratio of a curve for each day against one for all. */
  readonly statistic: number;
  readonly df: number;
  /** χ² tail, of independent trajectories. */
  readonly p: number;
  /** (clustered SE ÷ SE of single trajectories)² of the fit; null where its errors are not clustered. */
  readonly designEffect: number | null;
  /** χ² tail of statistic ÷ design effect: trajectories of one user are alike. */
  readonly scaled: number | null;
}

/**
 * Twice Σ_days ℓ(day's fit) − ℓ(one fit), on the parameters that days add. A table, which has a hazard at
 * each rank, is compared over groups of neighbouring ranks in which every day expects five stops.
 * `reported` carries the clustered errors.
 * See docs/methods.md, "Drift over days".
 */
export function driftTest(days: readonly Fit[], pooled: Fit, reported: Fit): DriftTest {
  const { statistic, df } =
    fitterOf(pooled.model).kind === "measured" ? byRanks(days, pooled) : byFits(days, pooled);
  const designEffect = designEffectOf(reported);
  return {
    statistic,
    df,
    p: chiSquaredUpperTail(statistic, df),
    designEffect,
    scaled: designEffect === null ? null : chiSquaredUpperTail(statistic / designEffect, df),
  };
}

interface Ratio {
  readonly statistic: number;
  readonly df: number;
}

function byFits(days: readonly Fit[], pooled: Fit): Ratio {
  const gain = neumaierSum([...days.map((day) => day.logLikelihood), -pooled.logLikelihood]);
  const added = days.reduce((sum, day) => sum + day.freeParameters, -pooled.freeParameters);
  // A pooled parameter found to the last digits may be likelier than days alike by rounding.
  return { statistic: Math.max(0, 2 * gain), df: added };
}

function byRanks(days: readonly Fit[], pooled: Fit): Ratio {
  const hazards = hazard(pooled.curve, pooled.transitions.atRisk.length);
  const groups = commonGroups(
    hazards,
    days.map(({ transitions }) => transitions),
  );
  const deviances = groups.flatMap((group) => group.map(groupDeviance));
  return {
    statistic: Math.max(0, 2 * neumaierSum(deviances)),
    df: groups.length * (days.length - 1),
  };
}

/** The mean over what was measured; rank 1 of a table, which is certain, has no errors to compare. */
function designEffectOf({ clusters, model, transitions, estimates, splice }: Fit): number | null {
  if (clusters === undefined) return null;
  const plain = fitterOf(model).fit(transitions);
  const single = "code" in plain ? [] : plain.estimates.slice(0, splice?.after);
  const ratios = single.flatMap(({ se }, at) => {
    const clustered = estimates[at]?.se;
    return typeof se === "number" && typeof clustered === "number" && se > 0 && clustered > 0
      ? [(clustered / se) ** 2]
      : [];
  });
  return ratios.length === 0 ? null : neumaierSum(ratios) / ratios.length;
}
