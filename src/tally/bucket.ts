import { md5 } from "@noble/hashes/legacy.js";
import { bigint, call, cast, type Expression, plus, times } from "../sql/expression.js";

const mask31 = 2147483647n;
const multiplier = 1103515245n;

/** Buckets of a hashed tally; each coarser number folds from the finer by halving. */
export const hashedBuckets: readonly [1024, 128] = [1024, 128];

/**
 * The bucket of a whole-number key among 1,024: high bits folded in, then a multiplication modulo
 * 2^31 whose top ten bits count. A negative key falls where its absolute value does. The same on
 * every engine, and in `bucketOfInteger`.
 */
export function integerBucket(key: Expression): Expression {
  const m = bigint(mask31);
  const k = call("abs", key);
  const and = (a: Expression, b: Expression): Expression => call("bitAnd", a, b);
  const shift = (a: Expression, by: bigint): Expression => call("shiftRight", a, bigint(by));
  const x = plus(plus(and(k, m), and(shift(k, 31n), m)), shift(k, 62n));
  const y = plus(and(x, m), shift(x, 31n));
  return shift(and(times(y, bigint(multiplier)), m), 21n);
}

/** `integerBucket` of one key in TypeScript: `bucketOfInteger(42n)` is 582. */
export function bucketOfInteger(key: bigint): number {
  const k = key < 0n ? -key : key;
  const x = (k & mask31) + ((k >> 31n) & mask31) + (k >> 62n);
  const y = (x & mask31) + (x >> 31n);
  return Number(((y * multiplier) & mask31) >> 21n);
}

/** The bucket of a text key among 1,024: the first ten bits of its MD5. */
export const textBucket = (key: Expression): Expression =>
  call("shiftRight", call("hash28", key), bigint(18n));

/** `textBucket` of one key in TypeScript. */
export function bucketOfText(key: string): number {
  const digest = md5(new TextEncoder().encode(key));
  return ((digest[0] ?? 0) << 2) | ((digest[1] ?? 0) >> 6);
}

/** Folds a bucket of 1,024 to one of fewer (a power of two). */
export const foldedBucket = (bucket: Expression, buckets: number): Expression =>
  buckets === 1024 ? bucket : call("shiftRight", bucket, bigint(BigInt(Math.log2(1024 / buckets))));

/** A cluster's key as it comes back in an exact tally. */
export const keyText = (key: Expression): Expression => cast(key, "text");
