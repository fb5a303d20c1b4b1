import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mt19937, shuffleByMt19937 } from "./mt19937.js";

it("draws what the authors publish for the seed 5489", () => {
  const draw = mt19937(5489);
  expect([draw(), draw(), draw()]).toEqual([3499211612, 581869302, 3890346734]);
});

it("shuffles as numpy's RandomState", () => {
  const file = new URL("../../test/vectors/recpack.json", import.meta.url);
  const { numpy_RandomState_shuffle: cases } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly numpy_RandomState_shuffle: readonly {
      readonly seed: number;
      readonly n: number;
      readonly shuffled: readonly number[];
    }[];
  };
  for (const { seed, n, shuffled } of cases) {
    const values = Int32Array.from({ length: n }, (_, i) => i);
    shuffleByMt19937(values, seed);
    expect([...values], `${seed}, ${n}`).toEqual(shuffled);
  }
});
