import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { editDistance, nearestName } from "./nearest-name.js";

test("finds the name that was meant", () => {
  const names = ["trajectory", "item", "rank", "rewards", "listLength", "yuleSimon"];
  expect(nearestName("trajectry", names)).toBe("trajectory");
  expect(nearestName("Reward", names)).toBe("rewards");
  expect(nearestName("LISTLENGTH", names)).toBe("listLength");
  expect(nearestName("list_length", names)).toBe("listLength");
  expect(nearestName("yule-simon", names)).toBe("yuleSimon");
  expect(nearestName("rnak", names)).toBe("rank");
});

test("prefers the nearer candidate, then the earlier", () => {
  expect(nearestName("snip", ["ips", "snips"])).toBe("snips");
  expect(nearestName("cat", ["bat", "rat"])).toBe("bat");
});

test("gives nothing when nothing is near", () => {
  expect(nearestName("dcg", ["mean", "snips"])).toBeUndefined();
  expect(nearestName("x", ["y"])).toBeUndefined();
  expect(nearestName("", ["a"])).toBeUndefined();
  expect(nearestName("dcg", [])).toBeUndefined();
});

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
  assertProperty(
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
  assertProperty(
    fc.property(word, word, word, (a, b, common) => {
      expect(editDistance(common + a, common + b)).toBe(editDistance(a, b));
      expect(editDistance(a + common, b + common)).toBe(editDistance(a, b));
    }),
  );
});
