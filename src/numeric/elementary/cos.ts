import { outOfDomain } from "../out-of-domain.js";

/** π/2 in three parts: the products of the first two with numbers of 20 bits are exact. */
const [quarter, quarterRest, quarterLast] = [
  1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21,
];

const farthest = 1e6;

/** The cosine for |x| ≤ 10^6, with the same bits everywhere: `cos(0)` is 1. Throws a RangeError elsewhere. */
export function cos(x: number): number {
  if (!(Math.abs(x) <= farthest)) throw outOfDomain("cos", "x", "[−10^6, 10^6]", x);
  const quarters = Math.round(x / quarter);
  const [near, off] = [x - quarters * quarter, quarters * quarterRest];
  const first = near - off;
  const lost = near - first - off - quarters * quarterLast;
  const r = first + lost;
  const rest = first - r + lost;
  const size = (quarters & 1) === 1 ? sineNear(r, rest) : cosineNear(r, rest);
  return ((quarters + 1) & 2) === 0 ? size : -size;
}

/** cos(r + rest) for |r| ≤ π/4. */
function cosineNear(r: number, rest: number): number {
  const z = r * r;
  const first = 1 - 0.5 * z;
  const last = 1 / f8 - z * (1 / f10 - z * (1 / f12 - z * (1 / f14 - z * (1 / f16))));
  const tail = z * z * (1 / f4 - z * (1 / f6 - z * last));
  return first + (1 - first - 0.5 * z + (tail - r * rest));
}

/** sin(r + rest) for |r| ≤ π/4. */
function sineNear(r: number, rest: number): number {
  const z = r * r;
  const last = 1 / f9 - z * (1 / f11 - z * (1 / f13 - z * (1 / f15)));
  const tail = z * r * (1 / f3 - z * (1 / f5 - z * (1 / f7 - z * last)));
  return r + (rest * (1 - 0.5 * z) - tail);
}

const [f3, f4, f5, f6, f7, f8, f9] = [6, 24, 120, 720, 5040, 40320, 362880] as const;
const [f10, f11, f12, f13] = [3628800, 39916800, 479001600, 6227020800] as const;
const [f14, f15, f16] = [87178291200, 1307674368000, 20922789888000] as const;
