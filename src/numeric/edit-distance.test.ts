import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "./edit-distance.js";

const word = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "c") });

test("counts the four edits", () => {
  expect(editDistance("click", "clck")).toBe(1);
  expect(editDistance("click", "clicks")).toBe(1);
  expect(editDistance("click", "clack")).toBe(1);
  expect(editDistance("click", "clcik")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("ca", "abc")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});

test("is symmetric, 0 only for equals, and bounded by the lengths", () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const edits = editDistance(a, b);
      expect(editDistance(b, a)).toBe(edits);
      expect(edits === 0).toBe(a === b);
      expect(edits).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test("is unmoved by a common prefix and suffix", () => {
  fc.assert(
    fc.property(word, word, word, (a, b, common) => {
      expect(editDistance(common + a, common + b)).toBe(editDistance(a, b));
      expect(editDistance(a + common, b + common)).toBe(editDistance(a, b));
    }),
  );
});
