import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { labelsOf, linesOfTexts, type RankResult, rankRuns } from "../rankings/index.js";
import {
  compareOnThreads,
  figureTwo,
  figureTwoSplit,
  type HeldOut,
  holdOut,
  type Interactions,
  learnHere,
  models,
  readRatings,
  readRatingsFile,
  splits,
  topK,
  withUsersPerItem,
  withValue,
} from "./index.js";
import { rowOf } from "./matrix.js";

type ByUser<Value> = Readonly<Record<string, Value>>;

interface Algorithm {
  readonly alg: string;
  readonly scores: ByUser<ByUser<number>>;
  readonly top10: ByUser<readonly number[]>;
  readonly metrics: Readonly<Record<string, number>>;
  readonly ndcg10_per_user: ByUser<number>;
  readonly dcg10_per_user: ByUser<number>;
}

interface Run {
  readonly seed: number;
  readonly train: readonly (readonly number[])[];
  readonly test: readonly (readonly number[])[];
  readonly n_eval_users: number;
  readonly algs: readonly Algorithm[];
}

const vectors = JSON.parse(
  readFileSync(new URL("../../test/vectors/recpack.json", import.meta.url), "utf8"),
) as {
  readonly runs: readonly Run[];
  readonly n_interactions: number;
  readonly item_order_raw_ids: readonly number[];
  readonly user_order_raw_ids: readonly number[];
};

/** The interactions of the vectors, from the generator that they describe. */
function ratings(): Interactions {
  let x = 12345n;
  const draw = (): number => {
    x = (48271n * x) % 2147483647n;
    return Number(x);
  };
  const lines: string[] = [];
  for (let user = 0; user < 60; user++) {
    const seen = new Set<number>();
    for (let left = 25 + (draw() % 40); left > 0; left--) {
      const item = Math.floor(((draw() % 80) * (draw() % 80)) / 80);
      if (seen.has(item)) continue;
      seen.add(item);
      lines.push(`${1000 - 3 * user}::${500 + 7 * item}::${1 + (draw() % 5)}::${lines.length}`);
    }
  }
  return readRatings("generated", lines.join("\n"));
}

const kept = withUsersPerItem(withValue(ratings(), 4), 5);
const [weak] = splits;
const heldOut = (seed: number): HeldOut =>
  holdOut(kept, weak?.training(kept, { seed }) ?? new Uint8Array(0));

it("numbers users and items as they first appear", () => {
  expect(kept.user).toHaveLength(vectors.n_interactions);
  expect(kept.items).toEqual(vectors.item_order_raw_ids.map(String));
  expect(kept.users).toEqual(vectors.user_order_raw_ids.map(String));
});

describe.each(vectors.runs.map((run) => [run.seed, run] as const))("seed %i", (seed, run) => {
  const held = heldOut(seed);

  it("splits to the last item", () => {
    for (const side of ["train", "test"] as const) {
      expect(run[side].map((_, user) => [...rowOf(held[side], user)])).toEqual(run[side]);
    }
    expect(held.evaluated).toHaveLength(run.n_eval_users);
  });

  it.each(run.algs.map((each) => [each.alg, each] as const))(
    "%s to the last digit",
    (alg, expected) => {
      const name = alg.startsWith("EASE") ? "ease" : "kunn";
      const point = Object.fromEntries(
        [...alg.matchAll(/(l2|Ki|Ku)=([\d.]+)/g)].map(([, key = "", value]) => [
          key,
          Number(value),
        ]),
      );
      const model = models.find((each) => each.name === name);
      if (model === undefined) throw new Error(name);
      const scorer = learnHere(model.learn(held.train, [point]));
      for (const [user, own] of Object.entries(expected.scores)) {
        const scores = scorer(Number(user))[0] ?? new Float64Array(0);
        for (const [item, score] of Object.entries(own)) {
          expect(scores[Number(item)]).toBeCloseTo(score, 14);
        }
        expect(scores.filter((score) => score !== 0)).toHaveLength(Object.keys(own).length);
      }
      for (const [user, top] of Object.entries(expected.top10)) {
        expect([...topK(scorer(Number(user))[0] ?? new Float64Array(0), 10)]).toEqual(top);
      }
      const { perUser = [], estimates } = measured(
        held,
        (user) => scorer(user)[0] ?? new Float64Array(0),
      );
      const found = new Map(perUser.map((row) => [`${row.measure} ${row.user}`, row.value]));
      for (const [user, value] of Object.entries(expected.dcg10_per_user)) {
        expect(found.get(`DCG@10 ${user}`)).toBeCloseTo(value, 13);
        expect(found.get(`nDCG@10 ${user}`)).toBeCloseTo(expected.ndcg10_per_user[user] ?? 0, 13);
      }
      const means = new Map(
        estimates.map((row) => [row.measure, "value" in row ? row.value : Number.NaN]),
      );
      for (const [key, value] of Object.entries(expected.metrics)) {
        const measure = measureOf(key);
        if (measure !== null) expect(means.get(measure), key).toBeCloseTo(value, 13);
      }
    },
  );
});

const names: Readonly<Record<string, string>> = {
  DCGK: "DCG",
  NDCGK: "nDCG",
  RecallK: "Recall",
  PrecisionK: "Precision",
  CalibratedRecallK: "Recall(recallBy: reachable)",
  ReciprocalRankK: "MRR",
};

function measureOf(key: string): string | null {
  const [name = "", cutoff] = key.split("_");
  const known = names[name];
  return known === undefined ? null : `${known}@${cutoff}`;
}

/** A model's scores as a run against what was held out. */
function measured(held: HeldOut, scoresOf: (user: number) => Float64Array): RankResult {
  const line = (user: number, item: number, value: number) => ({
    user: String(user),
    item: String(item),
    value,
    line: 1,
  });
  const labels = [...held.evaluated].flatMap((user) =>
    [...rowOf(held.test, user)].map((item) => line(user, item, 1)),
  );
  const run = [...held.evaluated].flatMap((user) =>
    [...scoresOf(user)].flatMap((score, item) => (score === 0 ? [] : [line(user, item, score)])),
  );
  const cutoffs = [5, 10, 20, 100];
  return rankRuns(
    labelsOf(linesOfTexts("labels", "labels", labels)),
    [linesOfTexts("run", "run", run)],
    {
      measures: Object.values(names).flatMap((name) => cutoffs.map((k) => `${name}@${k}`)),
      conventions: "recpack",
      perUser: true,
    },
  );
}

/** Ratings are not part of the repository; they are looked for as those of Open Bandit. */
const places = process.env.HINDCAST_DATA
  ? [process.env.HINDCAST_DATA]
  : ["examples", ...readdirSync("..").map((name) => `../${name}/data`)];
const file = places
  .map((place) => resolve(place, "ml-latest-small", "ratings.csv.gz"))
  .find((place) => existsSync(place));
const title = file ? "MovieLens latest-small" : "MovieLens latest-small (skipped: no data)";
const isThorough = process.env.HINDCAST_THOROUGH === "1";

describe.skipIf(file === undefined)(title, () => {
  it("leaves 11 items and two users without what they need, and disagrees little", async () => {
    const { held } = figureTwoSplit(await readRatingsFile(file ?? ""));
    expect(held.itemsWithoutTraining).toBe(11);
    expect(held.train.rows - held.evaluated.length).toBe(2);
    if (!isThorough) return;
    const { orders, models: all } = await compareOnThreads(held, figureTwo, { threads: 1 });
    expect(all).toHaveLength(192);
    expect(orders.pearson?.r).toBeCloseTo(0.9526368409, 8);
    expect(orders.kendall?.tauB).toBeCloseTo(0.8400959861, 8);
    expect(orders.disagreement.probability).toBeCloseTo(0.079952007, 8);
  });
});
