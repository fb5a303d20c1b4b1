import { ln } from "../../numeric/elementary/ln.js";
import { pow } from "../../numeric/elementary/pow.js";
import { linearScale, type Scale } from "./scale.js";

export interface LiftScale extends Scale {
  /** Where it turns from linear to logarithmic; null where it is linear as a whole. */
  readonly bend: number | null;
}

/** An end this many times as far as the median one would flatten the others on a linear scale. */
const farthest = 6;
/** The least share of the width between two marks. */
const apart = 0.11;

/**
 * A scale around 0 that leaves nothing out: linear, or, where an interval reaches much further than the others, linear
 * near 0 and logarithmic beyond (the inverse hyperbolic sine).
 */
export function scaleOfAll(
  intervals: readonly (readonly [number, number])[],
  range: readonly [number, number],
): LiftScale {
  const finite = intervals.filter((interval) => interval.every(Number.isFinite));
  const [low, high] = [
    Math.min(0, ...finite.map(([lo]) => lo)),
    Math.max(0, ...finite.map(([, hi]) => hi)),
  ];
  const reaches = finite
    .map(([lo, hi]) => Math.max(Math.abs(lo), Math.abs(hi)))
    .toSorted((a, b) => a - b);
  const far = reaches.at(-1) ?? 0;
  const bend = Math.max(reaches[Math.floor((reaches.length - 1) / 2)] ?? 0, far / 1000);
  if (far <= farthest * bend) {
    return { ...linearScale([low, high], range), bend: null };
  }
  const bent = linearScale([bentAt(low / bend), bentAt(high / bend)], range);
  const at = (value: number): number => bent.at(bentAt(value / bend));
  return { low, high, at, ticks: ticksOf([low, high], at, range), bend };
}

/** asinh(x). */
function bentAt(x: number): number {
  const size = Math.abs(x);
  return Math.sign(x) * (size > 1e8 ? ln(2 * size) : ln(size + Math.sqrt(size * size + 1)));
}

/** 0 and round numbers outwards from it, as many as have room. */
function ticksOf(
  [low, high]: readonly [number, number],
  at: (value: number) => number,
  [left, right]: readonly [number, number],
): readonly number[] {
  const sizes = Array.from({ length: 40 }, (_, k) => k - 20).flatMap((power) =>
    [1, 2, 5].map((factor) => Number((factor * pow(10, power)).toPrecision(12))),
  );
  const outwards = (sign: 1 | -1): readonly number[] => {
    const kept: number[] = [];
    for (const tick of sizes.map((size) => sign * size)) {
      const isInside = tick >= low && tick <= high;
      const gap = Math.abs(at(tick) - at(kept.at(-1) ?? 0));
      if (isInside && gap >= apart * (right - left)) kept.push(tick);
    }
    return kept;
  };
  return [...outwards(-1).toReversed(), 0, ...outwards(1)];
}
