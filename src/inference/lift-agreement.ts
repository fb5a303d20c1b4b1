import { hypot } from "../numeric/elementary/hypot.js";
import { normalQuantile } from "../numeric/normal-quantile.js";
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

/** How far apart two lifts at one level are, in standard errors of both together; 0 where a set holds the other. */
function errorsApart(offline: LiftOnce, online: LiftOnce, level: number): number {
  if (level >= 0.5) return 0; // Such an interval says nothing of its error.
  const [low, high] = offline.set ?? [offline.value, offline.value];
  const above = low > online.value;
  if (!above && high >= online.value) return 0;
  const far = above ? low - online.value : high - online.value;
  const reach = Math.abs(far - gapOfLifts(offline, online)[above ? 0 : 1]);
  // The interval of a wide set reaches less far beyond its ends.
  const quantile = normalQuantile(offline.set === undefined ? 1 - level / 2 : 1 - level);
  return reach === 0 ? Infinity : (Math.abs(far) / reach) * quantile;
}

interface Arm {
  readonly value: number;
  readonly se: number;
}

/** By which share one arm of a test earned more than the other, with independent errors. */
export function liftOfArms(arm: Arm, base: Arm, level: number): LiftOnce {
  const size = Math.abs(base.value);
  const value = (arm.value - base.value) / size;
  return liftWithError(value, hypot(arm.se, (arm.value / base.value) * base.se) / size, level);
}

export function liftWithError(value: number, se: number, level: number): LiftOnce {
  const far = se === 0 ? 0 : normalQuantile(1 - level / 2) * se;
  return { value, interval: [value - far, value + far] };
}

/** Errors of both together beyond which two lifts disagree: fewer are what chance brings in some of many tests. */
export const liftsFarAt = 3;

export interface HeldLifts {
  readonly agreement: LiftAgreement;
  /** `gapOfLifts`, and whether it excludes 0. */
  readonly gap: Interval;
  readonly isGap: boolean;
  /** `errorsApart`, and whether that is beyond `liftsFarAt`. */
  readonly apart: number;
  readonly isFar: boolean;
}

/**
 * Whether two lifts of one policy agree, both at `level`. They do where both have the same call, or where neither may
 * lose more than `margin` and their intervals are compatible; they disagree where the gap is not 0 and they are far
 * apart; else nobody can tell. `sign` is −1 where lower is better.
 */
export function holdLifts(
  offline: LiftOnce,
  online: LiftOnce,
  {
    level,
    margin,
    sign = 1,
  }: { readonly level: number; readonly margin?: number | undefined; readonly sign?: 1 | -1 },
): HeldLifts {
  const gap = gapOfLifts(offline, online);
  const apart = errorsApart(offline, online, level);
  const agreement = { gap, isGap: decisionOf(gap) !== 0, apart, isFar: apart > liftsFarAt };
  const [call, other] = [decisionOf(offline.interval), decisionOf(online.interval)];
  const worst = ({ interval: [low, high] }: LiftOnce): number => (sign > 0 ? low : -high);
  const isHeld = (liftOnce: LiftOnce): boolean => margin !== undefined && worst(liftOnce) > -margin;
  const agree =
    (call !== 0 && call === other) || (!agreement.isGap && isHeld(offline) && isHeld(online));
  const disagree = !agree && agreement.isGap && agreement.isFar;
  return { ...agreement, agreement: agree ? "agree" : disagree ? "disagree" : "cannotTell" };
}

const decisionOf = ([low, high]: Interval): -1 | 0 | 1 => (low > 0 ? 1 : high < 0 ? -1 : 0);
