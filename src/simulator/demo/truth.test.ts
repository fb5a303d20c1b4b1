import { beforeAll, describe, expect, test } from "vitest";
import { LOGGED } from "../../log/log-spec.js";
import { demoWorld } from "./demo-world.js";
import { populationTruth } from "./population-truth.js";
import { returningUsersWorld } from "./returning-users-world.js";
import { type LogRow, simulateRows } from "./simulate-rows.js";
import type { Truth } from "./truth.js";
import { type DemoWorld, rankColumn, type TargetPolicy } from "./world.js";

const columns = { like: "liked", watch: "watched" } as const;
const rewards = ["like", "watch"] as const;
const twin: TargetPolicy = { name: "same", order: { kind: "twin" } };

/** p_r of the feed's curve straight from its definition; 0 beyond the list's end. */
function view(world: DemoWorld, feed: string, rank: number): number {
  const { curve, listLength } = world.feeds.find(({ name }) => name === feed) ?? {};
  if (curve === undefined || listLength === undefined || rank > listLength) return 0;
  if (curve.model === "geometric") return Number(curve.parameters.gamma) ** (rank - 1);
  if (curve.model !== "yuleSimon") throw new Error(`no definition of ${curve.model} here`);
  let p = 1;
  for (let r = 1; r < rank; r++) p *= r / (Number(curve.parameters.rho) + r);
  return p;
}

function weight(world: DemoWorld, row: LogRow, policy: string): number {
  const rank = Number(row[policy === LOGGED ? "position" : rankColumn(policy)]);
  const feed = String(row.feed);
  return view(world, feed, rank) / view(world, feed, Number(row.position));
}

/** The inverse-propensity estimate of E1, by its definition: mean over sessions of Σ c·p_t/p_0. */
function ips(world: DemoWorld, rows: readonly LogRow[], policy: string, reward: "like" | "watch") {
  const sessions = new Set(rows.map((row) => row.session_id)).size;
  const sum = rows.reduce(
    (total, row) => total + Number(row[columns[reward]]) * weight(world, row, policy),
    0,
  );
  return sum / sessions;
}

function truthOf(truth: readonly Truth[], policy: string, reward: string, feed: string | null) {
  const found = truth.find(
    (row) => row.policy === policy && row.reward === reward && row.feed === feed,
  );
  return found?.value ?? Number.NaN;
}

/** Mean over seeds in units of its own standard error. */
function z(errors: readonly number[]): number {
  const mean = errors.reduce((sum, x) => sum + x, 0) / errors.length;
  const square = errors.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (errors.length - 1);
  return mean / Math.sqrt(square / errors.length);
}

describe("the truth of a log", () => {
  const world = { ...demoWorld, users: 25, policies: [...demoWorld.policies, twin] };
  const runs = Array.from({ length: 200 }, (_, seed) => simulateRows(world, seed + 1));

  test.each([LOGGED, "fresh-model", "popularity", "same"])(
    "IPS of %s is unbiased for it",
    (policy) => {
      for (const reward of rewards) {
        const errors = runs.map(
          ({ rows, truth }) =>
            ips(world, rows, policy, reward) - truthOf(truth, policy, reward, null),
        );
        expect(Math.abs(z(errors))).toBeLessThan(4);
      }
    },
  );

  test("IPS of the fresh policy, which the log cannot support, is far too low", () => {
    const errors = runs.map(
      ({ rows, truth }) =>
        ips(world, rows, "new-catalogue", "like") / truthOf(truth, "new-catalogue", "like", null),
    );
    expect(Math.max(...errors)).toBeLessThan(0.5);
  });

  test("weights add up to the logged views on average, except for the fresh policy", () => {
    const excess = (policy: string): number[] =>
      runs.map(({ rows }) => rows.reduce((sum, row) => sum + weight(world, row, policy) - 1, 0));
    for (const policy of ["fresh-model", "popularity", "same"]) {
      expect(Math.abs(z(excess(policy)))).toBeLessThan(4);
    }
    expect(z(excess("new-catalogue"))).toBeLessThan(-50);
  });
});

describe.each([
  [
    "demo",
    { ...demoWorld, users: 2_000, policies: [...demoWorld.policies, twin] },
    ["fresh-model", "popularity"],
  ],
  ["returning users", returningUsersWorld, ["better", "worse"]],
] as const)("policies of the %s world", (_, world, [better, worse]) => {
  const { truth } = simulateRows(world, 5);
  const cells = world.feeds.flatMap(({ name }) => rewards.map((reward) => [reward, name] as const));

  test.each(cells)("better > logged > worse for %s in feed %s", (reward, feed) => {
    const logged = truthOf(truth, LOGGED, reward, feed);
    expect(truthOf(truth, better, reward, feed)).toBeGreaterThan(logged);
    expect(truthOf(truth, worse, reward, feed)).toBeLessThan(logged);
  });

  test.each(cells)("same earns exactly what logged earns: %s in feed %s", (reward, feed) => {
    expect(truthOf(truth, "same", reward, feed)).toBe(truthOf(truth, LOGGED, reward, feed));
  });
});

test("same puts items elsewhere although it earns the same", () => {
  const { rows } = simulateRows({ ...demoWorld, users: 200, policies: [twin] }, 5);
  const moved = rows.filter((row) => row.rank_same !== row.position);
  expect(moved.length).toBe(rows.length);
});

test("the new catalogue would in truth be an improvement in the demo", () => {
  const { truth } = simulateRows({ ...demoWorld, users: 500 }, 5);
  const logged = truthOf(truth, LOGGED, "like", null);
  expect(truthOf(truth, "new-catalogue", "like", null)).toBeGreaterThan(1.1 * logged);
});

test("the reranker earns far less in truth, and its ranks in the log say that it earns more", () => {
  const { rows, truth } = simulateRows({ ...demoWorld, users: 2_000 }, 5);
  const logged = truthOf(truth, LOGGED, "like", null);
  expect(truthOf(truth, "reranker", "like", null)).toBeLessThan(0.7 * logged);
  expect(ips(demoWorld, rows, "reranker", "like")).toBeGreaterThan(
    ips(demoWorld, rows, "popularity", "like"),
  );
  const depths = new Map<unknown, number>();
  for (const { session_id: session } of rows) depths.set(session, (depths.get(session) ?? 0) + 1);
  for (const row of rows) {
    expect(Number(row.rank_reranker)).toBeLessThanOrEqual(depths.get(row.session_id) ?? 0);
  }
});

test("the population's truth is the mean of what logs say of themselves", () => {
  const population = populationTruth(returningUsersWorld, 4_000, 1);
  const logs = Array.from({ length: 40 }, (_, at) => simulateRows(returningUsersWorld, 100 + at));
  for (const { policy, reward, feed, value, se } of population) {
    const own = logs.map(({ truth }) => truthOf(truth, policy, reward, feed));
    const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
    expect(Math.abs(mean - value)).toBeLessThan(4 * Math.SQRT2 * Number(se));
  }
});

describe("an interval for the mean like in the returning users' world", () => {
  const world = returningUsersWorld;
  const runs = 200;
  const covered = { user_id: 0, date: 0, session_id: 0 };

  beforeAll(() => {
    const target = truthOf(populationTruth(world, 20_000, 1), LOGGED, "like", null);
    for (let seed = 1; seed <= runs; seed++) {
      const { rows, trajectories } = simulateRows(world, seed);
      for (const key of Object.keys(covered) as (keyof typeof covered)[]) {
        const { mean, se } = clustered(rows, trajectories, key);
        const t = key === "date" ? 2.16 : 1.98;
        if (Math.abs(mean - target) <= t * se) covered[key]++;
      }
    }
  });

  /** CR1; every user and every day has the same number of sessions, so it is a plain mean. */
  function clustered(rows: readonly LogRow[], trajectories: number, key: string) {
    const likes = new Map<unknown, number>();
    for (const row of rows) likes.set(row[key], (likes.get(row[key]) ?? 0) + Number(row.liked));
    const mean = rows.reduce((sum, row) => sum + Number(row.liked), 0) / trajectories;
    const clusters = likes.size;
    const each = (mean * trajectories) / clusters;
    const square = [...likes.values()].reduce((sum, x) => sum + (x - each) ** 2, 0);
    return { mean, se: Math.sqrt((clusters / (clusters - 1)) * square) / trajectories };
  }

  test("covers when clustered by user", () => {
    const tolerance = 4 * Math.sqrt((0.95 * 0.05) / runs);
    expect(covered.user_id / runs).toBeGreaterThan(0.95 - tolerance);
    expect(covered.user_id / runs).toBeLessThanOrEqual(Math.min(1, 0.95 + tolerance));
  });

  test("does not cover by session or by day", () => {
    expect(covered.session_id / runs).toBeLessThan(0.8);
    expect(covered.date / runs).toBeLessThan(0.8);
  });
});
