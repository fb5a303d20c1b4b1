import { expect, test } from "vitest";
import { createRandom } from "../random/index.js";
import { orderByScore, sortByScore } from "./order-by-score.js";

test("orders by falling score, ties in candidate order, from the first candidate asked for", () => {
  const order = new Int32Array(4);
  orderByScore(Float64Array.of(9, 1, 3, 3, 2), 1, 4, order);
  expect([...order]).toEqual([2, 3, 4, 1]);
});

test("agrees with the built-in sort", () => {
  const random = createRandom(5);
  const scores = Float64Array.from({ length: 60 }, () => random.integer(20));
  const order = new Int32Array(60);
  orderByScore(scores, 0, 60, order);
  const expected = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  expect([...order]).toEqual(expected);
});

test("sorts what is there", () => {
  const order = Int32Array.of(3, 0, 2, 1, 9);
  sortByScore(Float64Array.of(9, 1, 3, 2), order, 4, new Float64Array(4));
  expect([...order]).toEqual([0, 2, 3, 1, 9]);
});
