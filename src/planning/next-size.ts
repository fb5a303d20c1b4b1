import type { Estimate, VerdictNumbers } from "../evaluate/conclude/result.js";
import { square } from "../numeric/elementary/square.js";
import { smallestDifference } from "./power.js";

/** The power that both sizes are for. */
const power = 0.8;

/**
 * How many times the log a comparison would need, whose difference and error stay as they are but for √n; null where no
 * size settles it. `planOf` has the days of it, and knows which part of the error days share: it needs no less.
 */
export function timesTheLog(numbers: VerdictNumbers): number | null {
  const { value, se, df, level, setSe } = numbers;
  if (value === null || se === null || df === null || !(se > 0)) return null;
  const seen = leastSeen(numbers);
  if (seen === 0) return null;
  const isSet = seen < Math.abs(value);
  // A set is left on one side of 0 at the level of one side.
  const test = { alpha: isSet ? 2 * level : level, power };
  const error = isSet && setSe !== null ? setSe[value < 0 ? 1 : 0] : se;
  return square(smallestDifference(error, test, df) / seen);
}

/**
 * How many times the log's days a test of a candidate online takes, half of the traffic each, to see at this confidence
 * the least difference that the log leaves possible: 4·SE²·(z_{1−α/2} + z_power)²/δ², SE of what the baseline earns.
 */
export function timesTheDaysOnline(
  numbers: VerdictNumbers,
  { se }: Pick<Estimate, "se">,
  confidence: number,
): number | null {
  const seen = leastSeen(numbers);
  return seen > 0
    ? square((2 * smallestDifference(se, { alpha: 1 - confidence, power })) / seen)
    : null;
}

/** The least difference of the set, on the side of its value; 0 where there is none. */
function leastSeen({ value, set }: VerdictNumbers): number {
  if (value === null) return 0;
  const [low, high] = set ?? [value, value];
  return Math.max(0, value < 0 ? -high : low);
}
