import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { nextSplitmix64State, splitmix64 } from "./splitmix64.js";
import type { Uint64 } from "./uint64.js";

const fromBigInt = (x: bigint): Uint64 => ({ hi: Number(x >> 32n), lo: Number(x & 0xffffffffn) });
const toBigInt = (x: Uint64): bigint => (BigInt(x.hi) << 32n) | BigInt(x.lo);

function reference(state: bigint): bigint {
  const wrap = (x: bigint): bigint => BigInt.asUintN(64, x);
  let z = wrap(state + 0x9e3779b97f4a7c15n);
  z = wrap((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = wrap((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

test("agrees with published values", () => {
  expect(toBigInt(splitmix64(fromBigInt(0n)))).toBe(0xe220a8397b1dcdafn);
  expect(toBigInt(splitmix64(fromBigInt(1n)))).toBe(0x910a2dec89025cc1n);
  expect(toBigInt(splitmix64(fromBigInt(2n ** 64n - 1n)))).toBe(0xe4d971771b652c20n);
});

test("runs the sequence from 1234567", () => {
  let state = fromBigInt(1234567n);
  const outputs: bigint[] = [];
  for (let i = 0; i < 3; i++) {
    outputs.push(toBigInt(splitmix64(state)));
    state = nextSplitmix64State(state);
  }
  expect(outputs).toEqual([0x599ed017fb08fc85n, 0x2c73f08458540fa5n, 0x883ebce5a3f27c77n]);
});

test("equals 64-bit arithmetic everywhere", () => {
  assertProperty(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (state) => {
      expect(toBigInt(splitmix64(fromBigInt(state)))).toBe(reference(state));
    }),
    { quick: 1000, thorough: 10000 },
  );
});
