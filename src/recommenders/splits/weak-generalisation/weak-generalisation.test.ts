import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { historiesOf } from "../split.js";
import { weakGeneralisation } from "./weak-generalisation.js";

it("keeps a share of every user's items, rounded up; one item stays", () => {
  const all = randomInteractions("weak");
  const learnt = weakGeneralisation.learnt(all, { share: 0.5 });
  for (const history of historiesOf(all)) {
    const kept = history.reduce((sum, at) => sum + (learnt[at] ?? 0), 0);
    expect(kept).toBe(Math.ceil(history.length / 2));
  }
});

it("is another with another seed", () => {
  const all = randomInteractions("weak");
  const [one, two] = [0, 1].map((seed) => weakGeneralisation.learnt(all, { seed }).join());
  expect(one).not.toBe(two);
});
