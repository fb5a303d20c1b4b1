import type { Dial } from "../dial.js";

/** The trait that may set the depth moves rewards as well. */
export const rewardByTrait: Dial = {
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
};
