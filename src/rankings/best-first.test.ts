import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { bestFirst } from "./join.js";

it("orders the grades of some lines, be they counted or sorted", () => {
  const grade = fc.oneof(
    fc.integer({ min: -9, max: 26 }),
    fc.double({ min: -3, max: 3, noNaN: true }),
  );
  const some = fc.integer({ min: -8, max: 23 });
  for (const each of [grade, some]) {
    assertProperty(
      fc.property(fc.array(each, { maxLength: 40 }), (grades) => {
        const values = Float64Array.from(grades, (value) => value + 0);
        const lines = Int32Array.from(values.keys()).filter((at) => at % 3 !== 1);
        const expected = [...lines].map((at) => values[at] ?? 0).sort((a, b) => b - a);
        const sorted = new Float64Array(lines.length + 1).fill(7);
        bestFirst(values, lines, sorted.subarray(0, lines.length));
        expect([...sorted]).toEqual([...expected, 7]);
      }),
    );
  }
});
