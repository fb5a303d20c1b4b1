import { outOfDomain } from "../out-of-domain.js";

const [least, most] = [-1074, 1023];

const powers = new Float64Array(most - least + 1);
for (let at = 0, power = Number.MIN_VALUE; at < powers.length; at++, power *= 2) powers[at] = power;

/**
 * 2^k for a whole number k, exact: `powerOfTwo(-3)` is 0.125. It is 0 below −1074 and infinite above 1023;
 * throws a RangeError where k has a fraction.
 */
export function powerOfTwo(k: number): number {
  return powers[k - least] ?? beyond(k);
}

function beyond(k: number): number {
  if (k > most) return Infinity;
  if (k < least) return 0;
  if (Number.isNaN(k)) return k;
  throw outOfDomain("powerOfTwo", "k", "the whole numbers", k);
}
