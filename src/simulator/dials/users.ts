import { exp } from "../../numeric/elementary/exp.js";
import { pow } from "../../numeric/elementary/pow.js";
import { topicOf, type Visit } from "../visit.js";
import type { Dial } from "./dial.js";

export const dialsOfUsers: readonly Dial[] = [
  {
    name: "carryOver",
    purpose:
      "Users tire of topics that they have seen before: a reward's chance falls with what was viewed in earlier sessions.",
    assumption: "Trajectories do not depend on each other.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.9,
    moves: "values",
    steps: (value) => ({
      remembers: true,
      chance: (q, visit) =>
        q * (1 - value * (visit.person.memory[topicOf(visit, visit.candidate)] as number)),
      after: remember,
    }),
  },
  {
    name: "stopsAfterReward",
    purpose:
      "A reward changes whether the user goes on: its value is added to the logit of stopping there.",
    assumption: "Whether a position is viewed depends on its rank alone.",
    value: { min: -6, max: 6, open: "none" },
    strong: 3,
    moves: "values",
    steps: (value) => ({
      stop: (h, _visit, rewarded) => (rewarded ? shiftLogit(h, value) : h),
    }),
  },
  {
    name: "stopsAtItem",
    purpose:
      "Some items make users stop, whatever they earn: value times a trait of the item is added to the logit of stopping.",
    assumption: "Whether a position is viewed depends on its rank alone.",
    value: { min: -3, max: 3, open: "none" },
    strong: 1.5,
    moves: "values",
    steps: (value) => ({
      stop: (h, visit) => {
        const item = visit.item[visit.candidate] as number;
        return shiftLogit(h, value * (visit.catalogue.attribute[item] as number));
      },
    }),
  },
  {
    name: "depthByTrait",
    purpose:
      "Users differ in how far they scroll: a view is followed by another with probability (1 − h) to the power of exp(−value · trait).",
    assumption: "Whether a position is viewed depends on its rank alone.",
    value: { min: -2, max: 2, open: "none" },
    strong: 0.8,
    moves: "values",
    steps: (value) => ({
      stop: (h, { person }) => 1 - pow(1 - h, exp(-value * person.trait)),
    }),
  },
  {
    name: "rewardByTrait",
    purpose:
      "The trait that may set the depth moves rewards as well: value times the trait is added to their logits. With depthByTrait users who scroll further also give more.",
    assumption: "The rewards of viewed items do not depend on the depth.",
    value: { min: -2, max: 2, open: "none" },
    strong: 1,
    moves: "values",
    steps: (value) => ({
      person: (person) => {
        person.level += value * person.trait;
      },
    }),
  },
  {
    name: "similarNeighbours",
    purpose:
      "An item earns less below one of its own topic: its chance is multiplied by 1 − value.",
    assumption: "The reward of an item does not depend on the other items of the list.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.9,
    moves: "values",
    steps: (value) => ({
      chance: (q, visit) => {
        const { before, candidate } = visit;
        return before >= 0 && topicOf(visit, before) === topicOf(visit, candidate)
          ? q * (1 - value)
          : q;
      },
    }),
  },
  {
    name: "trustInRank",
    purpose:
      "Users reward what stands at the top: an item that they like gets the reward with probability 1 − value·(1 − 1/rank), another with value/rank.",
    assumption: "A viewed item earns the same at every rank.",
    value: { min: 0, max: 1, open: "none" },
    strong: 0.5,
    moves: "values",
    steps: (value) => ({
      chance: (q, { rank }) => q * (1 - value * (1 - 1 / rank)) + (1 - q) * (value / rank),
    }),
  },
];

/** Half of what was not yet remembered of a topic, with each view; a tenth fades from one trajectory to the next. */
function remember(visit: Visit): void {
  const { memory } = visit.person;
  for (let topic = 0; topic < memory.length; topic++) {
    memory[topic] = 0.9 * (memory[topic] as number);
  }
  for (let at = 0; at < visit.depth; at++) {
    const topic = topicOf(visit, visit.shown.list[at] as number);
    memory[topic] = 0.5 * (1 + (memory[topic] as number));
  }
}

/** The probability whose logit is that of `p` plus `by`: 0 and 1 stay. `shiftLogit(0.5, 0)` is 0.5. */
function shiftLogit(p: number, by: number): number {
  const odds = p * exp(by);
  return odds === 0 ? 0 : odds / (1 - p + odds);
}
