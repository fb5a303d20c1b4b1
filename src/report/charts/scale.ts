import { ln } from "../../numeric/elementary/ln.js";
import { log10 } from "../../numeric/elementary/log-in-base.js";
import { pow } from "../../numeric/elementary/pow.js";

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Pixels, one decimal: coordinates of a picture need no more, and stay the same everywhere. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A range below it has no round numbers that a double holds. */
const least = 1e-300;

/** The scale of [low, high] over [left, right]; an empty range is widened. */
export function linearScale(
  [low, high]: readonly [number, number],
  [left, right]: readonly [number, number],
): Scale {
  const air = high - low > least ? 0 : Math.max(1, Math.abs(low) / 10);
  const [from, to] = [low - air, high + air];
  const at = (value: number): number =>
    Math.round(10 * (left + ((value - from) / (to - from)) * (right - left))) / 10;
  return { low: from, high: to, at, ticks: ticksOf(from, to) };
}

/** One to four round numbers in [low, high]. */
function ticksOf(low: number, high: number): readonly number[] {
  const power = pow(10, Math.floor(log10((high - low) / 4)));
  const ends = (step: number): readonly [number, number] => [
    Math.ceil(low / step - 1e-9),
    Math.floor(high / step + 1e-9),
  ];
  const isFew = ([first, last]: readonly [number, number]): boolean => last - first < 4;
  const step = power * ([1, 2, 5, 10].find((factor) => isFew(ends(factor * power))) ?? 10);
  const [first, last] = ends(step);
  return Array.from({ length: last - first + 1 }, (_, k) =>
    Number(((first + k) * step).toPrecision(12)),
  );
}

/** The range around `centre` that leaves no interval out; without a finite one it is the centre alone. */
export function rangeAround(
  centre: number,
  intervals: readonly (readonly [number, number])[],
): readonly [number, number] {
  const ends = intervals.filter((interval) => interval.every(Number.isFinite)).flat();
  const [low, high] = [Math.min(centre, ...ends), Math.max(centre, ...ends)];
  const air = (high - low) * 0.04;
  return [low - air, high + air];
}

/** A logarithmic scale of [low, high], both above 0, over [left, right]; an empty range is widened. */
export function logScale(
  [low, high]: readonly [number, number],
  range: readonly [number, number],
): Scale {
  const [from, to] = high > low ? [low, high] : [low / 2, low * 2];
  const scale = linearScale([ln(from), ln(to)], range);
  return {
    low: from,
    high: to,
    at: (value) => scale.at(ln(value)),
    ticks: logTicks(from, to),
  };
}

/** Powers of ten; where there are fewer than three of them, also 2 and 5 times these. */
function logTicks(low: number, high: number): readonly number[] {
  const [first, last] = [Math.floor(log10(low)), Math.ceil(log10(high))];
  const powers = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const marks = (factors: readonly number[]): readonly number[] =>
    powers
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const decades = marks([1]);
  return decades.length >= 3 ? decades : marks([1, 2, 5]);
}
