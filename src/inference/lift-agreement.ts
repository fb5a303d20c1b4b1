import { hypot } from "../numeric/index.js";
import type { Interval } from "./intervals/interval.js";

/** A lift with its interval; `set` is what it may be whatever the error, where that is more than one value. */
export interface LiftOnce {
  readonly value: number;
  readonly set?: Interval;
  readonly interval: Interval;
}

export type LiftAgreement = "agree" | "disagree" | "cannotTell";

/**
 * The interval of offline − online from the intervals of both at one level, the errors taken as independent: each end
 * is as far away as both errors on its side together (Zou & Donner, Statistics in Medicine 2008). Of a set it holds
 * the distance whichever value of the set is true.
 */
export function gapOfLifts(offline: LiftOnce, online: LiftOnce): Interval {
  const [low, high] = offline.set ?? [offline.value, offline.value];
  const { value, interval } = online;
  return [
    low - value - hypot(low - offline.interval[0], interval[1] - value),
    high - value + hypot(offline.interval[1] - high, value - interval[0]),
  ];
}

/**
 * Whether two lifts of one policy agree. They do where both have the same call, or where neither may lose more than
 * `margin` and their intervals are compatible; they disagree where calls are opposite or the gap is not 0; else nobody
 * can tell. `sign` is −1 where lower is better.
 */
export function agreementOfLifts(
  offline: LiftOnce,
  online: LiftOnce,
  { margin, sign = 1 }: { readonly margin?: number | undefined; readonly sign?: 1 | -1 } = {},
): LiftAgreement {
  const calls = [callOf(offline.interval), callOf(online.interval)] as const;
  const [offlineCall, onlineCall] = calls;
  if (offlineCall !== 0 && offlineCall === onlineCall) return "agree";
  if (offlineCall * onlineCall < 0 || callOf(gapOfLifts(offline, online)) !== 0) return "disagree";
  const worst = ({ interval: [low, high] }: LiftOnce): number => (sign > 0 ? low : -high);
  const isHeld = (each: LiftOnce): boolean => margin !== undefined && worst(each) > -margin;
  return isHeld(offline) && isHeld(online) ? "agree" : "cannotTell";
}

const callOf = ([low, high]: Interval): -1 | 0 | 1 => (low > 0 ? 1 : high < 0 ? -1 : 0);
