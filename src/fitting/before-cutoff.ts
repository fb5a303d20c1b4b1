import { type Reason, reason } from "../errors.js";
import type { Transitions } from "./transitions.js";

/**
 * The transitions that tell something of a curve with that cut-off: those at ranks before it. What
 * happens at the cut-off is certain. A view beyond it contradicts the curve: a reason.
 */
export function beforeCutoff(
  transitions: Transitions,
  cutoff: number | undefined,
): Transitions | Reason {
  const { atRisk, stops, trajectories } = transitions;
  if (cutoff === undefined || cutoff > atRisk.length) return transitions;
  const beyond = (atRisk[cutoff - 1] ?? 0) - (stops[cutoff - 1] ?? 0);
  if (beyond > 0) return viewsBeyond(cutoff, beyond, atRisk.length);
  const before = (counts: readonly number[]): readonly number[] => counts.slice(0, cutoff - 1);
  return Object.freeze({ atRisk: before(atRisk), stops: before(stops), trajectories });
}

const viewsBeyond = (cutoff: number, trajectories: number, ranks: number): Reason =>
  reason(
    "viewsBeyondCutoff",
    `${trajectories} trajectories went on beyond rank ${cutoff}, the cutoff; a curve with that cutoff says that nobody does. Raise the cutoff to the deepest rank that can be viewed (at least ${ranks}).`,
    { cutoff, trajectories, ranks },
  );
