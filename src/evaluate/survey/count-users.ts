import type { BoundLog } from "../../log/bind.js";
import {
  readSplitUsers,
  readUsers,
  splitsOfUsers,
  userScopes,
  usersBySplitPlan,
  usersPlan,
} from "../../log/users.js";
import type { Connection } from "../../sql/engine.js";
import type { Relation } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { ScopeCount } from "../../tally/tally.js";
import { mostExact } from "./bucketing.js";
import type { SurveyedLog } from "./survey-log.js";

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
 * Distinct users by feed and day, where statements are run in rounds: asked with the survey, before it is known
 * which there are. Undefined where the structure of a log is not checked in every trajectory: of a large one users
 * are then not counted, or those of rank 1 alone.
 */
export async function usersBySplit(
  { engine, options }: Connection,
  log: BoundLog,
  rows: Relation,
): Promise<readonly Table[] | undefined> {
  const { user, trajectory, rank, structure } = log.spec;
  const isKeyed = user !== undefined || trajectory !== undefined;
  const isChecked = structure === "check" || rank === undefined;
  if (!isKeyed || !isChecked || (await engine.info()).inRounds !== true) return undefined;
  const splits = user === undefined ? [[]] : splitsOfUsers(log);
  return collectWide(
    engine,
    splits.map((split) => usersBySplitPlan(rows, split)),
    options,
  );
}

/**
 * Rows of rank 1 are counted first: they are few and hold every user unless positions may be empty;
 * all rows are read only where that may be so. Of many rows whose structure is declared users are not
 * counted at all: to group by user would move more rows between machines than all the sums do.
 */
export async function countUsers(
  connection: Connection,
  { log, rows, summary, strata }: SurveyedLog,
): Promise<Users> {
  const { engine, options } = connection;
  const { user, trajectory, rank } = log.spec;
  if (user === undefined && trajectory === undefined) {
    return { total: summary.rows, isCounted: true, byScope: async () => null };
  }
  const isMany = summary.rows > rowsReadAtOnce;
  if (isMany && log.spec.structure === "declared") {
    return { total: mostExact + 1, isCounted: false, byScope: async () => null };
  }
  const scopes = user === undefined ? userScopes([]) : userScopes(strata);
  const split = await usersBySplit(connection, log, rows);
  if (split !== undefined) {
    const counts = readSplitUsers(split, scopes);
    const byScope = async () => (user === undefined ? null : counts);
    return { total: counts[0]?.clusters ?? 0, isCounted: true, byScope };
  }
  const counted = async (firstRanksOnly: boolean): Promise<readonly ScopeCount[]> => {
    const plan = ofOneRow(usersPlan(log, rows, scopes, firstRanksOnly));
    const [table] = await collectWide(engine, [plan], options);
    return readUsers(table, scopes);
  };
  const total = (counts: readonly ScopeCount[]): number => counts[0]?.clusters ?? 0;
  const firstAlone = rank !== undefined && isMany;
  const first = await counted(firstAlone);
  const enough = !firstAlone || total(first) > mostExact;
  const counts = enough ? first : await counted(false);
  return {
    total: total(counts),
    isCounted: true,
    byScope: async (holes) => {
      if (user === undefined) return null;
      return holes && firstAlone && enough ? counted(false) : counts;
    },
  };
}
