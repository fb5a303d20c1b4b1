import { LogError, reason, StudyError } from "../../errors.js";
import { checkTransitions, type Transitions } from "./transitions.js";

/**
 * The transitions of trajectories with those depths, their deepest viewed ranks; `censored[i]` says that
 * it is not known what followed the i-th. `transitionsOf([1, 3, 3], [false, false, true])` is
 * { atRisk: [3, 2, 1], stops: [1, 0, 1], trajectories: 3 }. Throws a LogError for a depth that is not a
 * whole number in [1, ∞), a StudyError where the lists differ in length.
 */
export function transitionsOf(
  depths: readonly number[],
  censored: readonly boolean[] = depths.map(() => false),
): Transitions {
  if (censored.length !== depths.length) throw new StudyError(lengths(depths, censored));
  refuseOddDepths(depths);
  const ranks = depths.reduce((deep, depth, i) => Math.max(deep, lastKnown(depth, censored[i])), 0);
  const [atRisk, stops] = [new Array<number>(ranks).fill(0), new Array<number>(ranks).fill(0)];
  for (const [i, depth] of depths.entries()) {
    const last = lastKnown(depth, censored[i]);
    if (last > 0) atRisk[last - 1] = (atRisk[last - 1] ?? 0) + 1;
    if (last === depth) stops[last - 1] = (stops[last - 1] ?? 0) + 1;
  }
  for (let at = ranks - 2; at >= 0; at--) atRisk[at] = (atRisk[at] ?? 0) + (atRisk[at + 1] ?? 0);
  return checkTransitions({ atRisk, stops, trajectories: depths.length });
}

/** The last rank at which it is known what followed. */
const lastKnown = (depth: number, censored: boolean | undefined): number =>
  censored === true ? depth - 1 : depth;

function refuseOddDepths(depths: readonly number[]): void {
  const at = depths.findIndex((depth) => !(Number.isSafeInteger(depth) && depth >= 1));
  if (at < 0) return;
  throw new LogError(
    reason(
      "depthNotARank",
      `The depth of trajectory ${at + 1} must be a whole number in [1, ∞), its deepest viewed rank; it is ${depths[at]}.`,
      { trajectory: at + 1, came: String(depths[at]) },
    ),
  );
}

const lengths = (
  depths: readonly number[],
  censored: readonly boolean[],
): ReturnType<typeof reason> =>
  reason(
    "lengthsDiffer",
    `censored must have one entry for each depth; there are ${censored.length} for ${depths.length} depths.`,
    { depths: depths.length, censored: censored.length },
  );
