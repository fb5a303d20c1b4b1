import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../../../test/fixture/property.js";
import { columnsOf, wrap } from "./wrap.js";

it("breaks at spaces and keeps every word", () => {
  expect(wrap("a bb cc", 5, 2)).toEqual(["a bb", "  cc"]);
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 30 });
  assertProperty(
    fc.property(words, fc.integer({ min: 15, max: 40 }), (list, width) => {
      const lines = wrap(list.join(" "), width, 2);
      expect(lines.join(" ").split(" ").filter(Boolean)).toEqual(list);
      for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});

it("counts wide characters as two columns and marks as none", () => {
  expect(columnsOf("abc")).toBe(3);
  expect(columnsOf("日本")).toBe(4);
  expect(columnsOf("e\u0301")).toBe(1);
});
