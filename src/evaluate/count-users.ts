import { readUsers, userScopes, usersPlan } from "../log/index.js";
import { type CallOptions, collect, type Engine } from "../sql/index.js";
import type { ScopeCount } from "../tally/index.js";
import { mostExact } from "./bucketing.js";
import type { Surveyed } from "./survey-log.js";

/** How many clusters a log holds. */
export interface Users {
  /** Distinct clusters, or a number above `mostExact` that they are known to exceed. */
  readonly total: number;
  readonly byScope: (holes: boolean) => Promise<readonly ScopeCount[] | null>;
}

/**
 * Rows of rank 1 are counted first: they are few and hold every user unless positions may be empty;
 * all rows are read only where that may be so.
 */
export async function countUsers(
  engine: Engine,
  { log, rows, summary, strata }: Surveyed,
  call: CallOptions,
): Promise<Users> {
  const { user, trajectory, rank } = log.spec;
  if (user === undefined && trajectory === undefined) {
    return { total: summary.rows, byScope: async () => null };
  }
  const scopes = user === undefined ? userScopes([]) : userScopes(strata);
  const counted = async (firstRanksOnly: boolean): Promise<readonly ScopeCount[]> =>
    readUsers(await collect(engine, usersPlan(log, rows, scopes, firstRanksOnly), call), scopes);
  const total = (counts: readonly ScopeCount[]): number => counts[0]?.clusters ?? 0;
  const first = await counted(rank !== undefined);
  const enough = rank === undefined || total(first) > mostExact;
  const known = enough ? first : await counted(false);
  return {
    total: total(known),
    byScope: async (holes) => {
      if (user === undefined) return null;
      return holes && enough && rank !== undefined ? counted(false) : known;
    },
  };
}
