import { log2 } from "./elementary/log-in-base.js";
import { powerOfTwo } from "./elementary/power-of-two.js";
import { square } from "./elementary/square.js";
/** A place and the value of a function there. */
export interface Trial {
  readonly at: number;
  readonly value: number;
}

/**
 * Narrows a bracket in which a function goes from ≤ 0 at `low` to > 0 at `high` (which may be the lower place) to
 * the share `width` of it: the ITP method of Oliveira & Takahashi (ACM TOMS 47(1), 2020), which is never slower
 * than halving by more than one step, at jumps too.
 * `narrowBracket((x) => x * x - 2, { at: 1, value: -1 }, { at: 2, value: 2 }, 1e-12).low.at` is 1.414213562373.
 */
export function narrowBracket(
  of: (at: number) => number,
  low: Trial,
  high: Trial,
  width: number,
): { readonly low: Trial; readonly high: Trial } {
  const whole = high.at - low.at;
  let below = { share: 0, at: low.at, value: low.value };
  let above = { share: 1, at: high.at, value: high.value };
  const most = Math.ceil(log2(1 / width)) + 1;
  for (let step = 0; step < most && above.share - below.share > width; step++) {
    const share = nextShare(below, above, (width / 2) * powerOfTwo(most - step), width / 2);
    const at = low.at + share * whole;
    const next = { share, at, value: of(at) };
    if (next.value > 0) above = next;
    else below = next;
  }
  return { low: below, high: above };
}

interface Share {
  readonly share: number;
  readonly value: number;
}

/** A little past where the straight line is 0, towards the middle, and at most so far from it. */
function nextShare(below: Share, above: Share, radius: number, least: number): number {
  const reach = above.share - below.share;
  const middle = below.share + reach / 2;
  const line =
    (above.value * below.share - below.value * above.share) / (above.value - below.value);
  if (!Number.isFinite(line)) return middle;
  const side = Math.sign(middle - line);
  const past = Math.max(least, 0.2 * square(reach));
  const pulled = past <= Math.abs(middle - line) ? line + side * past : middle;
  const far = Math.max(0, radius - reach / 2);
  return Math.abs(pulled - middle) <= far ? pulled : middle - side * far;
}
