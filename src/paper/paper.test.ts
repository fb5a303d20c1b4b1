import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clippedVariants, paperVariants } from "../agreement/requests.js";
import { requestKey } from "../estimators/request-key.js";
import type { Difference, Estimate, Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../evaluate/evaluate.js";
import { dials, isoDay, simulateWhole, type World } from "../simulator/index.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { readStudy } from "../study/read-study.js";
import { table1 } from "./counterexample.js";
import { differencesOf } from "./figure1.js";
import { scoreWeek } from "./score-week.js";
import { table2 } from "./table2.js";
import { weekWorld } from "./week.js";

describe("table 1", () => {
  it("has the independently computed numbers of all three normalisers", () => {
    const path = new URL("../../test/vectors/vectors.json", import.meta.url);
    const cases = JSON.parse(readFileSync(path, "utf8"));
    const { expected } = cases.find(({ name }: { name: string }) => name === "ndcg.table1");
    const keys = {
      sum: "printed_sumNormaliser",
      top1: "definition_top1Ideal",
      discounted: "log2_idealAt2",
    };
    for (const row of table1(1).rows) {
      const own = expected[keys[row.normaliser as keyof typeof keys]];
      const { DCG, nDCG, nDCGmean } = own[row.policy === "R" ? "R" : "Rp"];
      expect(row.dcg).toEqual(DCG);
      for (const [at, value] of row.ndcg.entries()) expect(value).toBeCloseTo(nDCG[at], 12);
      expect(row.meanNdcg).toBeCloseTo(nDCGmean, 12);
    }
  });

  it("has a lemma that holds above 0, and fails in two ways", () => {
    const [above, zero, below] = table1(7).lemma;
    expect(above).toMatchObject({ agree: above?.contexts, reversed: 0, undefined: 0 });
    expect(zero).toMatchObject({ undefined: zero?.contexts });
    expect(below?.reversed).toBeGreaterThan(0.9 * (below?.contexts ?? 0));
  });
});

const world: World = { ...weekWorld(60), days: 2 };
const simulated = simulateWhole(world, 3);

/** The same log as a study reads it. */
async function evaluated(): Promise<Result> {
  const { log } = simulated;
  const columns = {
    session: log.session,
    user: log.user,
    feed: log.feed,
    position: log.position,
    policy_rank: log.policyRank,
    rank_t: log.ranks[0] ?? [],
    like: log.rewards[0] ?? [],
  };
  const rows = {
    ...Object.fromEntries(
      Object.entries(columns).map(([name, values]) => [
        name,
        Array.from(values).slice(0, log.count),
      ]),
    ),
    day: Array.from(log.day.subarray(0, log.count), isoDay),
  };
  const byFeed = Object.fromEntries(
    world.feeds.map(({ curve, candidates }, at) => [
      String(at),
      { model: curve.model, ...curve.parameters, cutoff: candidates },
    ]),
  );
  const study = {
    log: {
      source: { rows },
      ...{ trajectory: "session", user: "user", feed: "feed", day: "day", rank: "position" },
      rewards: ["like"],
      structure: "check",
      exposure: { curve: { byFeed } },
    },
    policies: { R0: { rank: "policy_rank" }, Rt: { rank: "rank_t" } },
    baseline: "R0",
    estimators: [
      { dcg: { discount: ["log2", "curve"], gain: ["c", "qhat"], clip: [1, 8, 64, "inf"] } },
      { ndcg: { clip: [1, 64, "inf"] } },
    ],
  };
  return evaluate(readStudy(study), { engine: createInterpreter({}) });
}

describe("what is computed on arrays", () => {
  const result = evaluated();

  it("is what the estimators compute, for every variant and day", async () => {
    const series = scoreWeek(world, simulated).filter(({ reward }) => reward === "like");
    const { estimates } = await result;
    for (const { feed, ranking, offline } of series) {
      const place = world.feeds.findIndex(({ name }) => name === feed);
      paperVariants.forEach((request, v) => {
        const own = estimates
          .map(restoreNumbers)
          .filter(
            (row) =>
              row.policy === ranking &&
              row.feed === String(place) &&
              row.day !== null &&
              requestKey({ name: row.estimator, parameters: row.parameters }) ===
                requestKey(request),
          );
        expect(own).toHaveLength(world.days);
        own.forEach((row, day) => {
          expect(offline[v]?.[day]).toBeCloseTo((row as Estimate).value, 10);
        });
      });
    }
  });

  it("has the differences and the errors of the estimators, under clips", async () => {
    const found = differencesOf(world, simulated);
    const { differences } = await result;
    const kinds = world.rewards.length;
    for (const clip of [1, 64, "inf"] as const) {
      clippedVariants.forEach((variant, column) => {
        if (variant.clip !== clip) return;
        const own = differences
          .map(restoreNumbers)
          .filter(
            (row) =>
              row.policy === "Rt" &&
              row.feed === "1" &&
              row.day !== null &&
              requestKey({ name: row.estimator, parameters: row.parameters }) ===
                requestKey(variant.request),
          );
        expect(own).toHaveLength(world.days);
        own.forEach((row, day) => {
          const { value, se } = row as Difference;
          const mine = found[column]?.[day * kinds];
          expect(mine?.value).toBeCloseTo(value, 10);
          if (variant.request.name === "dcg") expect(mine?.se).toBeCloseTo(se, 10);
        });
      });
    }
  });
});

describe("table 2", () => {
  it("correlates a log with itself perfectly where both are the same ranking", async () => {
    const table = await table2({ seed: 1, weeks: 2, users: 120, dials: ["carryOver"] });
    const [plain] = table.worlds;
    const own = plain?.correlations.filter(
      ({ ranking, variant, feed }) => ranking === "R0" && variant === "curve, Q̂" && feed === "1",
    );
    for (const { median } of own ?? []) expect(median).toBeCloseTo(1, 9);
    expect(own).toHaveLength(4);
    expect(table.worlds.map(({ dial }) => dial)).toEqual([null, null, null, "carryOver"]);
  });

  it("turns each dial that shows without logged exposures", async () => {
    const { worlds } = await table2({ seed: 1, weeks: 2, users: 20 });
    const turned = dials.filter(({ needsExposures }) => needsExposures !== true);
    expect(worlds.flatMap(({ dial }) => dial ?? [])).toEqual(turned.map(({ name }) => name));
  });
});
