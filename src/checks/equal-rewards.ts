import { showCount } from "../numeric/show-number.js";
import { one, share } from "./figures.js";
import { poissonUpperLimit } from "./moved-last-rows.js";
import type { SameRewards } from "./tables.js";

/** How many trajectories with rewards have no one reward in their rows, and how many would if rows were independent. */
export interface EqualRewards {
  /** Trajectories with a reward, and those of them with the same in every row that counts. */
  readonly rewarded: number;
  readonly equal: number;
  /** Whether every row counts, or those with a reward. */
  readonly inAll: boolean;
  readonly expected: number;
  /** The upper 97.5 % Poisson limit of those that differ. */
  readonly upper: number;
  readonly isSign: boolean;
}

/** Expected trajectories that differ, from which few of them say something, and the part that the limit must stay under. */
const [fewestExpected, partOfExpected] = [20, 1 / 4];
/** Nearly every trajectory. */
const mostDiffering = 0.1;

/**
 * Two independent rows have the same reward as often as two trajectories of one day do; more rows have it less often.
 * Rewards that are always the same, or the same on a day, are expected to be equal. Once of all rows, 0 being a
 * reward, too; once of those with a reward, which tells amounts that stand in most rows.
 */
export function equalRewards(same: SameRewards): EqualRewards {
  const { trajectories, rewarded } = same;
  const differ = (alike: number, pairs: number): number => (pairs > 0 ? 1 - alike / pairs : 0);
  const ofAll = trajectories * differ(same.alikeOfAll, same.pairsOfAll);
  const ofSome = rewarded * differ(same.alikeOfSome, same.pairsOfSome);
  const inAll = { ...signOf(rewarded, same.all, ofAll), inAll: true };
  if (inAll.isSign) return inAll;
  const inSome = { ...signOf(rewarded, same.some, ofSome), inAll: false };
  return inSome.isSign ? inSome : inAll;
}

function signOf(rewarded: number, equal: number, expected: number): Omit<EqualRewards, "inAll"> {
  const differing = rewarded - equal;
  const upper = poissonUpperLimit(differing, 0.975);
  const isSign =
    expected >= fewestExpected &&
    differing <= mostDiffering * rewarded &&
    upper < partOfExpected * expected;
  return { rewarded, equal, expected, upper, isSign };
}

/** What a sign says of a reward, and what to do. */
export function sentenceOf({ rewarded, equal, inAll }: EqualRewards, reward: string): string {
  const often = equal === rewarded ? "All" : share(equal / rewarded);
  const counted = showCount(Math.round(rewarded));
  const where = inAll ? "each row" : "the rows with any";
  return `${often} of ${counted} sessions with ${one(reward)} and several rows have the same one in ${where}: it is what the whole list earned, repeated in its rows, so that a sum counts it once a row. Give it to the row of the item that earned it (log.source: { sql: "select * replace (case when item = bought_item then ${reward} else 0 end as ${reward}) from …" }). Where no item earned it, this log cannot say what another order would earn.`;
}
