import { type Block, playBlock } from "./block.js";
import type { Dial } from "./dials/dial.js";
import { columnsOf } from "./impressions.js";
import { type Outcome, sumOutcome } from "./outcome.js";
import { feedWorld } from "./presets.js";
import { openSimulation } from "./simulation.js";
import type { World } from "./world.js";

/** A world small enough for tests of dials: short lists of few items, and exposures in the log. */
export const lawWorld: World = {
  ...feedWorld,
  name: "laws",
  users: 300,
  days: 3,
  items: { ...feedWorld.items, count: 60, topics: 3, popular: 20 },
  feeds: feedWorld.feeds.map((feed) => ({ ...feed, candidates: 6, popular: 3 })),
  rewards: feedWorld.rewards.filter(({ name }) => name === "like" || name === "watch"),
  policies: feedWorld.policies.slice(0, 2).map((policy) => ({ ...policy, share: 0.5 })),
  exposures: true,
};

const played = new Map<string, Outcome & { readonly rows: string }>();

/** What comes of the small world under these dials, or under the given ones in place of those of their names. */
export function playDials(
  values: World["dials"],
  dials: readonly Dial[] = [],
): Outcome & { readonly rows: string } {
  const key = JSON.stringify(values);
  const hit = dials.length === 0 ? played.get(key) : undefined;
  if (hit !== undefined) return hit;
  const listed = Object.fromEntries(
    Object.entries(values).filter(([name]) => dials.every((dial) => dial.name !== name)),
  );
  const steps = dials.flatMap(({ name, steps: of }) => (values[name] ? [of(values[name])] : []));
  const world = { ...lawWorld, dials: listed };
  const block = playBlock(openSimulation(world, 1, steps), 0);
  const sum = sumOutcome(world);
  sum.add(block);
  const result = { ...sum.outcome(), rows: textOf(block) };
  if (dials.length === 0) played.set(key, result);
  return result;
}

const textOf = ({ impressions }: Block): string =>
  JSON.stringify(columnsOf(impressions).map((column) => Array.from(column)));
