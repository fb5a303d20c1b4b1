import { dials, feedWorld, type World } from "../../src/simulator/index.js";

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

/** The study reads ranks, in which a dial of logged exposures does not show. */
const strong = dials.filter(({ needsExposures }) => needsExposures !== true);

/** Every dial at 0, each alone at its strong value, and the two that mislead only together. */
export const cases: readonly Case[] = [
  { name: "every dial at 0", assumption: "all hold", world: base },
  ...strong.map(({ name, strong: value, assumption }) => ({
    name: `${name} ${value}`,
    assumption,
    world: { ...base, dials: { [name]: value } },
  })),
  {
    name: "depthByTrait 0.8 and rewardByTrait 1",
    assumption: "The rewards of viewed items do not depend on the depth.",
    world: { ...base, dials: { depthByTrait: 0.8, rewardByTrait: 1 } },
  },
];
