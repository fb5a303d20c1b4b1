import { describe, expect, it } from "vitest";
import { candidateLog } from "../../test/fixture/candidate-log.js";
import { inTurn } from "../../test/fixture/property.js";
import { type LogDials, randomLog } from "../../test/fixture/random-log.js";
import { loggersColumns, loggersLog } from "../../test/fixture/several-loggers.js";
import { type Otherwise, smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import { estimators } from "../estimators/index.js";
import { sampleRequests } from "../estimators/law-parameters.js";
import { openTally } from "../evaluate/conclude/open-tally.js";
import { answerQuestions, readScope } from "../evaluate/conclude/scope-reader.js";
import type { Row } from "../sql/interpreter/value.js";
import type { PointEstimate } from "./delta.js";
import { difference } from "./difference.js";
import { replicateLaws } from "./laws.js";

type RowsOf = (seed: string, dials?: LogDials) => readonly Row[];

interface Named {
  readonly name: string;
  readonly found: PointEstimate;
}

const predicted = [
  ...["dm", "dr", "switchDr", "drOs", "cab", "mips", "offCem"],
  ...["trustDr", "clipBound", "completeNdcg"],
];
const ofLoggers = estimators
  .filter(({ needs }) => needs.includes("loggers"))
  .map(({ name }) => name);
const withoutPredictions = estimators
  .map(({ name }) => name)
  .filter((name) => !predicted.includes(name) && !ofLoggers.includes(name));

const requestsOf = (names: readonly string[]): readonly unknown[] =>
  estimators
    .filter(({ name }) => names.includes(name))
    .flatMap((estimator) =>
      sampleRequests(estimator).map((parameters) => {
        const given = Object.entries(parameters).filter(([, value]) => value !== null);
        return { [estimator.name]: Object.fromEntries(given) };
      }),
    );

/** Every estimate of every estimator on a log of 300 users, and its differences to the logged policy. */
async function estimatesOf(more: Otherwise, rowsOf: RowsOf = randomLog): Promise<readonly Named[]> {
  const rows = rowsOf("replicates", { trajectories: 1200, users: 300, loggers: 2 });
  const estimands = ["perTrajectory", "perImpression"];
  const log = { rewards: { watch: "watch" }, exposure: { curve }, ...more.log };
  const study = smallStudy({ estimators: requestsOf(withoutPredictions), estimands, ...more, log });
  const base = await openTally(await tallyRows(study, rows, loggersColumns), {});
  const key = { feed: null, day: null };
  const { fingerprintOf } = base.questions;
  const answers = readScope(base.tally, fingerprintOf, key, base.inPairs, base.propagated);
  const named = answerQuestions(answers, base.questions.all).flatMap((row) => {
    const { policy, request, reward, estimand, answer } = row;
    if ("code" in answer) return [];
    const question = JSON.stringify([request, reward, estimand]);
    return [{ policy: policy.name, question, found: answer }];
  });
  return named.flatMap(({ policy, question, found }) => {
    const logged = named.find((row) => row.policy === "logged" && row.question === question);
    const own = { name: `${policy} by ${question}`, found };
    if (policy === "logged" || logged === undefined) return [own];
    return [own, { name: `difference of ${own.name}`, found: difference(found, logged.found) }];
  });
}

// Weights of 2 at most: where a few trajectories carry a control variate, 300 users are far from linear.
const curve = { table: [1, 0.9, 0.8, 0.7, 0.6, 0.5] };

const offered = {
  estimators: requestsOf(predicted),
  policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
  log: {
    rows: "offered",
    viewed: "viewed",
    cluster: "item",
    exposure: { curve, trust: { plus: [0.9, 0.8], minus: [0.1] } },
    rewards: { watch: { column: "watch", prediction: "q_watch" } },
  },
};

const severalLoggers = {
  estimators: requestsOf(ofLoggers),
  policies: { a: { exposure: "eps_0" }, b: { exposure: "eps_1" } },
  log: {
    ...offered.log,
    loggingPolicy: "logger",
    loggingPolicies: { "logger 0": "a", "logger 1": "b" },
    exposure: { column: "eps0" },
  },
};

describe.each<[string, readonly string[], Otherwise, RowsOf]>([
  ["one logger", withoutPredictions, {}, randomLog],
  [
    "loggers as strata",
    ["dcg", "snips", "ndcg"],
    { log: { logger: "logger" }, estimators: ["dcg", "snips", "ndcg"] },
    randomLog,
  ],
  ["offered rows and predictions", predicted, offered, candidateLog],
  ["several logging policies", ofLoggers, severalLoggers, loggersLog],
])("replicates from bucket sums with %s", async (_name, asked, more, rowsOf) => {
  const all = await estimatesOf(more, rowsOf);

  it("are there for every estimator asked for", () => {
    const names = all.map(({ name }) => name);
    for (const name of asked) {
      expect(names.some((each) => each.includes(`{"name":"${name}"`))).toBe(true);
    }
  });

  it.each(replicateLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    for (const { name, found } of inTurn(all)) {
      expect(() => law.check(found), name).not.toThrow();
    }
  });
});

describe("the laws catch replicates", async () => {
  const good = (await estimatesOf({ estimators: ["dcg"] })).find(
    ({ name }) => name.startsWith("a by") && name.includes("watch"),
  )?.found;
  if (good === undefined) throw new Error("an estimate");
  const bent = (at: PointEstimate["replicates"]["at"]): PointEstimate => ({
    ...good,
    replicates: { ...good.replicates, at },
  });
  const bentInfluence = (times: number): PointEstimate => {
    const { withInfluence } = good.replicates;
    const twice = (weights: Float64Array): ReturnType<NonNullable<typeof withInfluence>> => {
      const found = withInfluence?.(weights) ?? { value: 0, influence: new Float64Array() };
      if ("code" in found) return found;
      return { ...found, influence: found.influence.map((psi) => times * psi) };
    };
    return { ...good, replicates: { ...good.replicates, withInfluence: twice } };
  };
  const draws = good.replicates.drawn?.("buckets") ?? [];
  const bentDraws: PointEstimate = {
    ...good,
    replicates: { ...good.replicates, drawn: () => [...draws.slice(1), ...draws.slice(0, 1)] },
  };
  const value = (weights: Float64Array): number => Number(good.replicates.at(weights));
  const sum = (weights: Float64Array): number => weights.reduce((a, b) => a + b, 0);
  const half = (weights: Float64Array): number => good.value + (value(weights) - good.value) / 2;

  it.each([
    [0, "that are shifted", bent((weights) => value(weights) + good.value / 1000)],
    [1, "that grow with the weights", bent((weights) => value(weights) * sum(weights))],
    [2, "that move half as much", bent(half)],
    [3, "whose copies move it by another amount", bentInfluence(2)],
    [4, "that are drawn at other weights", bentDraws],
    [5, "whose spread is another", bent(half)],
  ] as const)("number %i: %s", (at, _what, found) => {
    expect(() => replicateLaws[at]?.check(found)).toThrow();
  });

  it("and say why there is no value where all weights are 0", () => {
    const none = good.replicates.at(new Float64Array(good.replicates.buckets));
    expect(none).toMatchObject({ code: "noWeight" });
  });
});

describe("with a fitted curve", async () => {
  const exposure = { curve: { fit: "geometric" } };
  const all = await estimatesOf({ log: { exposure }, estimators: ["mean", "dcg", "snips"] });

  it("move with it by its influence, and say so", () => {
    const moved = all.filter(({ found }) => found.replicates.curveLinear);
    expect(moved.length).toBeGreaterThan(4);
    expect(moved.some(({ name }) => name.includes('"name":"mean"'))).toBe(false);
  });

  it.each(replicateLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    for (const { name, found } of inTurn(all)) expect(() => law.check(found), name).not.toThrow();
  });
});
