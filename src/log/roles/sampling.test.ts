import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { candidateColumns, candidateLog } from "../../../test/fixture/candidate-log.js";
import { askLists, listLog } from "../../../test/fixture/list-log.js";
import { inTurn } from "../../../test/fixture/property.js";
import { logColumns, ownCurve, randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { LogError } from "../../errors.js";
import type { DifferenceRow, Result } from "../../evaluate/conclude/result.js";
import { restoreNumbers } from "../../evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { fitLog } from "../../evaluate/fit.js";
import type { Row } from "../../sql/interpreter/value.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { readStudy } from "../../study/read-study.js";
import { meaningOf } from "../canonical.js";
import { canonicalNames } from "../impressions.js";
import { lawLog, surveyOf } from "../law-log.js";
import { rangeOf } from "../summary.js";
import { rank, sampling } from "./logged.js";

const sampledRows = (kept: (session: number) => number | null): readonly Row[] =>
  Array.from({ length: 60 }, (_, i) => ({
    session: BigInt(Math.floor(i / 3)),
    user: BigInt(Math.floor(i / 6)),
    position: BigInt((i % 3) + 1),
    rank_a: BigInt(3 - (i % 3)),
    like: i % 4 === 0 ? 1 : 0,
    kept: kept(Math.floor(i / 3)),
  }));

const columns = [
  ...["session", "user", "position", "rank_a"].map((name) => ({ name, type: "bigint" }) as const),
  { name: "like", type: "double" },
  { name: "kept", type: "double" },
] as const;

const study = (log: object = {}) =>
  smallStudy({
    log: { rewards: ["like"], ...log },
    policies: { a: { rank: "rank_a" } },
    estimators: ["mean", "dcg"],
  });

const ask = (rows: readonly Row[], log: object = { sampling: "kept" }) =>
  evaluate(readStudy(study(log)), { engine: inMemory(rows, columns) });

const keyOf = ({ policy, estimator, parameters, reward, estimand, day }: DifferenceRow) => [
  policy,
  estimator,
  parameters,
  reward,
  estimand,
  day,
];

/** The log without sampling that a sampled one stands for: every trajectory 1/s times, by the same user. */
const standingFor = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) =>
    Array.from({ length: Math.round(1 / Number(row.kept)) }, (_, copy) => ({
      ...row,
      session: BigInt(copy) * 10_000n + (row.session as bigint),
    })),
  );

const kept: readonly SourceColumn[] = [...logColumns, { name: "kept", type: "double" }];

/** Rates that depend on the trajectory and on its day. */
const withRates = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({
    ...row,
    kept: [1, 0.5, 0.25, 0.2, 0.1][Number(row.session) % 5] ?? 1,
  }));

/** Values and errors of a sampled log and of that which it stands for. */
function expectAlike(found: Result["estimates"], whole: Result["estimates"]): void {
  for (const [i, row] of found.map(restoreNumbers).entries()) {
    const other = whole.map(restoreNumbers)[i];
    if (other === undefined || !("value" in row) || !("value" in other)) {
      expect("none" in row && other !== undefined && "none" in other).toBe(true);
      continue;
    }
    expect(row.value, `${row.estimator} of ${row.policy}`).toBeCloseTo(other.value, 9);
    expect(row.se, `error of ${row.estimator} of ${row.policy}`).toBeCloseTo(other.se, 9);
  }
}

describe("a result", () => {
  const estimators = [
    "mean",
    { dcg: { clip: ["inf", 4] } },
    "ips",
    "snips",
    "betaIps",
    "meanOfRates",
    "ndcg",
    "pndcg",
  ];
  const asked = (more: object, log: Readonly<Record<string, unknown>>) =>
    smallStudy({ estimators, estimands: ["perTrajectory", "perImpression"], ...more, log });

  const logs: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["a given curve", { day: "day", exposure: { curve: { table: [...ownCurve], cutoff: 6 } } }],
    ["a fitted curve", { exposure: { curve: { fit: "geometric" } } }],
    ["a measured curve", { exposure: { curve: { fit: "table", support: 1 } } }],
    ["several logging policies", { logger: "logger", exposure: { column: "eps0" } }],
  ];

  it.each(inTurn(logs))(
    "is that of the log that the sampled one stands for: %s",
    async (_name, log) => {
      const rows = withRates(
        randomLog("sampled", { trajectories: 160, users: 40, days: 2, loggers: 2, negative: true }),
      );
      const policies = { a: { rank: "rank_a" }, t: { exposure: "eps_t" } };
      const engine = (of: readonly Row[]) => ({ engine: inMemory(of, kept) });
      const found = asComputed(
        await evaluate(readStudy(asked({ policies }, { ...log, sampling: "kept" })), engine(rows)),
      );
      const whole = asComputed(
        await evaluate(readStudy(asked({ policies }, log)), engine(standingFor(rows))),
      );
      let compared = 0;
      for (const [i, row] of found.estimates.entries()) {
        const other = whole.estimates[i];
        if (other === undefined || !("value" in row) || !("value" in other)) {
          expect("none" in row && other !== undefined && "none" in other).toBe(true);
          continue;
        }
        compared += 1;
        expect(row.value).toBeCloseTo(other.value, 9);
        expect(row.se).toBeCloseTo(other.se, 9);
        expect(row.n).toBeLessThan(other.n);
      }
      expect(compared).toBeGreaterThan(20);
      const differences = whole.differences.filter((row) => "value" in row);
      for (const row of differences) {
        const own = found.differences.find(
          (each) => JSON.stringify(keyOf(each)) === JSON.stringify(keyOf(row)),
        );
        expect(own).toMatchObject({ value: expect.closeTo(row.value, 9) });
      }
      for (const [at, { parameters }] of found.curves.entries()) {
        for (const [name, value] of Object.entries(parameters ?? {})) {
          const other = [whole.curves[at]?.parameters?.[name]].flat();
          for (const [rank, own] of [value].flat().entries()) {
            expect(own).toBeCloseTo(Number(other[rank]), 9);
          }
        }
      }
      const severe = (of: Result) => of.diagnostics.map(({ code, statistic }) => [code, statistic]);
      expect(severe(found).filter(([code]) => code === "meanWeight")).toEqual(
        severe(whole)
          .filter(([code]) => code === "meanWeight")
          .map(([code, statistic]) => [code, expect.closeTo(Number(statistic), 9)]),
      );
    },
  );

  it("says that checks of verdicts are not run, with the range of the rates", async () => {
    const { warnings } = await ask(sampledRows((session) => (session % 2 === 0 ? 0.25 : 1)));
    const warning = warnings.find(({ code }) => code === "samplingVaries");
    expect(warning?.facts).toEqual({ column: "kept", least: 0.25, most: 1 });
    expect(warning?.message).toContain("with probabilities from 0.25 to 1");
  });

  it("is the same with one rate for all, which it does not mention", async () => {
    const rows = sampledRows(() => 0.5);
    const found = await ask(rows);
    expect(found.warnings.map(({ code }) => code)).not.toContain("samplingVaries");
    const without = await ask(rows, {});
    expect(found.estimates).toEqual(without.estimates);
    expect(found.verdicts).toEqual(without.verdicts);
  });

  it("refuses rates that differ within a trajectory, with a count and an example", async () => {
    const rows = sampledRows(() => 0.5).map((row) =>
      row.session === 7n && row.position === 2n ? { ...row, kept: 0.25 } : row,
    );
    const error = await ask(rows).catch((e) => e);
    expect(error).toBeInstanceOf(LogError);
    expect(error.problems).toMatchObject([
      { code: "severalRates", facts: { trajectories: 1, example: { trajectory: "7" } } },
    ]);
  });

  it.each([
    ["predictions of a column", {}, (reward: string) => `q_${reward}`],
    ["predictions that are fitted", {}, () => ({ fit: "itemMean", shrink: 2 })],
    [
      "a fitted curve",
      { exposure: { curve: { fit: "geometric", cutoff: 6 } } },
      (reward: string) => `q_${reward}`,
    ],
  ])("weighs candidates by the rate of their trajectory: %s", async (_name, log, predicted) => {
    const rows = withRates(candidateLog("sampled", { trajectories: 30 }));
    const own = [...candidateColumns, { name: "kept", type: "double" } as const];
    const estimatorsOfCandidates = ["dm", "dr", { cab: { limit: 2 } }, "mips", "offCem"];
    const rewards = Object.fromEntries(
      ["like", "watch"].map((name) => [name, { column: name, prediction: predicted(name) }]),
    );
    const of = async (given: readonly Row[], more: object) => {
      const offered = { rows: "offered", viewed: "viewed", item: "item", cluster: "kind" };
      const asked = smallStudy({
        log: { rewards, ...offered, ...log, ...more },
        policies: { a: { rank: "rank_a" } },
        estimators: estimatorsOfCandidates,
      });
      return (await evaluate(readStudy(asked), { engine: inMemory(given, own) })).estimates;
    };
    const found = await of(rows, { sampling: "kept" });
    const whole = await of(standingFor(rows), {});
    expect(found.filter((row) => "value" in row).length).toBeGreaterThan(16);
    expectAlike(found, whole);
  });

  it("has an interval where one trajectory stands for nearly all, though its error grows as fast", async () => {
    const rows = sampledRows((session) => (session === 7 ? 1e-9 : 1));
    const { differences } = asComputed(await ask(rows));
    const [row] = differences.filter(({ estimator }) => estimator === "dcg");
    expect(row !== undefined && "value" in row && row.interval.every(Number.isFinite)).toBe(true);
  });

  it("weighs whole lists by the rate of their trajectory", async () => {
    const rates = [1, 0.5, 0.25, 0.2, 0.1];
    const rows = listLog("sampled", 40).map((row) => ({
      ...row,
      kept: rates[Number(row.session) % 5] ?? 1,
    }));
    const asked = ["sips", { rips: { normalised: ["no", "perRank"] } }, "cascadeDr"];
    const found = await askLists(rows, asked, { sampling: "kept" });
    const whole = await askLists(standingFor(rows), asked);
    expect(found.estimates.filter((row) => "value" in row).length).toBeGreaterThan(4);
    expectAlike(found.estimates, whole.estimates);
  });

  it("refuses a probability of 0 or none, with an example", async () => {
    for (const bad of [0, null]) {
      const error = await ask(sampledRows((session) => (session === 7 ? bad : 1))).catch((e) => e);
      expect(error).toBeInstanceOf(LogError);
      expect(error).toMatchObject({ code: "samplingInvalid" });
      expect(error.message).toContain("log.sampling: 3 rows of table log break a rule");
      expect(error.message).toContain("in trajectory 7 it holds");
    }
  });

  it("leaves such trajectories out where the study says so", async () => {
    const rows = sampledRows((session) => (session === 7 ? 0 : 1));
    const { log } = await ask(rows, { sampling: "kept", invalid: "excludeTrajectories" });
    expect(log.counts).toMatchObject({ excludedTrajectories: 1, excludedRows: 3 });
  });
});

it("weighs what a fit counts", async () => {
  const rows = withRates(randomLog("fits", { trajectories: 200, users: 40 }));
  const asked = (log: Readonly<Record<string, unknown>>) =>
    readStudy(smallStudy({ log: { exposure: { curve: { fit: "yuleSimon" } }, ...log } }));
  const sampled = await fitLog(asked({ sampling: "kept" }), { engine: inMemory(rows, kept) });
  const whole = await fitLog(asked({}), { engine: inMemory(standingFor(rows), kept) });
  const [own, other] = [sampled, whole].map(({ feeds: [feed] }) => feed);
  const found = (feed: typeof own) => {
    const row = feed?.rows.find(({ model }) => model === "yuleSimon");
    return row !== undefined && "fit" in row ? row.fit.estimates : [];
  };
  expect(found(own)).toHaveLength(1);
  for (const [at, { value, se }] of found(own).entries()) {
    expect(value).toBeCloseTo(found(other)[at]?.value ?? 0, 9);
    expect(se).toBeCloseTo(Number(found(other)[at]?.se), 9);
  }
  const weights = [...new Map(rows.map((row) => [row.session, 1 / Number(row.kept)])).values()];
  const [sum, squares] = [1, 2].map((power) =>
    weights.reduce((all, w) => all + (power === 1 ? w : w * w), 0),
  );
  // What the log stands for is no number of trajectories: those that say as much are fewer than were kept.
  expect(own?.trajectories).toBeCloseTo(((sum ?? 0) * (sum ?? 0)) / (squares ?? 1), 9);
  expect(own?.trajectories).toBeLessThan(200);
});

it("is surveyed, has a fingerprint of its own, and no column where the log has none", async () => {
  const made = lawLog(sampling, "double", [0.5, 1, 0.125]);
  expect(rangeOf(made.log, await surveyOf(made), "h_sampling")).toEqual([0.125, 1]);
  expect(meaningOf(made.log, "h_sampling")).toBe("h_sampling:played");
  const without = lawLog(rank, "bigint", [1n]);
  expect(canonicalNames(without.log)).not.toContain("h_sampling");
  expect(() => meaningOf(without.log, "h_sampling")).toThrow("This log has no canonical column");
});
