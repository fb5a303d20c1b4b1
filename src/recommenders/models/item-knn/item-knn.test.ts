import { expect, it } from "vitest";
import { matrixOf } from "../../matrix.js";
import { learnHere } from "../model.js";
import { itemKnn } from "./item-knn.js";

it("adds the cosines of the user's items, each to its nearest", () => {
  const pairs = [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 0],
  ] as const;
  const part = (side: 0 | 1): Int32Array => Int32Array.from(pairs, (pair) => pair[side]);
  const scorer = learnHere(itemKnn.learn(matrixOf(4, 4, part(0), part(1)), [{ K: 1 }, { K: 9 }]));
  const [near, all] = scorer(3).map((own) => [...own]);
  expect(all?.[1]).toBeCloseTo(2 / Math.sqrt(3 * 2), 12);
  expect(all?.[2]).toBeCloseTo(1 / Math.sqrt(3 * 2), 12);
  expect(near).toEqual([0, all?.[1], 0, 0]);
});
