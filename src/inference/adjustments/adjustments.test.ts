import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import {
  adjustments,
  adjustmentTitle,
  benjaminiHochberg,
  benjaminiYekutieli,
  bonferroni,
  holm,
} from "./index.js";

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
      const [bh, by, h, b] = [benjaminiHochberg(p), benjaminiYekutieli(p), holm(p), bonferroni(p)];
      for (const i of p.keys()) {
        expect(at(h, i)).toBeLessThanOrEqual(at(b, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(by, i));
        expect(at(bh, i)).toBeLessThanOrEqual(at(h, i) * (1 + 1e-15) + Number.MIN_VALUE);
      }
    }),
  );
});
