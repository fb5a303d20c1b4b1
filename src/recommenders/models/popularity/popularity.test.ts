import { expect, it } from "vitest";
import { matrixOf } from "../../matrix.js";
import { learnHere } from "../model.js";
import { popularity } from "./popularity.js";

it("counts users, but for what the user has", () => {
  const train = matrixOf(3, 3, Int32Array.of(0, 1, 1, 2), Int32Array.of(0, 0, 1, 1));
  const scorer = learnHere(popularity.learn(train, [{}]));
  expect([0, 1, 2].map((user) => [...(scorer(user)[0] ?? [])])).toEqual([
    [0, 2, 0],
    [0, 0, 0],
    [2, 0, 0],
  ]);
});
