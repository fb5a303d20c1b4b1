import type { MissingFacts } from "../../checks/missing-facts.js";
import type { Interval, Verdict } from "../../evaluate/conclude/result.js";
import { showNumber, showSigned, showTwoDigits } from "../../numeric/show-number.js";

/** A number that may be a set of values, in the unit in which it is printed. */
export interface ValueRange {
  readonly value: number;
  readonly set?: Interval | null | undefined;
  readonly interval: Interval;
  readonly oneSided?: MissingFacts["oneSided"] | undefined;
}

export const percentsOf = (lift: Verdict["lift"]): readonly number[] =>
  lift === null || "none" in lift
    ? []
    : [lift.value, ...(lift.set ?? []), ...lift.interval].map((part) => 100 * part);

/** A set this narrow against its interval does not show in the digits. */
const narrow = 0.02;

/** Whether a number is printed as a range of values. */
export const isRange = ({ set, interval: [low, high] }: ValueRange): boolean =>
  set !== undefined && set !== null && set[1] - set[0] > narrow * (high - low);

/** "+3.1 % to +9.4 %", "at least +2.8 %" where the other end is a ceiling alone, "+3.1 %" of a point. */
export function showRange(of: ValueRange, decimals: number, unit: string): string {
  const show = (value: number): string => `${showSigned(value, decimals)}${unit}`;
  const { value, set, oneSided } = of;
  if (!isRange(of) || set === undefined || set === null) return show(value);
  if (oneSided === "least") return `at least ${show(set[0])}`;
  if (oneSided === "most") return `at most ${show(set[1])}`;
  const [low, high] = set.map(show);
  return low === high ? show(value) : `${low} to ${high}`;
}

/** "[+2.4, +10.3]", "[+2.1, …]" where the other end is a ceiling alone. */
export function showRangeInterval(of: ValueRange, decimals: number, unit = ""): string {
  const { oneSided } = of;
  const [low, high] = of.interval.map((end) => `${showSigned(end, decimals)}${unit}`);
  const isOpen = isRange(of);
  return `[${isOpen && oneSided === "most" ? "…" : low}, ${isOpen && oneSided === "least" ? "…" : high}]`;
}

/** What a missing view is taken to earn, as a clause of the sentence with the number. */
export function missingClause(missing: MissingFacts, baseline: string): string {
  const { share, shareOfBaseline, assumed, rewardRange, rewardPerView, unknownItemsShare } =
    missing;
  const [low, high] = rewardRange.map((end) => (end === 0 ? "0" : showTwoDigits(end)));
  const shares = share > 0 ? [`${percent(share)} of its views`] : [];
  const others =
    shareOfBaseline !== null && shareOfBaseline > 0
      ? [
          `${percent(shareOfBaseline)} of ${shares.length > 0 ? "those" : "the views"} of ${baseline}`,
        ]
      : [];
  const what = `${[...shares, ...others].join(" and ")} are missing from the log`;
  // What views at the edge of the log earn is another number for each policy.
  if (others.length > 0)
    return `${what}, and each may earn anything that is assumed possible (log.rewards.<name>.unlogged)`;
  const by = {
    declared: `and the study assumes that each earns ${low} to ${high}`,
    timesTheEdge: `and the study assumes that each earns ${low} to ${high}`,
    unknownItems: `and each may earn ${low} to ${high}`,
    likeTheEdge: `though it shows their items elsewhere; each is assumed to earn ${low} to ${high}`,
    mixed: `though it shows the items of all but ${percent(unknownItemsShare)} elsewhere; each is assumed to earn ${low} to ${high}`,
  }[assumed];
  return `${what}, ${by} (point estimate about ${showTwoDigits(rewardPerView)})`;
}

const percent = (share: number): string => `${showNumber(100 * share, share < 0.1 ? 1 : 0)} %`;
