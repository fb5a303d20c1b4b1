import { linearScale, type Scale } from "../html/scale.js";

/** A logarithmic scale of [low, high], both above 0, over [left, right]; an empty range is widened. */
export function logScale(
  [low, high]: readonly [number, number],
  range: readonly [number, number],
): Scale {
  const [from, to] = high > low ? [low, high] : [low / 2, low * 2];
  const scale = linearScale([Math.log(from), Math.log(to)], range);
  return {
    low: from,
    high: to,
    at: (value) => scale.at(Math.log(value)),
    ticks: ticksOf(from, to),
  };
}

/** Powers of ten; where there are fewer than three of them, also 2 and 5 times these. */
function ticksOf(low: number, high: number): readonly number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const powers = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const marks = (factors: readonly number[]): readonly number[] =>
    powers
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((tick) => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  const decades = marks([1]);
  return decades.length >= 3 ? decades : marks([1, 2, 5]);
}
