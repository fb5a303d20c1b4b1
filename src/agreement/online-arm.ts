import { hypot } from "../numeric/elementary/hypot.js";
import type { Measured } from "./pair.js";

export interface OnlineArm {
  readonly policy: string;
  readonly feed: string | null;
  readonly reward: string;
  readonly byDay: ReadonlyMap<string, Measured>;
  /** Over all its days. */
  readonly overall: Measured;
  /** Its days in order; null where only a value over all of them is known, so that they count as the log's. */
  readonly days: readonly string[] | null;
  /** Whether these are the very trajectories that offline results are computed on. */
  readonly isLog: boolean;
}

/** One day of an arm, with the weight that it has among the days. */
export interface ArmDay extends Measured {
  readonly day: string;
  readonly weight: number;
}

/**
 * An arm of days that are taken as independent: its value over all of them is the weighted mean. Users who come
 * back on other days make that error too small; an arm's own log knows them.
 */
export function armOfDays(
  key: Pick<OnlineArm, "policy" | "feed" | "reward">,
  days: readonly ArmDay[],
): OnlineArm {
  const total = days.reduce((sum, { weight }) => sum + weight, 0);
  const value = days.reduce((sum, day) => sum + day.weight * day.value, 0) / total;
  const se = hypot(...days.map((day) => day.weight * day.se)) / total;
  return {
    ...key,
    byDay: new Map(days.map(({ day, value, se: error }) => [day, { value, se: error }])),
    overall: { value, se },
    days: days.map(({ day }) => day),
    isLog: false,
  };
}
