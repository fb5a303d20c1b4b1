import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./index.js";

const methods = { bonferroni, holm, benjaminiHochberg, benjaminiYekutieli };
const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

describe.each(Object.entries(methods))("%s", (name, adjust) => {
  test("is never below the raw p, never above 1", () => {
    fc.assert(
      fc.property(family, (p) => {
        const adjusted = adjust(p);
        expect(adjusted).toHaveLength(p.length);
        expect(adjusted.every((value, i) => value >= at(p, i) && value <= 1)).toBe(true);
      }),
    );
  });

  test("keeps the order of the p-values, ties included", () => {
    fc.assert(
      fc.property(family, (p) => {
        const adjusted = adjust(p);
        const kept = p.every((a, i) =>
          p.every((b, j) => a > b || at(adjusted, i) <= at(adjusted, j)),
        );
        expect(kept).toBe(true);
      }),
    );
  });

  test("follows a permutation of the family", () => {
    fc.assert(
      fc.property(family, fc.nat(), (p, shift) => {
        const order = Array.from(p.keys()).sort(
          (i, j) => ((i * 31 + shift) % 17) - ((j * 31 + shift) % 17),
        );
        const adjusted = adjust(p);
        expect(adjust(order.map((i) => at(p, i)))).toEqual(order.map((i) => at(adjusted, i)));
      }),
    );
  });

  test("grows with every p of the family", () => {
    fc.assert(
      fc.property(
        family,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (p, pick, value) => {
          fc.pre(p.length > 0);
          const raised = p.with(pick % p.length, Math.max(value, at(p, pick % p.length)));
          const before = adjust(p);
          expect(adjust(raised).every((after, i) => after >= at(before, i))).toBe(true);
        },
      ),
    );
  });

  test("leaves a single p and the input alone", () => {
    expect(adjust([])).toEqual([]);
    expect(adjust([0.03])).toEqual([0.03]);
    const frozen = Object.freeze([0.2, 0.01, 0.04]);
    adjust(frozen);
    expect(frozen).toEqual([0.2, 0.01, 0.04]);
  });

  test("refuses what is no probability, naming it", () => {
    expect(() => adjust([0.1, 1.5])).toThrow(`${name}: p[1] must be in [0, 1], but was 1.5.`);
    expect(() => adjust([Number.NaN])).toThrow(RangeError);
  });
});

test("Benjamini–Hochberg ≤ Holm ≤ Bonferroni, and Benjamini–Hochberg ≤ Benjamini–Yekutieli", () => {
  fc.assert(
    fc.property(family, (p) => {
      const [bh, by, h, b] = [benjaminiHochberg(p), benjaminiYekutieli(p), holm(p), bonferroni(p)];
      for (const i of p.keys()) {
        expect(at(h, i)).toBeLessThanOrEqual(at(b, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(by, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(h, i) * (1 + 1e-15) + Number.MIN_VALUE);
      }
    }),
  );
});

test("agree with published values", () => {
  const p = [0.001, 0.012, 0.03, 0.04, 0.2];
  const expected = {
    bonferroni: [0.005, 0.06, 0.15, 0.2, 1],
    holm: [0.005, 0.048, 0.09, 0.09, 0.2],
    benjaminiHochberg: [0.005, 0.03, 0.05, 0.05, 0.2],
    benjaminiYekutieli: [
      0.011416666666666667, 0.0685, 0.11416666666666665, 0.11416666666666667, 0.45666666666666667,
    ],
  };
  for (const name of ["bonferroni", "holm", "benjaminiHochberg", "benjaminiYekutieli"] as const) {
    methods[name](p).forEach((value, i) => {
      expect(value).toBeCloseTo(at(expected[name], i), 12);
    });
  }
});
