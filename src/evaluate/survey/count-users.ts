import { readUsers, userScopes, usersPlan } from "../../log/index.js";
import type { Connection } from "../../sql/index.js";
import { collectWide, ofOneRow } from "../../sql/index.js";
import type { ScopeCount } from "../../tally/index.js";
import { mostExact } from "./bucketing.js";
import type { SurveyedLog } from "./survey-log.js";

/** How many clusters a log holds. */
export interface Users {
  /** Distinct clusters, or a number above `mostExact` that they are known to exceed. */
  readonly total: number;
  /** Whether `total` was counted. */
  readonly isCounted: boolean;
  readonly byScope: (holes: boolean) => Promise<readonly ScopeCount[] | null>;
}

/** So few rows are all read at once. */
const rowsReadAtOnce = 1_000_000;

/**
 * Rows of rank 1 are counted first: they are few and hold every user unless positions may be empty;
 * all rows are read only where that may be so. Of many rows whose structure is declared users are not
 * counted at all: to group by user would move more rows between machines than all the sums do.
 */
export async function countUsers(
  { engine, options }: Connection,
  { log, rows, summary, strata }: SurveyedLog,
): Promise<Users> {
  const { user, trajectory, rank } = log.spec;
  if (user === undefined && trajectory === undefined) {
    return { total: summary.rows, isCounted: true, byScope: async () => null };
  }
  const isMany = summary.rows > rowsReadAtOnce;
  if (isMany && log.spec.structure === "declared") {
    return { total: mostExact + 1, isCounted: false, byScope: async () => null };
  }
  const scopes = user === undefined ? userScopes([]) : userScopes(strata);
  const counted = async (firstRanksOnly: boolean): Promise<readonly ScopeCount[]> => {
    const plan = ofOneRow(usersPlan(log, rows, scopes, firstRanksOnly));
    const [table] = await collectWide(engine, [plan], options);
    return readUsers(table, scopes);
  };
  const total = (counts: readonly ScopeCount[]): number => counts[0]?.clusters ?? 0;
  const firstAlone = rank !== undefined && isMany;
  const first = await counted(firstAlone);
  const enough = !firstAlone || total(first) > mostExact;
  const known = enough ? first : await counted(false);
  return {
    total: total(known),
    isCounted: true,
    byScope: async (holes) => {
      if (user === undefined) return null;
      return holes && firstAlone && enough ? counted(false) : known;
    },
  };
}
