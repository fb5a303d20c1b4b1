import { md5 } from "@noble/hashes/legacy.js";
import { log2 } from "../numeric/elementary/log-in-base.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  type Expression,
  less,
  plus,
  text,
  times,
} from "../sql/expression.js";

const mask31 = 2147483647n;
const mask63 = 9223372036854775807n;
const multipliers = [739982445n, 73244475n, 695872825n] as const;

/** Numbers of buckets that a hashed tally may have, finest first; the finer fold into the coarser. */
export const hashedBuckets: readonly number[] = [1024, 128];

/** Numbers of groups to which a tally folds: fewer where users are few. */
export const foldedBuckets: readonly number[] = [...hashedBuckets, 64, 32, 16, 8, 4];

/**
 * The bucket of a whole-number key among 1,024: high bits folded in, then scattered. A negative key
 * falls where its absolute value does, and -2^63, whose absolute value no BIGINT holds, where 2^63 - 1
 * does. The same on every engine, and in `bucketOfInteger`.
 * See docs/methods.md, "Hash of cluster keys".
 */
export function integerBucket(key: Expression): Expression {
  const tooLow = { when: less(key, bigint(-mask63)), then: bigint(mask63) };
  const k = apply("abs", caseWhen([tooLow], key));
  return scattered(plus(plus(and(k, mask31), shift(k, 31n)), shift(k, 62n)));
}

/** Whether all keys lie in 0 … 2^31 − 1, so that there are no high bits to fold in. */
export const isShortKey = ([low, high]: readonly [number, number]): boolean =>
  low >= 0 && high <= Number(mask31);

/** `integerBucket` of a short key: the same bucket by fewer operations. */
export const shortKeyBucket = (key: Expression): Expression => scattered(key);

const and = (a: Expression, b: bigint): Expression => apply("bitAnd", a, bigint(b));
const shift = (a: Expression, by: bigint): Expression => apply("shiftRight", a, bigint(by));

/**
 * Products of a number with its own high bits, modulo 2^31. One multiplication alone would put
 * sequential keys into the buckets by turns: each then holds users of all ages in equal parts, and errors come out
 * too small (or, by a stride, several times too large) where rewards change with the key.
 */
function scattered(x: Expression): Expression {
  const [first, second, third] = multipliers;
  const y = and(times(plus(x, bigint(1n)), bigint(first)), mask31);
  const z = and(times(y, plus(shift(y, 15n), bigint(second))), mask31);
  return shift(and(times(z, plus(shift(z, 15n), bigint(third))), mask31), 21n);
}

/** `integerBucket` of one key in TypeScript: `bucketOfInteger(42n)` is 860. */
export function bucketOfInteger(key: bigint): number {
  const [first, second, third] = multipliers;
  const absolute = key < 0n ? -key : key;
  const k = absolute > mask63 ? mask63 : absolute;
  const x = (k & mask31) + (k >> 31n) + (k >> 62n) + 1n;
  const y = (x * first) & mask31;
  const z = (y * ((y >> 15n) + second)) & mask31;
  return Number(((z * ((z >> 15n) + third)) & mask31) >> 21n);
}

/** The bucket of a text key among 1,024: the first ten bits of its MD5. */
export const textBucket = (key: Expression): Expression => apply("hash10", key);

/** The text that is hashed in the place of a key, where a salt stands before it. */
export const salted = (key: Expression, salt: string): Expression =>
  apply("concat", text(salt), keyText(key));

/** `textBucket` of one key in TypeScript. */
export function bucketOfText(key: string): number {
  const digest = md5(new TextEncoder().encode(key));
  return ((digest[0] ?? 0) << 2) | ((digest[1] ?? 0) >> 6);
}

/** The bucket of a text key among 1,024 by the engine's own hash: cheap, and different on every engine. */
export const nativeBucket = (key: Expression): Expression => and(apply("nativeHash", key), 1023n);

/** Folds a bucket of 1,024 to one of fewer (a power of two). */
export const foldedBucket = (bucket: Expression, buckets: number): Expression =>
  buckets === 1024 ? bucket : apply("shiftRight", bucket, bigint(BigInt(log2(1024 / buckets))));

/** A cluster's key as it comes back in an exact tally. */
export const keyText = (key: Expression): Expression => cast(key, "text");
