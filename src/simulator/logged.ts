import { exposuresOf } from "./exposures.js";
import type { Ranking, Visit } from "./visit.js";
import type { World, WorldPolicy } from "./world.js";

/** A trajectory before it is written down, one row per rank. Dials of the log change it. */
export interface Trajectory {
  /** Ranks, from the top, that have a row; with `keep` 0 they have none after all. */
  rows: number;
  readonly keep: Uint8Array;
  /** Ranks below the deepest view are offered only. */
  viewed: number;
  /** The end of the trajectory was not observed. */
  censored: boolean;
  /** By policy and row: the rank that the policy gives the item. */
  readonly ranks: readonly Int32Array[];
  /** By policy and row: the expected views of the item, where the world logs them. */
  readonly exposures: readonly Float64Array[];
  /** By row, every reward. */
  readonly earned: Float64Array;
}

export function emptyLogged({ feeds, policies, rewards }: World): Trajectory {
  const length = Math.max(...feeds.map(({ candidates }) => candidates));
  return {
    rows: 0,
    keep: new Uint8Array(length),
    viewed: 0,
    censored: false,
    ranks: policies.map(() => new Int32Array(length)),
    exposures: policies.map(() => new Float64Array(length)),
    earned: new Float64Array(length * rewards.length),
  };
}

/** Fills it by what was played: the viewed items, with the ranks of every policy down to this row at least. */
export function fillLogged(logged: Trajectory, visit: Visit, rows: number): void {
  logged.rows = visit.depth;
  logged.viewed = visit.depth;
  logged.censored = false;
  const { list } = visit.shown;
  const kinds = visit.earned.length / visit.common;
  for (let at = 0; at < rows; at++) logged.keep[at] = 1;
  for (let at = 0; at < rows * kinds; at++) {
    logged.earned[at] = at < visit.depth * kinds ? (visit.earned[at] as number) : 0;
  }
  for (let policy = 0; policy < visit.rankings.length; policy++) {
    const into = logged.ranks[policy] as Int32Array;
    const { rank } = visit.rankings[policy] as Ranking;
    for (let at = 0; at < rows; at++) into[at] = rank[list[at] as number] as number;
  }
}

/** Counts the ranks of a policy among the rows of the trajectory alone. */
export function rankAmongRows({ ranks, rows }: Trajectory, policy: number): void {
  const target = ranks[policy] as Int32Array;
  const full = target.slice(0, rows);
  full.forEach((rank, at) => {
    target[at] = full.reduce((place, other) => place + (other <= rank ? 1 : 0), 0);
  });
}

/** The expected views of each item of the list under each policy. */
export function logExposures(logged: Trajectory, visit: Visit, { policies }: World): void {
  const byCandidate = new Float64Array(visit.pool);
  logged.exposures.forEach((exposures, at) => {
    exposuresOf(visit, visit.rankings[at] as Ranking, policies[at] as WorldPolicy, byCandidate);
    for (let row = 0; row < visit.shown.length; row++) {
      exposures[row] = byCandidate[visit.shown.list[row] as number] as number;
    }
  });
}
