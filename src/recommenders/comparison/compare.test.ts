import { expect, it } from "vitest";
import { randomInteractions } from "../../../test/fixture/random-interactions.js";
import { holdOut } from "../held-out.js";
import { splits } from "../splits/index.js";
import { openPool } from "../threads-file.js";
import { compareModels, workOf } from "./compare.js";
import { createWorker } from "./work.js";

const all = randomInteractions("comparison", 70);
const held = holdOut(all, splits[0]?.training(all, {}) ?? new Uint8Array(0));
const families = [
  { model: "ease", grid: [20, 200].map((l2) => ({ l2 })) },
  { model: "itemKnn", grid: [{ K: 4 }] },
  { model: "popularity", grid: [{}] },
];
const request = { families, cutoff: 5 };
const here = (doubles: number): Float64Array => new Float64Array(doubles);

it("does not depend on which thread does what, and when", async () => {
  const data = workOf(held, request, here);
  const alone = await compareModels(data, openPool(data, 1));
  const other = workOf(held, request, here);
  const workers = [createWorker(other), createWorker(other)];
  const two = await compareModels(other, {
    run: async (tasks, onDone) => {
      for (const [at, task] of [...tasks.entries()].toReversed())
        onDone(workers[at % 2]?.(task) ?? null);
    },
  });
  expect(two).toEqual(alone);
  expect(alone.models.map(({ name }) => name)).toEqual([
    "ease(l2: 20)",
    "ease(l2: 200)",
    "itemKnn(K: 4)",
    "popularity()",
  ]);
  for (const { dcg, ndcg } of alone.models) {
    expect(dcg).toBeGreaterThan(0);
    expect(ndcg).toBeLessThan(1);
  }
});

it("says how far it is, and stops when it is told to", async () => {
  const data = workOf(held, request, here);
  const controller = new AbortController();
  const seen: string[] = [];
  const stopped = compareModels(data, openPool(data, 1, controller.signal), ({ purpose }) => {
    seen.push(purpose);
    if (purpose === "measuring") controller.abort(new Error("enough"));
  });
  await expect(stopped).rejects.toThrow("enough");
  expect(seen).toContain("learning");
});

it("has no model of another name", () => {
  const unknown = { families: [{ model: "dice", grid: [{}] }], cutoff: 5 };
  expect(() => workOf(held, unknown, here)).toThrow("There is no model dice");
});
