import { expect, it } from "vitest";
import { randomInteractions } from "../../../test/fixture/random-interactions.js";
import { historiesOf } from "./split.js";
import { leaveLastOut, random, temporal, weakGeneralisation } from "./table.js";

it("weakGeneralisation: keeps a share of every user's items, rounded up; one item stays", () => {
  const all = randomInteractions("weak");
  const training = weakGeneralisation.training(all, { share: 0.5 });
  for (const history of historiesOf(all)) {
    const kept = history.reduce((sum, at) => sum + (training[at] ?? 0), 0);
    expect(kept).toBe(Math.ceil(history.length / 2));
  }
});

it("weakGeneralisation: is another with another seed", () => {
  const all = randomInteractions("weak");
  const [one, two] = [0, 1].map((seed) => weakGeneralisation.training(all, { seed }).join());
  expect(one).not.toBe(two);
});

it("leaveLastOut: holds every user's latest items out, and always keeps one", () => {
  const all = { ...randomInteractions("last"), time: new Float64Array(0) };
  const time = Float64Array.from(all.user, (_, at) => (at * 7919) % 101);
  const training = leaveLastOut.training({ ...all, time }, { count: 2 });
  for (const history of historiesOf(all)) {
    const held = [...history].filter((at) => training[at] === 0);
    const kept = [...history].filter((at) => training[at] === 1);
    expect(held).toHaveLength(Math.min(2, history.length - 1));
    for (const at of held) {
      for (const other of kept) expect(time[at]).toBeGreaterThanOrEqual(time[other] ?? 0);
    }
  }
});

it("random: learns from a share of all interactions", () => {
  const all = randomInteractions("random", 200);
  const training = random.training(all, { share: 0.8, seed: 4 });
  const share = training.reduce((sum, each) => sum + each, 0) / training.length;
  expect(Math.abs(share - 0.8)).toBeLessThan(0.06);
  expect(random.training(all, { share: 0.8, seed: 5 }).join()).not.toBe(training.join());
});

it("temporal: learns from what came before one moment", () => {
  const all = randomInteractions("temporal");
  const training = temporal.training(all, { share: 0.75 });
  const cut = Math.floor(0.75 * training.length);
  expect([...training]).toEqual(Array.from(training, (_, at) => (at < cut ? 1 : 0)));
  const alike = { ...all, time: new Float64Array(training.length).fill(3) };
  expect(temporal.training(alike, {})).not.toContain(1);
});
