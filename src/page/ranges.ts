import type { DayRange } from "../study/study.js";

export interface NamedRange {
  readonly name: string;
  readonly range: Required<DayRange>;
}

/** Of more a page that holds the verdicts of each would take too long to write. */
const mostRanges = 6;

/** Ranges of days that readers ask for first: halves, the last weeks, and each week, back from the last day. */
export function rangesOf(days: readonly string[]): readonly NamedRange[] {
  const named = (name: string, of: readonly string[]): readonly NamedRange[] => {
    const [from, to] = [of[0], of.at(-1)];
    const isPart = of.length > 0 && of.length < days.length;
    return isPart && from !== undefined && to !== undefined ? [{ name, range: { from, to } }] : [];
  };
  const middle = days.length >> 1;
  const weeks = Array.from(
    { length: Math.floor(days.length / 7) },
    (_, back) => days.length - 7 * back,
  );
  const all = [
    ...named("first half", days.slice(0, middle)),
    ...named("second half", days.slice(middle)),
    ...[7, 14, 28].flatMap((count) => named(`last ${count} days`, days.slice(-count))),
    ...weeks.flatMap((end) => named("a week", days.slice(end - 7, end))),
  ];
  const isFirst = ({ range }: NamedRange, at: number): boolean =>
    all.findIndex(({ range: { from, to } }) => from === range.from && to === range.to) === at;
  return all.filter(isFirst).slice(0, mostRanges);
}
