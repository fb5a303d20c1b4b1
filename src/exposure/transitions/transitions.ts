import { LogError, type Reason, reason, StudyError } from "../../errors.js";

/**
 * What followed the views at each rank, index 0 being rank 1: all that a fit of position bias needs of
 * a log. A trajectory that ended at k is at risk at ranks 1 … k and stops at k;
 * a censored one (feed exhausted, log cut, list length reached) is at risk at 1 … k − 1 only.
 * See docs/methods.md, "Transitions".
 */
export interface Transitions {
  /** N_j: at how many views at rank j it is known whether the next rank was viewed. */
  readonly atRisk: readonly number[];
  /** d_j: how many of them were the last. */
  readonly stops: readonly number[];
  /** Trajectories, those included that were censored at rank 1 and so are never at risk. */
  readonly trajectories: number;
}

/**
 * The same counts, checked and frozen. Throws a StudyError for lists that do not hold counts, a LogError
 * for counts that no set of trajectories can have: more stops at a rank than views, or more views than
 * continued from the rank before.
 */
export function checkTransitions({ atRisk, stops, trajectories }: Transitions): Transitions {
  const wrong = shapeFault(atRisk, stops, trajectories);
  if (wrong !== undefined) throw new StudyError(wrong);
  let arrived = trajectories;
  for (const [at, risk] of atRisk.entries()) {
    const stopped = stops[at] ?? 0;
    if (stopped > risk) throw new LogError(moreStops(at + 1, risk, stopped));
    if (risk > arrived) throw new LogError(moreAtRisk(at + 1, risk, arrived));
    arrived = risk - stopped;
  }
  return Object.freeze({
    atRisk: Object.freeze([...atRisk]),
    stops: Object.freeze([...stops]),
    trajectories,
  });
}

function shapeFault(
  atRisk: readonly number[],
  stops: readonly number[],
  trajectories: number,
): Reason | undefined {
  if (atRisk.length !== stops.length) {
    return reason(
      "lengthsDiffer",
      `atRisk and stops must have one entry for each rank; they have ${atRisk.length} and ${stops.length}.`,
      { atRisk: atRisk.length, stops: stops.length },
    );
  }
  return (
    atRisk.map((value, at) => countFault(`atRisk at rank ${at + 1}`, value)).find(Boolean) ??
    stops.map((value, at) => countFault(`stops at rank ${at + 1}`, value)).find(Boolean) ??
    countFault("trajectories", trajectories)
  );
}

function countFault(what: string, value: unknown): Reason | undefined {
  if (Number.isFinite(value) && Number(value) >= 0 && Number(value) <= Number.MAX_SAFE_INTEGER) {
    return undefined;
  }
  const came = typeof value === "number" ? value : JSON.stringify(value);
  return reason(
    "notACount",
    `${what} must be a number in [0, ${Number.MAX_SAFE_INTEGER}]; it is ${came}.`,
    { what, came: String(came) },
  );
}

const moreStops = (rank: number, atRisk: number, stops: number): Reason =>
  reason(
    "moreStopsThanViews",
    `At rank ${rank}, ${stops} trajectories stopped but only ${atRisk} are at risk. Count a censored trajectory neither as a stop nor at risk at its last rank.`,
    { rank, atRisk, stops },
  );

const moreAtRisk = (rank: number, atRisk: number, arrived: number): Reason =>
  reason(
    "moreViewsThanArrived",
    rank === 1
      ? `At rank 1, ${atRisk} trajectories are at risk, but there are only ${arrived}. Count each trajectory once.`
      : `At rank ${rank}, ${atRisk} trajectories are at risk, but only ${arrived} went on from rank ${rank - 1}. Count positions without an item as viewed: the depth is the deepest viewed rank.`,
    { rank, atRisk, arrived },
  );
