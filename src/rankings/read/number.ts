import { pow } from "../../numeric/elementary/pow.js";

const powersOfTen = Float64Array.from({ length: 23 }, (_, i) => pow(10, i));

/**
 * The decimal number that the bytes spell, NaN where they spell none. Up to 15 digits are exact in a double, and
 * so is a power of ten up to 22: their quotient is then rounded once (Clinger 1990). Others go through Number.
 */
export function parseNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at];
  if (sign === minus || sign === plus) at += 1;
  let digits = 0;
  let mantissa = 0;
  let fraction = 0;
  let count = 0;
  let isFraction = false;
  for (; at < to; at++) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      count += 1;
      if (mantissa > 0) digits += 1;
      if (isFraction) fraction += 1;
    } else if (bytes[at] === point && !isFraction) isFraction = true;
    else break;
  }
  if (at < to || digits > 15 || fraction > 22 || count === 0) return slowNumber(bytes, from, to);
  const size = fraction === 0 ? mantissa : mantissa / (powersOfTen[fraction] ?? 1);
  return sign === minus ? -size : size;
}

const [minus, plus, point, zero] = [0x2d, 0x2b, 0x2e, 0x30];
const decoder = new TextDecoder();
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const slowNumber = (bytes: Uint8Array, from: number, to: number): number =>
  numberOf(decoder.decode(bytes.subarray(from, to)));

/** The decimal number that a text spells, NaN where it spells none. */
export const numberOf = (text: string): number => (decimal.test(text) ? Number(text) : Number.NaN);
