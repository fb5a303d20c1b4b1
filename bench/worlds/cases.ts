import { type Dial, dials, feedWorld, type World } from "../../src/simulator/index.js";

/** A world of the study, and what its dials are. */
export interface Case {
  readonly name: string;
  readonly assumption: string;
  readonly world: World;
}

/** Short lists of two rewards, so that a world is evaluated in a second or so. */
const base: World = {
  ...feedWorld,
  name: "study",
  users: 2_400,
  feeds: feedWorld.feeds.map((feed) => ({ ...feed, candidates: 10, popular: 5 })),
  rewards: feedWorld.rewards.filter(({ name }) => name === "like" || name === "watch"),
};

/** What a dial breaks shows in logged exposures alone: then policies are given by these, and not by ranks. */
const exposed: World = { ...base, name: "study of exposures", exposures: true };

/** A dial at a quarter of its strong value, and at that value. */
const turned = (dial: Dial): readonly Case[] =>
  [dial.strong / 4, dial.strong].map((value) => ({
    name: `${dial.name} ${value}`,
    assumption: dial.assumption,
    world: {
      ...(dial.needsExposures === true ? exposed : base),
      dials: { [dial.name]: value },
    },
  }));

const together = (depthByTrait: number, rewardByTrait: number): Case => ({
  name: `depthByTrait ${depthByTrait} and rewardByTrait ${rewardByTrait}`,
  assumption: "The rewards of viewed items do not depend on the depth.",
  world: { ...base, dials: { depthByTrait, rewardByTrait } },
});

/** Every dial at 0, each alone at a weak and at its strong value, and the two that mislead only together. */
export const cases: readonly Case[] = [
  { name: "every dial at 0", assumption: "all hold", world: base },
  { name: "every dial at 0, by exposures", assumption: "all hold", world: exposed },
  ...dials.flatMap(turned),
  together(0.2, 0.25),
  together(0.8, 1),
];
