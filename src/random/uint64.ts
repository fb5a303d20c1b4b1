/** An unsigned 64-bit integer in two unsigned 32-bit halves: exact, and far faster than BigInt. */
export interface Uint64 {
  readonly hi: number;
  readonly lo: number;
}

/** `a + b` modulo 2^64. */
export function addUint64(a: Uint64, b: Uint64): Uint64 {
  const lo = a.lo + b.lo;
  return { hi: (a.hi + b.hi + (lo > 0xffffffff ? 1 : 0)) >>> 0, lo: lo >>> 0 };
}

/** `a · b` modulo 2^64. */
export function multiplyUint64(a: Uint64, b: Uint64): Uint64 {
  const aLow = a.lo & 0xffff;
  const aHigh = a.lo >>> 16;
  const bLow = b.lo & 0xffff;
  const bHigh = b.lo >>> 16;
  const low = aLow * bLow;
  const middle = aHigh * bLow + (low >>> 16);
  const upper = aLow * bHigh + (middle & 0xffff);
  const carry = aHigh * bHigh + Math.floor(middle / 65536) + (upper >>> 16);
  const cross = Math.imul(a.hi, b.lo) + Math.imul(a.lo, b.hi);
  return { hi: (carry + cross) >>> 0, lo: Math.imul(a.lo, b.lo) >>> 0 };
}

/** `a XOR (a >>> bits)`, for 1 ≤ bits ≤ 31. */
export function xorShiftRight(a: Uint64, bits: number): Uint64 {
  const lo = (a.lo >>> bits) | (a.hi << (32 - bits));
  return { hi: (a.hi ^ (a.hi >>> bits)) >>> 0, lo: (a.lo ^ lo) >>> 0 };
}

/** The upper 53 bits of `a` as a number in [0, 1): half of all values, 2^63, is 0.5. */
export function toUnitInterval(a: Uint64): number {
  return (a.hi * 2097152 + (a.lo >>> 11)) / 2 ** 53;
}
