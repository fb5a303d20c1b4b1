import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { adjustments, adjustmentTitle } from "./index.js";
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./table.js";

const family = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 });
const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

test("have names for sentences; one from outside goes by its own", () => {
  const titles = adjustments.map(({ name }) => adjustmentTitle(name));
  expect(titles).toEqual(
    expect.arrayContaining(["Bonferroni", "Holm", "Benjamini–Hochberg", "Benjamini–Yekutieli"]),
  );
  expect(adjustmentTitle("own")).toBe("own");
});

test("Benjamini–Hochberg ≤ Holm ≤ Bonferroni, and Benjamini–Hochberg ≤ Benjamini–Yekutieli", () => {
  assertProperty(
    fc.property(family, (p) => {
      const [bh, by, h, b] = [
        benjaminiHochberg.p(p),
        benjaminiYekutieli.p(p),
        holm.p(p),
        bonferroni.p(p),
      ];
      for (const i of p.keys()) {
        expect(at(h, i)).toBeLessThanOrEqual(at(b, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(by, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(h, i) * (1 + 1e-15) + Number.MIN_VALUE);
      }
    }),
  );
});

test.each([
  [bonferroni, [0.005, 0.06, 0.15, 0.2, 1]],
  [holm, [0.005, 0.048, 0.09, 0.09, 0.2]],
  [benjaminiHochberg, [0.005, 0.03, 0.05, 0.05, 0.2]],
  [
    benjaminiYekutieli,
    [0.011416666666666667, 0.0685, 0.11416666666666665, 0.11416666666666667, 0.45666666666666667],
  ],
])(
  "$name agrees with published values, and refuses what is not a probability",
  ({ name, p }, values) => {
    const close = values.map((value) => expect.closeTo(value, 12));
    expect(p([0.001, 0.012, 0.03, 0.04, 0.2])).toEqual(close);
    expect(() => p([0.1, 1.5])).toThrow(`${name}: p[1] must be in [0, 1], but was 1.5.`);
  },
);
