import { freezeWorld } from "./freeze-world.js";
import type { DemoWorld } from "./world.js";

/**
 * The world of `hindcast demo`: two feeds, users who return within a week, and five candidates. A model with
 * fresh data is better, also with one story at rank 9 that the log does not hold (some 3 % of its views), a ranking by
 * popularity worse, and a new catalogue beyond what the log can support. The
 * reranker is harmful: it shows the worst first of what the logger never retrieves. Its ranks were counted among
 * the viewed items, so that the log shows only its slightly better order of these.
 */
export const demoWorld: DemoWorld = freezeWorld({
  name: "demo",
  users: 82_000,
  firstDay: "2026-11-02",
  days: 7,
  visits: { kind: "poisson", extra: 2 },
  feeds: [
    {
      name: "1",
      share: 0.7,
      curve: { model: "yuleSimon", parameters: { rho: 1.2 } },
      listLength: 40,
      unseen: 20,
    },
    {
      name: "2",
      share: 0.3,
      curve: { model: "geometric", parameters: { gamma: 0.85 } },
      listLength: 40,
      unseen: 20,
    },
  ],
  catalogue: { seed: 20261102, stories: 1_000, unseen: 200, unseenLift: 0.5, topics: 8 },
  rewards: {
    like: -2.6,
    watch: -1.6,
    user: 0.9,
    quality: 0.5,
    topic: 0.6,
    seconds: 20,
    secondsSpread: 0.8,
  },
  logger: { modelError: 0.5, temperature: 0.35 },
  policies: [
    { name: "fresh-model", order: { kind: "shift", by: 0.35 } },
    { name: "new-release", order: { kind: "release", by: 0.35, at: 9 } },
    { name: "popularity", order: { kind: "shift", by: -0.35 } },
    { name: "new-catalogue", order: { kind: "unseen" } },
    { name: "reranker", order: { kind: "stale", by: 0.05 }, ranks: "amongViewed" },
  ],
});
