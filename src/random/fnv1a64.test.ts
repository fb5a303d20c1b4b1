import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { fnv1a64 } from "./fnv1a64.js";
import { splitmix64 } from "./splitmix64.js";
import { toUnitInterval, type Uint64 } from "./uint64.js";

const toBigInt = (x: Uint64): bigint => (BigInt(x.hi) << 32n) | BigInt(x.lo);

function reference(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

test("agrees with published values", () => {
  expect(toBigInt(fnv1a64(""))).toBe(0xcbf29ce484222325n);
  expect(toBigInt(fnv1a64("a"))).toBe(0xaf63dc4c8601ec8cn);
  expect(toBigInt(fnv1a64("foobar"))).toBe(0x85944171f73967e8n);
  expect(toBigInt(fnv1a64("42|0|t1"))).toBe(0x722f0823ccaacb9an);
});

test("hashes UTF-8 bytes, lone surrogates included", () => {
  expect(toBigInt(fnv1a64("é→😀"))).toBe(0x0a19b87fe822ba50n);
  assertProperty(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(toBigInt(fnv1a64(text))).toBe(reference(text));
    }),
  );
});

test("continues from a start", () => {
  assertProperty(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(fnv1a64(b, fnv1a64(a))).toEqual(fnv1a64(a + b));
    }),
  );
});

test("gives the bootstrap's uniform number through splitmix64", () => {
  expect(toUnitInterval(splitmix64(fnv1a64("42|0|t1")))).toBe(0.19257963415085455);
});
