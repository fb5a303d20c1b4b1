import type { ReasonCode } from "../codes.js";
import { LogError, type Reason, reason, StudyError } from "../errors.js";
import { checkTransitions, type Transitions } from "../exposure/transitions/transitions.js";

/** How deep the trajectories of one feed went, as counts by bucket of users; parallel lists. */
export interface Depths {
  readonly bucket: ArrayLike<number>;
  /** The deepest viewed rank. */
  readonly depth: ArrayLike<number>;
  /** 1: censored there. */
  readonly censored: ArrayLike<number>;
  /** Counts, or parts of them where trajectories stand for others. */
  readonly trajectories: ArrayLike<number>;
}

/**
 * The transitions of all buckets together. Two trajectories of depth 3, one of them censored, are
 * { atRisk: [2, 2, 1], stops: [0, 0, 1], trajectories: 2 }. Throws a LogError for a depth that is not a
 * whole number in [1, ∞), a StudyError for lists of different lengths or other values.
 */
export function transitionsIn(depths: Depths): Transitions {
  const all = gathered(depths, () => 0).get(0);
  return all ?? checkTransitions({ atRisk: [], stops: [], trajectories: 0 });
}

/** The transitions of each bucket that holds trajectories, by ascending bucket; throws likewise. */
export function transitionsByBucket(depths: Depths): ReadonlyMap<number, Transitions> {
  return gathered(depths, (row) => depths.bucket[row] ?? 0);
}

interface Counts {
  readonly ends: number[];
  readonly stops: number[];
  trajectories: number;
}

function gathered(
  depths: Depths,
  groupOf: (row: number) => number,
): ReadonlyMap<number, Transitions> {
  const fault = lengthsFault(depths);
  if (fault !== undefined) throw new StudyError(fault);
  const groups = new Map<number, Counts>();
  for (let row = 0; row < depths.depth.length; row++) {
    checkRow(depths, row);
    if (depths.trajectories[row] === 0) continue;
    const group = groupOf(row);
    const counts = groups.get(group) ?? { ends: [], stops: [], trajectories: 0 };
    groups.set(group, counts);
    add(counts, depths, row);
  }
  const ascending = [...groups].sort(([a], [b]) => a - b);
  return new Map(ascending.map(([group, counts]) => [group, transitionsOfCounts(counts)]));
}

function add(counts: Counts, { depth, censored, trajectories }: Depths, row: number): void {
  const [deepest = 1, count = 0] = [depth[row], trajectories[row]];
  const last = censored[row] === 1 ? deepest - 1 : deepest;
  while (counts.ends.length < last) {
    counts.ends.push(0);
    counts.stops.push(0);
  }
  counts.trajectories += count;
  if (last > 0) counts.ends[last - 1] = (counts.ends[last - 1] ?? 0) + count;
  if (last === deepest) counts.stops[last - 1] = (counts.stops[last - 1] ?? 0) + count;
}

/** The transitions of trajectories by the last rank whose step is seen, and of those that stop there. */
export function transitionsOfCounts({ ends, stops, trajectories }: Readonly<Counts>): Transitions {
  let later = 0;
  const atRisk = ends.toReversed().map((count) => {
    later += count;
    return later;
  });
  return checkTransitions({ atRisk: atRisk.reverse(), stops, trajectories });
}

function checkRow({ bucket, depth, censored, trajectories }: Depths, row: number): void {
  const [users, deepest, cut, count] = [bucket[row], depth[row], censored[row], trajectories[row]];
  if (!isCount(deepest) || deepest === 0) {
    throw new LogError(
      fault("depthNotARank", "depth", "[1, ∞), a deepest viewed rank", row, deepest),
    );
  }
  if (!isCount(users)) throw new StudyError(fault("notACount", "bucket", "[0, ∞)", row, users));
  if (cut !== 0 && cut !== 1) {
    throw new StudyError(fault("notAFlag", "censored", "[0, 1]", row, cut));
  }
  if (!(Number(count) >= 0 && Number.isFinite(count))) {
    const message = `trajectories must be a number in [0, ∞); in row ${row + 1} it is ${count}.`;
    throw new StudyError(reason("notACount", message, { row: row + 1, came: String(count) }));
  }
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const fault = (code: ReasonCode, what: string, range: string, row: number, came: unknown): Reason =>
  reason(code, `${what} must be a whole number in ${range}; in row ${row + 1} it is ${came}.`, {
    what,
    row: row + 1,
    came: String(came),
  });

function lengthsFault({ bucket, depth, censored, trajectories }: Depths): Reason | undefined {
  const lengths = [bucket, depth, censored, trajectories].map((list) => list.length);
  if (new Set(lengths).size === 1) return undefined;
  return reason(
    "lengthsDiffer",
    `bucket, depth, censored and trajectories must have one entry for each row; they have ${lengths.join(", ")}.`,
    { lengths },
  );
}
