import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { feedWorld, simulateWhole, type World } from "../src/simulator/index.js";
import type { Engine } from "../src/sql/engine.js";
import { coverageTolerance } from "./fixture/coverage-tolerance.js";
import { inTurn, isInTurn, isThorough, repetitions } from "./fixture/property.js";
import { type Rows, rowsOfLogs, type WorldLog } from "./fixture/world-logs.js";

// A world in which every assumption holds: estimates have no bias, intervals cover, and of policies that are
// equally good none is found to be better. Each log is a feed of its own.

type Policy = World["policies"][number];
const [production, candidate] = feedWorld.policies as [Policy, Policy];
/** A candidate that knows users far better than production, so that estimates without weights are far off. */
const policies = [
  { ...production, relevance: 0.3, temperature: 0.8, share: 1 },
  { ...candidate, relevance: 2, temperature: 0.8, share: 0 },
] as const;

const base: World = {
  ...feedWorld,
  name: "holds",
  users: 60,
  drift: 0,
  week: feedWorld.week.map(() => ({ sessions: 1, lift: 0 })),
  items: { ...feedWorld.items, quality: 1 },
  feeds: [
    {
      name: "1",
      curve: { model: "geometric", parameters: { gamma: 0.7 } },
      candidates: 6,
      popular: 2,
      entry: 1,
    },
  ],
  rewards: feedWorld.rewards.slice(0, 1),
  policies,
};

const count = repetitions(20, 90);
const logsOf = (world: World, more: WorldLog["more"] = {}): readonly WorldLog[] =>
  Array.from({ length: count }, (_, at) => ({ world, seed: at + 1, feed: `${at}`, more }));

let engine: Engine;
let log: Rows;
let candidates: Rows;
beforeAll(async () => {
  engine = await createDuckdbEngine({ threads: 2 });
  ({ log, candidates } = await rowsOfLogs(logsOf(base), true));
});
afterAll(() => engine.close());

const level = 0.95;
const known = { curve: { model: "geometric", gamma: 0.7, cutoff: 6 } };
const learnt = { curve: { fit: "geometric", cutoff: 6 } };

interface Section {
  readonly log: object;
  readonly policies: object;
  readonly estimators: readonly unknown[];
}

function evaluated({ log, ...study }: Section): Promise<Result> {
  const roles = { trajectory: "session_id", rank: "position", rewards: ["like"], feed: "feed" };
  const whole = { log: { ...roles, ...log }, confidence: level, family: "feed", ...study };
  return evaluate(whole as never, { engine });
}

/** What all users there could be earn by a policy, and the error with which that is known. */
const users = repetitions(10_000, 80_000);
const truths = simulateWhole({ ...base, name: "truth", users }, 1).truth;
function trueOf(policy: string): { readonly mean: number; readonly se: number } {
  const row = truths.find((each) => each.policy === policy && each.day === null);
  return { mean: row?.mean ?? Number.NaN, se: row?.standardError ?? Number.NaN };
}

const answersOf = ({ estimates }: Result, estimator: string, policy: string) =>
  estimates
    .map(restoreNumbers)
    .flatMap((row) =>
      "value" in row && row.estimator === estimator && row.policy === policy ? [row] : [],
    );

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The bias of estimates in its own standard errors, those of the truth included. */
function biasOf(result: Result, estimator: string, policy: string, of = policy): number {
  const values = answersOf(result, estimator, policy).map(({ value }) => value);
  expect(values, estimator).toHaveLength(count);
  const [mean, truth] = [meanOf(values), trueOf(of)];
  const square = meanOf(values.map((value) => (value - mean) ** 2)) / (count - 1);
  return (mean - truth.mean) / Math.sqrt(square + truth.se ** 2);
}

/** The share of logs whose interval holds the truth. */
function coverageOf(result: Result, estimator: string, policy: string, of = policy): number {
  const { mean } = trueOf(of);
  const held = answersOf(result, estimator, policy).filter(
    ({ interval: [low, high] }) => low <= mean && mean <= high,
  );
  return held.length / count;
}

const ranked = { candidate: { rank: "rank_candidate" } };

it.runIf(isInTurn(0, repetitions(2, 1)))(
  "estimates by ranks have no bias, with predicted rewards or without; clipping makes them too low",
  async () => {
    const result = await evaluated({
      log: {
        source: { rows: log },
        item: "item_id",
        rewards: { like: { column: "like", prediction: "prediction_like" } },
        candidates: { rows: candidates, rank: "position" },
        exposure: known,
      },
      policies: ranked,
      estimators: ["mean", "dcg", { dcg: { clip: 2 } }, "dr"],
    });
    const estimates = (isClipped: boolean): Result => ({
      ...result,
      estimates: result.estimates.filter(({ parameters }) => (parameters.clip === 2) === isClipped),
    });
    for (const name of ["dcg", "dr"]) {
      expect(Math.abs(biasOf(estimates(false), name, "candidate")), name).toBeLessThan(4);
    }
    expect(Math.abs(biasOf(result, "mean", "logged", "production"))).toBeLessThan(4);
    expect(biasOf(result, "mean", "logged", "candidate")).toBeLessThan(-6);
    expect(biasOf(estimates(true), "dcg", "candidate")).toBeLessThan(-4);
  },
);

it.runIf(isInTurn(1, repetitions(2, 1)))(
  "estimates by exposures have no bias, from a log of two policies too",
  async () => {
    const [first, second] = policies;
    const world = { ...base, users: 15, exposures: true };
    const swapped = {
      ...world,
      policies: [
        { ...second, share: 1 },
        { ...first, share: 0 },
      ],
    };
    const { log: rows } = await rowsOfLogs([
      ...logsOf(world, { logger: "a" }),
      ...logsOf({ ...swapped, name: "swapped" }, { logger: "b" }),
    ]);
    const own = rows.logger?.map((logger, row) => {
      return rows[logger === "a" ? "exposure_production" : "exposure_candidate"]?.[row];
    });
    const result = await evaluated({
      log: {
        source: { rows: { ...rows, own } },
        loggingPolicy: "logger",
        loggingPolicies: { a: "production", b: "candidate" },
        exposure: { column: "own" },
      },
      policies: {
        production: { exposure: "exposure_production" },
        candidate: { exposure: "exposure_candidate" },
      },
      estimators: ["ips", "balance"],
    });
    for (const policy of ["production", "candidate"]) {
      for (const name of ["ips", "balance"]) {
        expect(Math.abs(biasOf(result, name, policy)), `${name} of ${policy}`).toBeLessThan(4);
      }
    }
  },
);

describe("intervals cover", () => {
  it.each(
    inTurn(
      [
        ["a curve that is given", known],
        ["a curve that is learnt", learnt],
      ],
      2,
    ),
  )("with %s, and users as clusters", async (_, exposure) => {
    const result = await evaluated({
      log: { source: { rows: log }, exposure, user: "user_id" },
      policies: ranked,
      estimators: ["mean", "dcg", "snips"],
    });
    const least = level - coverageTolerance(level, count);
    expect(coverageOf(result, "mean", "logged", "production")).toBeGreaterThan(least);
    expect(coverageOf(result, "dcg", "candidate")).toBeGreaterThan(least);
    expect(coverageOf(result, "snips", "candidate")).toBeGreaterThan(least);
  });

  it.runIf(isThorough).each(inTurn([70, 500], 2, 2))(
    "where each of %i users comes once, and every trajectory is a cluster",
    async (each) => {
      const { log: rows } = await rowsOfLogs(logsOf({ ...base, users: each, sessions: 1 }));
      for (const exposure of [known, learnt]) {
        const result = await evaluated({
          log: { source: { rows }, exposure },
          policies: ranked,
          estimators: ["dcg", "snips"],
        });
        for (const name of ["dcg", "snips"]) {
          const off = Math.abs(coverageOf(result, name, "candidate") - level);
          expect(off, name).toBeLessThan(coverageTolerance(level, count) + (each < 100 ? 0.02 : 0));
        }
      }
    },
    600_000,
  );
});

describe("of policies that are equally good", () => {
  const called = ({ differences }: Result): number =>
    differences.map(restoreNumbers).filter((row) => "p" in row && row.p < 0.05).length / count;

  it("the same one has a difference of exactly 0", async () => {
    const { differences } = await evaluated({
      log: { source: { rows: log }, exposure: learnt, user: "user_id" },
      policies: { same: { rank: "position" } },
      estimators: ["dcg"],
    });
    expect(differences).toHaveLength(count);
    for (const row of differences) expect(row).toMatchObject({ value: 0, se: 0 });
  });

  it("another one is called better or worse as often as the level says", async () => {
    const equal: World = {
      ...base,
      name: "equal",
      items: { ...base.items, quality: 0, taste: 0 },
    };
    const { log: rows } = await rowsOfLogs(logsOf(equal));
    const result = await evaluated({
      log: { source: { rows }, exposure: learnt, user: "user_id" },
      policies: ranked,
      estimators: ["dcg"],
    });
    expect(result.differences.filter((row) => "p" in row)).toHaveLength(count);
    expect(called(result)).toBeLessThanOrEqual(0.05 + coverageTolerance(0.05, count));
  });
});
