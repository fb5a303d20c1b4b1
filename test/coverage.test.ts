import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { evaluate, type Result } from "../src/evaluate/index.js";
import {
  type LogColumn,
  logColumns,
  populationTruth,
  sessions,
  returningUsersWorld as world,
  writeParquetFile,
} from "../src/simulator/index.js";
import type { Engine } from "../src/sql/index.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { repetitions } from "./fixture/property.js";

// Many logs of one world in one file: each is a feed of its own, with results of its own.

const logs = repetitions(60, 120);
const level = 0.95;
/** Four standard errors of a share of `logs`. */
const tolerance = (share: number): number => 4 * Math.sqrt((share * (1 - share)) / logs);

let folder: LogFolder;
let engine: Engine;
let byUser: Result;
beforeAll(async () => {
  folder = await openLogFolder();
  engine = await createDuckdbEngine({ threads: 2 });
  await writeParquetFile(folder.path("worlds.parquet"), batches());
  byUser = await evaluated("user_id", { like: "liked", watch: "watched" });
}, 300_000);
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

function* batches(): Iterable<readonly LogColumn[]> {
  for (let seed = 1; seed <= logs; seed++) {
    for (const batch of sessions(world, seed)) {
      const data = new Int32Array(batch.impressions.count).fill(seed);
      yield [...logColumns(world, batch), { name: "world", type: "INT32", data }];
    }
  }
}

const policies = {
  better: { rank: "rank_better" },
  worse: { rank: "rank_worse" },
  same: { rank: "rank_same" },
};

const evaluated = (
  user: string | undefined,
  rewards: Readonly<Record<string, string>> = { like: "liked" },
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

/** Users of one day stand for users of all days: everybody comes back on each. */
const truth = populationTruth({ ...world, days: 1 }, 40_000, 2024);
const truthOf = (policy: string, reward: string): number => {
  const found = truth.find(
    (each) => each.policy === policy && each.reward === reward && each.feed === null,
  );
  if (found === undefined) throw new Error(`no truth for ${policy} and ${reward}`);
  return found.value;
};

/** The share of logs whose interval holds the truth. */
function coverage({ estimates }: Result, estimator: string, policy: string): number {
  const own = estimates.filter(
    (row) => row.estimator === estimator && row.policy === policy && row.reward === "like",
  );
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
    const [bySession, byDay] = [await evaluated(undefined), await evaluated("date")];
    for (const [estimator, policy] of kinds) {
      const share = coverage(byUser, estimator, policy);
      expect(share, estimator).toBeGreaterThan(level - tolerance(level));
      expect(share, estimator).toBeLessThanOrEqual(1);
      expect(coverage(bySession, estimator, policy), estimator).toBeLessThan(0.75);
      expect(coverage(byDay, estimator, policy), estimator).toBeLessThan(0.75);
    }
  });

  it("have standard errors that agree with the spread of the answers over logs", () => {
    const { estimates } = byUser;
    for (const [estimator, policy] of kinds) {
      const own = estimates.flatMap((row) =>
        "se" in row && row.estimator === estimator && row.policy === policy && row.reward === "like"
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
    for (const row of differences) {
      if (!("value" in row) || row.estimator !== "dcg") continue;
      const at = truthOf(row.policy, row.reward) - truthOf("logged", row.reward);
      const [lo, hi] = row.adjusted.interval;
      if (row.adjusted.family !== 6) throw new Error("a family is 3 policies of 2 rewards");
      if (at < lo || at > hi) missed.add(row.feed);
    }
    expect(1 - missed.size / logs).toBeGreaterThan(level - tolerance(level));
  });

  it("call the wrong sign in at most α/2 of logs, and find what there is to find", () => {
    const { verdicts, differences } = byUser;
    const half = (1 - level) / 2;
    const most = half + tolerance(half);
    const called = (policy: string, word: string): number =>
      verdicts.filter(
        (line) => line.policy === policy && line.verdict === word && line.reward === "like",
      ).length / logs;
    const below = differences.filter(
      (row) => row.policy === "same" && row.reward === "like" && "p" in row && row.interval[1] < 0,
    );
    const own = below.filter(({ estimator }) => estimator === "dcg");
    expect(own.length / logs).toBeLessThanOrEqual(most);
    for (const policy of ["better", "same"]) {
      expect(called(policy, "worse"), policy).toBeLessThanOrEqual(most);
    }
    for (const policy of ["worse", "same"]) {
      expect(called(policy, "better"), policy).toBeLessThanOrEqual(most);
    }
    expect(called("worse", "worse")).toBeGreaterThan(0.5);
    // A danger is established by chance in one clean line of a hundred at most.
    for (const { name } of world.policies) {
      expect(called(name, "doNotTrust")).toBeLessThanOrEqual(0.01);
    }
  });
});
