import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import {
  feedWorld,
  type LogColumn,
  simulate,
  simulateWhole,
  type World,
  writeParquetFile,
} from "../src/simulator/index.js";
import { impressionColumns } from "../src/simulator/world-columns.js";
import type { Engine } from "../src/sql/engine.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { inTurn, repetitions } from "./fixture/property.js";

// Many logs of one world in one file: each is a feed of its own, with results of its own.

const logs = repetitions(30, 90);
const level = 0.95;
/** Four standard errors of a share of `logs`. */
const tolerance = (share: number): number => 4 * Math.sqrt((share * (1 - share)) / logs);

/**
 * 100 users come back through 14 days, see the same eight items in another order, and differ strongly in how readily
 * they give anything: errors clustered by user are right, those by session or by day far too small.
 */
const [production] = feedWorld.policies as [World["policies"][number]];
const logger = { ...production, popularity: 0, error: 0.3, temperature: 0.7 };
const world: World = {
  ...feedWorld,
  name: "returning users",
  users: 100,
  sessions: 14,
  days: 14,
  week: feedWorld.week.map(() => ({ sessions: 1, lift: 0 })),
  drift: 0,
  items: {
    seed: 7,
    count: 8,
    topics: 2,
    popular: 0,
    quality: 0.7,
    taste: 0.2,
    popularity: 0,
  },
  feeds: [
    {
      name: "1",
      curve: { model: "yuleSimon", parameters: { rho: 1.2 } },
      candidates: 8,
      popular: 0,
      entry: 1,
    },
  ],
  rewards: [
    { name: "like", kind: "binary", feedback: "explicit", base: -0.5 },
    { name: "watch", kind: "real", feedback: "implicit", base: 0, mean: 20, spread: 0.5 },
  ],
  level: 2.5,
  policies: [
    { ...logger, name: "logged", share: 1 },
    { ...logger, name: "better", share: 0, relevance: 1.6 },
    { ...logger, name: "worse", share: 0, relevance: 0.4 },
  ],
};

let folder: LogFolder;
let engine: Engine;
let byUser: Result;
beforeAll(async () => {
  folder = await openLogFolder();
  engine = await createDuckdbEngine({ threads: 2 });
  await writeParquetFile(folder.path("worlds.parquet"), batches());
  byUser = await evaluated("user_id", ["like", "watch"]);
}, 300_000);
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

async function* batches(): AsyncIterable<readonly LogColumn[]> {
  for (let seed = 1; seed <= logs; seed++) {
    for await (const { impressions } of simulate(world, { seed, threads: 1 })) {
      const data = new Int32Array(impressions.count).fill(seed);
      yield [...impressionColumns(world, impressions), { name: "world", type: "INT32", data }];
    }
  }
}

const policies = {
  better: { rank: "rank_better" },
  worse: { rank: "rank_worse" },
};

const evaluated = (
  user: string | undefined,
  rewards: readonly string[] = ["like"],
): Promise<Result> =>
  evaluate(
    {
      log: {
        source: folder.path("worlds.parquet"),
        trajectory: "session_id",
        rank: "position",
        rewards,
        feed: "world",
        ...(user === undefined ? {} : { user }),
        exposure: { curve: { model: "yuleSimon", rho: 1.2, cutoff: 8 } },
      },
      policies,
      estimators: ["mean", "dcg", "snips"],
      confidence: level,
      family: "feed",
    },
    { engine },
  );

/** Users of one session stand for users of many: how often somebody comes does not depend on what is given. */
const { truth } = simulateWhole(
  { ...world, users: repetitions(20_000, 40_000), sessions: 1 },
  2024,
);
const truthOf = (policy: string, reward: string): number => {
  const found = truth.find(
    (each) => each.policy === policy && each.reward === reward && each.day === null,
  );
  if (found === undefined) throw new Error(`no truth for ${policy} and ${reward}`);
  return found.mean;
};

/** The share of logs whose interval holds the truth. */
function coverage({ estimates }: Result, estimator: string, policy: string): number {
  const own = estimates
    .map(restoreNumbers)
    .filter((row) => row.estimator === estimator && row.policy === policy && row.reward === "like");
  expect(own).toHaveLength(logs);
  const held = own.filter((row) => {
    const at = truthOf(policy, "like");
    return "interval" in row && row.interval[0] <= at && at <= row.interval[1];
  });
  return held.length / logs;
}

const kinds = [
  ["mean", "logged"],
  ["dcg", "better"],
  ["snips", "worse"],
] as const;

describe("intervals over users who come back every day", () => {
  it("cover at their level where users are the clusters, and not where days or sessions are", async () => {
    const tooFine = inTurn([undefined, "date"], 2);
    const results = await Promise.all(tooFine.map((user) => evaluated(user)));
    for (const [estimator, policy] of kinds) {
      const share = coverage(byUser, estimator, policy);
      expect(share, estimator).toBeGreaterThan(level - tolerance(level));
      expect(share, estimator).toBeLessThanOrEqual(1);
      for (const other of results) {
        expect(coverage(other, estimator, policy), estimator).toBeLessThan(0.75);
      }
    }
  }, 120_000);

  it("have standard errors that agree with the spread of the answers over logs", () => {
    const { estimates } = byUser;
    for (const [estimator, policy] of kinds) {
      const own = estimates
        .map(restoreNumbers)
        .flatMap((row) =>
          "se" in row &&
          row.estimator === estimator &&
          row.policy === policy &&
          row.reward === "like"
            ? [row]
            : [],
        );
      const mean = own.reduce((sum, { value }) => sum + value, 0) / logs;
      const spread = Math.sqrt(
        own.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (logs - 1),
      );
      const typical = Math.sqrt(own.reduce((sum, { se }) => sum + se * se, 0) / logs);
      expect(Math.abs(typical / spread - 1), estimator).toBeLessThan(4 / Math.sqrt(2 * logs));
    }
  });
});

describe("differences and verdicts", () => {
  it("hold all true differences of a family at once in at least their share of logs", () => {
    const { differences } = byUser;
    const missed = new Set<string | null>();
    for (const row of differences.map(restoreNumbers)) {
      if (!("value" in row) || row.estimator !== "dcg") continue;
      const at = truthOf(row.policy, row.reward) - truthOf("logged", row.reward);
      const [lo, hi] = row.adjusted.interval;
      if (row.adjusted.family !== 4) throw new Error("a family is 2 policies of 2 rewards");
      if (at < lo || at > hi) missed.add(row.feed);
    }
    expect(1 - missed.size / logs).toBeGreaterThan(level - tolerance(level));
  });

  it("call the wrong sign in at most α/2 of logs, and find what there is to find", () => {
    const { verdicts } = byUser;
    const half = (1 - level) / 2;
    const most = half + tolerance(half);
    const called = (policy: string, word: string): number =>
      verdicts.filter(
        (line) => line.policy === policy && line.verdict === word && line.reward === "like",
      ).length / logs;
    expect(called("better", "worse")).toBeLessThanOrEqual(most);
    expect(called("worse", "better")).toBeLessThanOrEqual(most);
    expect(called("worse", "worse")).toBeGreaterThan(0.5);
    // A danger is established by chance in one clean line of a hundred at most.
    for (const name of Object.keys(policies)) {
      expect(called(name, "doNotTrust")).toBeLessThanOrEqual(0.01);
    }
  });
});
