import { type Reason, reason } from "../../errors.js";
import { totalsOf } from "../totals.js";
import type { Transitions } from "../transitions.js";

/** What ρ would be by the mean depth, and by the share of trajectories that stop at rank 1. */
export interface Moments {
  readonly mean: number | Reason;
  readonly firstRank: number | Reason;
}

/**
 * ρ = K̄/(K̄ − 1) and ρ = f₁/(1 − f₁), for a look at the data only: where they lie far apart, or far
 * from the fit, the depth is not Yule–Simon. The mean depth K̄ needs trajectories that all ended, and says
 * little for ρ ≤ 2, where the depth has no variance (methods B.2).
 */
export function moments(transitions: Transitions): Moments {
  return { mean: byMean(transitions), firstRank: byFirstRank(transitions) };
}

function byMean(transitions: Transitions): number | Reason {
  const { atRisk, stops } = totalsOf(transitions);
  const { trajectories } = transitions;
  if (stops < trajectories) {
    return reason(
      "censoredDepths",
      `${trajectories - stops} of ${trajectories} trajectories are censored, so that their mean depth is unknown. Use the fit.`,
      { trajectories, stops },
    );
  }
  return atRisk > trajectories ? atRisk / (atRisk - trajectories) : noDepth(trajectories);
}

function byFirstRank({ atRisk: [first = 0], stops: [stopped = 0] }: Transitions): number | Reason {
  return first > stopped ? stopped / (first - stopped) : noDepth(first);
}

const noDepth = (trajectories: number): Reason =>
  reason(
    "noDepth",
    `None of the ${trajectories} trajectories was seen to go on from rank 1, so that rho would be infinite.`,
    { trajectories },
  );
