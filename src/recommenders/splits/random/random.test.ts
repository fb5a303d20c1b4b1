import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { random } from "./random.js";

it("learns from a share of all interactions", () => {
  const all = randomInteractions("random", 200);
  const learnt = random.learnt(all, { share: 0.8, seed: 4 });
  const share = learnt.reduce((sum, each) => sum + each, 0) / learnt.length;
  expect(Math.abs(share - 0.8)).toBeLessThan(0.06);
  expect(random.learnt(all, { share: 0.8, seed: 5 }).join()).not.toBe(learnt.join());
});
