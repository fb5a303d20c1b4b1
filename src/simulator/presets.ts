import { reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import { checkWorld } from "./check-world.js";
import { survival } from "./survival.js";
import type { World, WorldFeed } from "./world.js";

/**
 * A week of an A/B test on two feeds, with four rewards: people like and share (explicit), open and watch
 * (implicit). The candidate knows items better than production; the ranking by popularity does worse.
 */
export const feedWorld: World = checkWorld({
  name: "feed",
  users: 20_000,
  sessions: 3,
  firstDay: "2026-11-02",
  days: 7,
  week: [
    { sessions: 1, lift: 0 },
    { sessions: 1, lift: 0.02 },
    { sessions: 1, lift: 0.04 },
    { sessions: 1.05, lift: 0.02 },
    { sessions: 1.2, lift: 0.1 },
    { sessions: 1.5, lift: 0.22 },
    { sessions: 1.4, lift: 0.18 },
  ],
  drift: 0.01,
  items: {
    seed: 20_261_102,
    count: 2_000,
    topics: 8,
    popular: 400,
    quality: 0.5,
    taste: 0.6,
    popularity: 0.5,
  },
  feeds: [
    {
      name: "1",
      curve: { model: "yuleSimon", parameters: { rho: 1.2 } },
      candidates: 20,
      popular: 10,
      entry: 1,
    },
    {
      name: "2",
      curve: { model: "geometric", parameters: { gamma: 0.85 } },
      candidates: 20,
      popular: 5,
      entry: 0.4,
    },
  ],
  rewards: [
    { name: "like", kind: "binary", feedback: "explicit", base: -2.2 },
    { name: "share", kind: "binary", feedback: "explicit", base: -3.6 },
    { name: "opens", kind: "count", feedback: "implicit", base: -1.4, mean: 0.5 },
    { name: "watch", kind: "real", feedback: "implicit", base: -1.2, mean: 20, spread: 0.8 },
  ],
  level: 0.9,
  policies: [
    {
      name: "production",
      share: 0.5,
      relevance: 1,
      popularity: 0.2,
      error: 0.5,
      temperature: 0.35,
    },
    {
      name: "candidate",
      share: 0.25,
      relevance: 1.3,
      popularity: 0.1,
      error: 0.4,
      temperature: 0.35,
    },
    {
      name: "popular",
      share: 0.25,
      relevance: 0.5,
      popularity: 0.6,
      error: 0.5,
      temperature: 0.35,
    },
  ],
  dials: {},
});

const [production] = feedWorld.policies as [World["policies"][number]];

/**
 * The world of `hindcast demo`: all users see production, and five candidates are judged by its log. A model that
 * knows users better is better, also with one new item at rank 9 that the log does not hold, a ranking by
 * popularity worse, and a new catalogue beyond what the log can support. The reranker is harmful: it shows the worst
 * first of what the logger never finds. Its ranks were counted among the viewed items, so that the log shows only its
 * slightly better order of these.
 */
export const demoWorld: World = checkWorld({
  ...feedWorld,
  name: "demo",
  users: 56_000,
  feeds: feedWorld.feeds.map((feed) => ({ ...feed, candidates: 40, popular: 20 })),
  rewards: feedWorld.rewards.filter(({ name }) => name === "like" || name === "watch"),
  policies: [
    { ...production, share: 1 },
    { ...production, name: "fresh-model", share: 0, relevance: 1.5 },
    {
      ...production,
      name: "new-release",
      share: 0,
      relevance: 1.5,
      finds: { items: 1, rank: 9, first: "best" },
    },
    { ...production, name: "popularity", share: 0, relevance: 0.5, popularity: 0.6 },
    {
      ...production,
      name: "new-catalogue",
      share: 0,
      finds: { items: 20, rank: 1, first: "best" },
    },
    {
      ...production,
      name: "reranker",
      share: 0,
      relevance: 1.05,
      finds: { items: 20, rank: 1, first: "worst" },
      ranks: "amongRows",
    },
  ],
});

/** The worlds that have a name, as `hindcast simulate --preset` takes it. */
export const presets: Readonly<Record<string, World>> = Object.freeze({
  feed: feedWorld,
  demo: demoWorld,
});

/** What is changed of a preset. */
export interface PresetChanges {
  readonly users?: number;
  /** In place of users: as many as give the log about so many trajectories, or impressions. */
  readonly trajectories?: number;
  readonly impressions?: number;
  readonly dials?: World["dials"];
  readonly exposures?: boolean;
}

/**
 * The preset of that name with changes. Throws a StudyError where there is none, or where the changed world cannot
 * be.
 */
export function presetWorld(name: string, changes: PresetChanges = {}): World {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    const names = Object.keys(presets);
    const message = `There is no world ${JSON.stringify(name)}; there is ${names.join(", ")}.${didYouMean(name, names)}`;
    throw new StudyError(reason("world", message, { expected: names, came: name }));
  }
  const { trajectories, impressions, ...others } = changes;
  const world = { ...preset, ...others };
  if (trajectories !== undefined) world.users = usersFor(preset, trajectories, () => 1);
  if (impressions !== undefined) world.users = usersFor(preset, impressions, viewsOf);
  return checkWorld(world);
}

/** How many users make the log expect so many trajectories, or what else each feed's have so many of. */
function usersFor(
  { policies, sessions, feeds }: World,
  rows: number,
  of: (feed: WorldFeed) => number,
): number {
  let [entered, perSession] = [1, 0];
  for (const feed of feeds) {
    entered *= feed.entry;
    perSession += entered * of(feed);
  }
  return Math.max(1, Math.round(rows / ((policies[0]?.share ?? 1) * sessions * perSession)));
}

/** Expected views of a trajectory: the same under every policy. */
const viewsOf = ({ curve, candidates }: WorldFeed): number =>
  survival(curve, candidates).reduce((sum, p) => sum + p, 0);
