import { freezeWorld } from "./freeze-world.js";
import type { DemoWorld } from "./world.js";

/**
 * A small world for tests of inference: 100 users come back on each of 14 days, see the same eight
 * items in another order, and differ strongly in how readily they like anything. Errors clustered
 * by user are right in it; errors by session or by day are far too small.
 */
export const returningUsersWorld: DemoWorld = freezeWorld({
  name: "returningUsers",
  users: 100,
  firstDay: "2026-11-02",
  days: 14,
  visits: { kind: "daily" },
  feeds: [
    {
      name: "1",
      share: 1,
      curve: { model: "yuleSimon", parameters: { rho: 1.2 } },
      listLength: 8,
      unseen: 0,
    },
  ],
  catalogue: { seed: 7, stories: 4, unseen: 0, unseenLift: 0, topics: 2 },
  rewards: {
    like: -0.5,
    watch: 0,
    user: 2.5,
    quality: 0.7,
    topic: 0.2,
    seconds: 20,
    secondsSpread: 0.5,
  },
  logger: { modelError: 0.3, temperature: 0.7 },
  policies: [
    { name: "better", order: { kind: "shift", by: 0.6 } },
    { name: "worse", order: { kind: "shift", by: -0.6 } },
    { name: "same", order: { kind: "twin" } },
  ],
});
