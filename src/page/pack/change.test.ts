import fc from "fast-check";
import { expect, it } from "vitest";
import { changed, changeOf } from "./change.js";

it("turns any value into any other, to the order of its keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
      const change = JSON.parse(JSON.stringify(changeOf(from, to)));
      expect(JSON.stringify(changed(from, change))).toBe(JSON.stringify(to));
    }),
  );
});

it("changes what is under any key", () => {
  const [from, to] = ['{"__proto__":1,"a":2}', '{"__proto__":3,"a":2}'].map((text) =>
    JSON.parse(text),
  );
  expect(JSON.stringify(changed(from, changeOf(from, to)))).toBe(JSON.stringify(to));
});

it("holds no more than what differs", () => {
  const from = { a: [1, { b: 2, c: 3 }], d: "long" };
  expect(changeOf(from, { a: [1, { b: 2, c: 4 }], d: "long" })).toEqual({
    keys: [["a", { items: [[1, { keys: [["c", { set: 4 }]] }]] }]],
  });
  expect(changeOf(from, structuredClone(from))).toBeNull();
});
