import type { Interval } from "../../evaluate/conclude/result.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import type { KeptLine } from "../kept-result.js";
import { feedWords } from "./names.js";
import { showRange, showRangeInterval, type ValueRange } from "./range.js";

/** "like, feed home" */
export const questionOf = ({ reward, feed }: Pick<KeptLine, "reward" | "feed">): string =>
  [reward, feedWords(feed)].filter(Boolean).join(", ");

/** A comparison's lift in percent, or its difference where it has no lift; null where neither is an answer. */
export function rangeOfLine(line: KeptLine): (ValueRange & { readonly unit: string }) | null {
  const { lift, value, interval, oneSided } = line;
  const side = { oneSided: oneSided ?? undefined };
  if (lift !== null && !("none" in lift)) {
    const times = ([low, high]: Interval): Interval => [100 * low, 100 * high];
    const set = lift.set && times(lift.set);
    return { value: 100 * lift.value, set, interval: times(lift.interval), ...side, unit: " %" };
  }
  return value === null || interval === null ? null : { value, interval, unit: "" };
}

/** "+3.1 % to +9.4 %" and "[+2.4, +10.3]"; of a difference "diff. +0.012". */
export function showLine(line: KeptLine): { readonly value: string; readonly interval: string } {
  const range = rangeOfLine(line);
  if (range === null) return { value: "–", interval: "–" };
  const { set, interval, unit } = range;
  const noise = (interval[1] - interval[0] - (set ? set[1] - set[0] : 0)) / 4;
  const decimals = decimalsFor(noise, range.value);
  return {
    value: `${unit === "" ? "diff. " : ""}${showRange(range, decimals, unit)}`,
    interval: showRangeInterval(range, decimals),
  };
}

/** The printed numbers of comparisons that their JSON has as shares. */
export const percentagesOf = (lines: readonly KeptLine[]): readonly number[] =>
  lines.flatMap((line) => {
    const range = rangeOfLine(line);
    return range === null ? [] : [range.value, ...(range.set ?? []), ...range.interval];
  });
