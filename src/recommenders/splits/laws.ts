import { type Insist, type Law, laws } from "../../laws.js";
import { createRandom } from "../../random/create-random.js";
import type { Interactions } from "../interactions.js";
import type { Split } from "./split.js";

export const splitLaws: readonly Law<Split>[] = laws({
  nameOf: ({ name }) => `The split ${name}`,
  laws: {
    "it decides every interaction, and holds some out": decides,
    "the same interactions are split in the same way": repeats,
    "what users and items are called does not matter": forgetsNames,
  },
});

function sample(): Interactions {
  const random = createRandom("laws of splits");
  const user = Int32Array.from({ length: 400 }, (_, i) => (i < 20 ? i : random.integer(20)));
  return {
    users: Array.from({ length: 20 }, (_, u) => `u${u}`),
    items: Array.from({ length: 400 }, (_, i) => `i${i}`),
    user,
    item: Int32Array.from(user.keys()),
    value: new Float64Array(400).fill(1),
    time: Float64Array.from({ length: 400 }, () => random.integer(1000)),
  };
}

function decides(split: Split, insist: Insist): void {
  const training = split.training(sample(), {});
  const ones = training.reduce((sum, bit) => sum + bit, 0);
  const isDecided = training.length === 400 && training.every((bit) => bit <= 1);
  insist(isDecided && ones > 0 && ones < 400, "does not decide every interaction");
}

function repeats(split: Split, insist: Insist): void {
  const [first, second] = [split.training(sample(), {}), split.training(sample(), {})];
  insist(first.join() === second.join(), "splits the same interactions in two ways");
}

function forgetsNames(split: Split, insist: Insist): void {
  const all = sample();
  const other = { ...all, users: all.users.toReversed(), items: all.items.toReversed() };
  insist(split.training(all, {}).join() === split.training(other, {}).join(), "reads names");
}
