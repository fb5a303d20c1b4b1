import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { cbrt } from "./cbrt.js";
import { cos } from "./cos.js";
import { exp } from "./exp.js";
import { expm1 } from "./expm1.js";
import { atanh, sinh, tanh } from "./hyperbolic.js";
import { hypot } from "./hypot.js";
import { ln } from "./ln.js";
import { log2, log10 } from "./log-in-base.js";
import { log1p } from "./log1p.js";
import { pow } from "./pow.js";
import { powerOfTwo } from "./power-of-two.js";
import { square } from "./square.js";

const { MIN_VALUE, MAX_VALUE, EPSILON } = Number;

/** Any double, NaN and infinities included; fast-check draws many near the ends and at 0. */
const any = fc.double();
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("outside of the finite numbers and at the ends", () => {
  const ends = [
    0,
    -0,
    1,
    -1,
    Infinity,
    -Infinity,
    Number.NaN,
    MIN_VALUE,
    -MIN_VALUE,
    MAX_VALUE,
    -MAX_VALUE,
  ];
  const same = {
    exp: [exp, Math.exp],
    expm1: [expm1, Math.expm1],
    ln: [ln, Math.log],
    log1p: [log1p, Math.log1p],
    log2: [log2, Math.log2],
    log10: [log10, Math.log10],
    cbrt: [cbrt, Math.cbrt],
    tanh: [tanh, Math.tanh],
    sinh: [sinh, Math.sinh],
    atanh: [atanh, Math.atanh],
  } as const;
  for (const [name, [own, theirs]] of Object.entries(same)) {
    it(`${name} is that of Math`, () => {
      for (const x of ends) expect.soft(closeTo(own(x), theirs(x)), `${name}(${x})`).toBe(true);
    });
  }

  it("pow and hypot are those of Math", () => {
    for (const x of [...ends, 2, -2, 0.5, -0.5]) {
      for (const y of [...ends, 2, 3, -3, 0.5, -0.5, 1e300]) {
        expect.soft(closeTo(pow(x, y), x ** y), `pow(${x}, ${y})`).toBe(true);
        expect.soft(closeTo(hypot(x, y), Math.hypot(x, y)), `hypot(${x}, ${y})`).toBe(true);
      }
    }
    expect(hypot()).toBe(0);
    expect(hypot(Number.NaN, -Infinity)).toBe(Infinity);
  });

  it("cos refuses what it cannot reduce", () => {
    expect(() => cos(1.1e6)).toThrow("[−10^6, 10^6]");
    expect(() => cos(Number.NaN)).toThrow(RangeError);
  });
});

describe("exact values", () => {
  it("of powers of two", () => {
    for (let k = -1074; k < 1024; k++) {
      expect(powerOfTwo(k)).toBe(2 ** k);
      expect(pow(2, k)).toBe(2 ** k);
      expect(log2(powerOfTwo(k))).toBe(k);
    }
    expect([powerOfTwo(-1075), powerOfTwo(1024), powerOfTwo(Number.NaN)]).toEqual([
      0,
      Infinity,
      Number.NaN,
    ]);
    expect(() => powerOfTwo(0.5)).toThrow("the whole numbers");
  });

  it("of powers of ten, as far as doubles hold them", () => {
    for (let k = 0; k <= 22; k++) {
      expect(pow(10, k)).toBe(Number(`1e${k}`));
      expect(log10(Number(`1e${k}`))).toBe(k);
    }
  });

  it("of whole numbers to whole powers, of squares, roots, cubes and right triangles", () => {
    const whole = fc.integer({ min: -3000, max: 3000 });
    assertProperty(
      fc.property(whole, fc.integer({ min: 1, max: 4 }), (x, k) => {
        expect(pow(x, k)).toBe(Number(BigInt(x) ** BigInt(k)));
        expect(square(x)).toBe(x * x);
        expect(pow(x * x, 0.5)).toBe(Math.abs(x));
        expect(cbrt(x * x * x)).toBe(x);
        expect(hypot(3 * x, 4 * x)).toBe(5 * Math.abs(x));
      }),
    );
  });

  it("at 0, 1 and next to them", () => {
    expect([exp(0), ln(1), log2(1), log10(1), cos(0)]).toEqual([1, 0, 0, 0, 1]);
    for (const small of [1e-20, -1e-20, MIN_VALUE, 1e-300]) {
      for (const of of [expm1, log1p, tanh, sinh, atanh]) expect(of(small)).toBe(small);
    }
    expect(ln(1 + EPSILON)).toBe(EPSILON - (EPSILON * EPSILON) / 2);
    expect(exp(EPSILON)).toBe(1 + EPSILON);
  });
});

describe("laws", () => {
  it("odd functions are odd, the cosine is even", () => {
    assertProperty(
      fc.property(any, (x) => {
        for (const of of [tanh, sinh, atanh, cbrt]) expect(of(-x)).toBe(-of(x));
        if (Math.abs(x) <= 1e6) expect(cos(-x)).toBe(cos(x));
      }),
    );
  });

  it("what rises never falls", () => {
    assertProperty(
      fc.property(finite, fc.integer({ min: 1, max: 40 }), (x, by) => {
        const next = x + Math.abs(x) * EPSILON * by;
        for (const of of [exp, expm1, tanh, sinh, cbrt]) {
          expect.soft(of(next)).toBeGreaterThanOrEqual(of(x));
        }
        for (const of of [ln, log2, log10, log1p]) {
          if (x > 0) expect.soft(of(next)).toBeGreaterThanOrEqual(of(x));
        }
      }),
    );
  });

  it("inverses take each other back", () => {
    const middle = fc.double({ min: -300, max: 300, noNaN: true });
    assertProperty(
      fc.property(middle, (x) => {
        expect(ln(exp(x))).toBeCloseTo(x, 12);
        if (x > -1) expect(log1p(expm1(x))).toBeCloseTo(x, 12);
        expect(cbrt(x) ** 3).toBeCloseTo(x, 9);
        if (Math.abs(x) < 3) expect(atanh(tanh(x))).toBeCloseTo(x, 11);
        if (Math.abs(x) < 3) expect(sinh(x) / exp(x)).toBeCloseTo(-expm1(-2 * x) / 2, 11);
      }),
    );
  });

  it("the length of a vector does not depend on the order of its parts", () => {
    assertProperty(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 5 }), (parts) => {
        const length = hypot(...parts);
        expect(length).toBeGreaterThanOrEqual(Math.max(...parts.map(Math.abs)));
        expect(closeTo(hypot(...[...parts].reverse()), length)).toBe(true);
      }),
    );
  });
});

/** The same special value, or the same to rounding. */
const closeTo = (a: number, b: number): boolean =>
  Object.is(a, b) || Math.abs(a - b) <= 2 ** -50 * Math.abs(b);
