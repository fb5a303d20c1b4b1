import { describe, expect, it } from "vitest";
import { trinoDialect } from "./trino.js";

describe("a table of Trino", () => {
  const table = (length: number) => Array.from({ length }, (_, i) => `${i}e0`);

  it("is one array up to 254 entries", () => {
    expect(trinoDialect.lookup(["1e0", "5e-1"], "i")).toBe("ELEMENT_AT(ARRAY[1e0, 5e-1], i)");
    expect(trinoDialect.lookup(table(254), "i")).not.toContain("CONCAT");
  });

  it.each([255, 508, 1000])("of %d entries is arrays of at most 254, in order", (length) => {
    const text = trinoDialect.lookup(table(length), "i");
    expect(text).toMatch(/^ELEMENT_AT\(CONCAT\(ARRAY\[.*\]\), i\)$/);
    const arrays = [...text.matchAll(/ARRAY\[([^\]]*)\]/g)].map(([, list = ""]) =>
      list.split(", "),
    );
    expect(arrays.every((array) => array.length <= 254)).toBe(true);
    expect(arrays.flat()).toEqual(table(length));
  });
});
