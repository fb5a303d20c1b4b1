import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createRandom } from "../../random/create-random.js";
import { introselectOrder } from "./introselect.js";

interface Case {
  readonly v: readonly number[];
  readonly K: number;
  readonly r: readonly number[];
}

const file = new URL("../../../test/vectors/recpack.json", import.meta.url);
const { numpy1_argpartition_topK: cases } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly numpy1_argpartition_topK: readonly Case[];
};

it("orders ties as numpy 1.26.4 does", () => {
  expect(cases.length).toBeGreaterThan(30);
  for (const { v, K, r } of cases) {
    expect([...introselectOrder(Float64Array.from(v), K)], JSON.stringify(v)).toEqual(r);
  }
});

it("holds the k largest, highest first, whatever the ties", () => {
  const random = createRandom("introselect");
  for (let trial = 0; trial < 60; trial++) {
    const values = Float64Array.from({ length: 1 + random.integer(300) }, () => random.integer(9));
    const k = 1 + random.integer(values.length);
    const found = [...introselectOrder(values, k)].map((at) => values[at]);
    expect(found).toEqual([...values].sort((a, b) => b - a).slice(0, k));
  }
});
