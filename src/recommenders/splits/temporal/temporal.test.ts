import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { temporal } from "./temporal.js";

it("learns from what came before one moment", () => {
  const all = randomInteractions("temporal");
  const learnt = temporal.learnt(all, { share: 0.75 });
  const cut = Math.floor(0.75 * learnt.length);
  expect([...learnt]).toEqual(Array.from(learnt, (_, at) => (at < cut ? 1 : 0)));
  const alike = { ...all, time: new Float64Array(learnt.length).fill(3) };
  expect(temporal.learnt(alike, {})).not.toContain(1);
});
