import { expect, it } from "vitest";
import { inTurn, repetitions } from "../../../test/fixture/property.js";
import { type LogDials, randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy, table, tallyRows } from "../../../test/fixture/small-study.js";
import { replication } from "../../inference/bucket-weights.js";
import type { PointEstimate } from "../../inference/delta.js";
import { difference } from "../../inference/difference.js";
import { poissonStream } from "../../random/poisson-stream.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import { addTables } from "../../tally/add.js";
import { foldTally } from "../../tally/fold.js";
import type { TallyTable } from "../../tally/tally.js";
import type { StudyTally } from "../about.js";
import { questionsOf } from "../ask/questions.js";
import { conclude } from "../conclude/conclude.js";
import { openTally } from "../conclude/open-tally.js";
import { type AnsweredQuestion, answerQuestions, readScope } from "../conclude/scope-reader.js";
import { curvesOfStudy } from "../curves/curves-of-study.js";
import { bindSource } from "../survey/bind-source.js";
import { surveyLog } from "../survey/survey-log.js";
import { planSums } from "./plan-sums.js";
import { sumUp } from "./sum-up.js";

const { count, seed } = replication;

/** The tables of a log whose users are in buckets, though they are few. */
async function tablesOf(
  given: object,
  rows: readonly Row[],
): Promise<Readonly<Record<string, TallyTable>>> {
  const connection = { engine: inMemory(rows), options: {} };
  const study = readStudy(given);
  const found = await surveyLog(connection, await bindSource(connection, study));
  const plan = await planSums(connection, study, found);
  const bucketing = { kind: "hashed", count: 128, key: "bigint" } as const;
  const hashed = { ...plan, request: { ...plan.request, bucketing } };
  const curves = await curvesOfStudy(connection, study, hashed);
  const questions = questionsOf(study, found.log, found.summary, curves.curve);
  const inputs = { study, plan: hashed, curves, questions, whatIf: false, verdicts: false };
  return (await sumUp(connection, inputs)).tables;
}

async function tallyOf(study: object, rows: readonly Row[]): Promise<StudyTally> {
  const { replicates } = await tablesOf(study, rows);
  if (replicates === undefined) throw new Error("No replicates were taken.");
  const tally = foldTally(await tallyRows(study, rows), 128);
  return { ...tally, tables: { ...tally.tables, replicates } };
}

const estimatesIn = async (tally: StudyTally, feed: string | null, day: string | null = null) => {
  const base = await openTally(tally, {});
  const { fingerprintOf, all } = base.questions;
  const reader = readScope(tally, fingerprintOf, { feed, day }, base.inPairs, base.propagated);
  return answerQuestions(reader, all);
};

function pointOf(row: AnsweredQuestion | undefined): PointEstimate {
  if (row === undefined || "code" in row.answer) throw new Error("There is no such estimate.");
  return row.answer;
}

/** Σ w·value(row) over rows, w how often the replicate counts the row's user. */
function sumsOver(rows: readonly Row[], value: (row: Row) => number): Float64Array {
  const sums = new Float64Array(count);
  const weights = new Uint8Array(count);
  for (const row of rows) {
    poissonStream(seed, String(row.user), weights);
    for (let r = 0; r < count; r++) sums[r] = (sums[r] ?? 0) + (weights[r] ?? 0) * value(row);
  }
  return sums;
}

const p = (rank: unknown): number => (rank === null ? 0 : (table[Number(rank) - 1] ?? 0));
const weight = (row: Row): number => p(row.rank_a) / p(row.position);

/** The replicates of `mean`, `dcg` and `snips` of policy a and reward watch, row by row. */
function reference(rows: readonly Row[], name: string): readonly number[] {
  const trajectories = sumsOver(rows, ({ position }) => (position === 1n ? 1 : 0));
  const perTrajectory = (sums: Float64Array): number[] =>
    Array.from(sums, (sum, r) => sum / (trajectories[r] ?? 0));
  if (name === "mean") return perTrajectory(sumsOver(rows, ({ watch }) => Number(watch)));
  const dcg = perTrajectory(sumsOver(rows, (row) => weight(row) * Number(row.watch)));
  if (name === "dcg") return dcg;
  const [views, weights] = [() => 1, weight].map((of) => perTrajectory(sumsOver(rows, of)));
  return dcg.map((each, r) => (each / (weights?.[r] ?? 0)) * (views?.[r] ?? 0));
}

let ofPlain: Promise<StudyTally> | undefined;

/** The tally of the plain log, taken once. */
function plainTally(): Promise<StudyTally> {
  ofPlain ??= tallyOf(study(), plain);
  return ofPlain;
}

const close = (found: readonly unknown[] | undefined, expected: readonly number[]): void => {
  expect(found).toHaveLength(count);
  expected.forEach((each, r) => {
    expect(found?.[r]).toBeCloseTo(each, 9);
  });
};

const dials: LogDials = {
  trajectories: 90,
  users: 41,
  feeds: 2,
  days: repetitions(2, 3),
  notShown: 0.2,
};
const plain = randomLog("over users", dials);
const study = (more: object = {}, log: object = {}) =>
  smallStudy({
    interval: "bootstrapPercentile",
    ...more,
    log: { feed: "feed", day: "day", ...log },
  });

it("agrees with rows that are counted as often as their user", async () => {
  const tally = await plainTally();
  for (const feed of ["1", "2"]) {
    const rows = plain.filter((row) => String(row.feed) === feed);
    const found = (await estimatesIn(tally, feed)).filter(({ reward }) => reward === "watch");
    for (const [name, policy] of [
      ["mean", "logged"],
      ["dcg", "a"],
      ["snips", "a"],
    ] as const) {
      const row = found.find((each) => each.request.name === name && each.policy.name === policy);
      close(pointOf(row).replicates.drawn?.("users"), reference(rows, name));
    }
    const [dcg, mean] = ["a", "logged"].map((policy) =>
      pointOf(found.find((each) => each.request.name === "dcg" && each.policy.name === policy)),
    );
    if (dcg === undefined || mean === undefined) throw new Error("No estimate by dcg.");
    const expected = reference(rows, "mean");
    const differences = reference(rows, "dcg").map((each, r) => each - (expected[r] ?? 0));
    close(difference(dcg, mean).replicates.drawn?.("users"), differences);
  }
});

it("agrees where positions may be empty, so that trajectories are counted one by one", async () => {
  const rows = randomLog("over users, holes", { ...dials, feeds: 1, holes: 0.6 });
  const tally = await tallyOf(study({}, { feed: null }), rows);
  const found = (await estimatesIn(tally, null)).find(
    ({ request, reward, policy }) =>
      request.name === "dcg" && reward === "watch" && policy.name === "a",
  );
  close(pointOf(found).replicates.drawn?.("users"), reference(rows, "dcg"));
});

it("counts a user alike in both shards, so that tallies of shards add to that of the whole", async () => {
  const half = (part: number) => plain.filter(({ session }) => Number(session) % 2 === part);
  const [whole, ...parts] = await Promise.all(
    [plain, half(0), half(1)].map((rows) => tablesOf(study(), rows)),
  );
  for (const [name, column] of Object.entries(whole?.replicates?.columns ?? {})) {
    column.hi.forEach((sum, row) => {
      const added = parts.reduce(
        (a, each) => a + (each.replicates?.columns[name]?.hi[row] ?? 0),
        0,
      );
      expect(added).toBeCloseTo(sum, 9);
    });
  }
});

it("stay in a sum of tallies where both hold them", async () => {
  const [one, other] = [await plainTally(), await plainTally()];
  const own = one.tables.replicates?.columns.trajectories?.hi ?? [];
  const both = addTables(one, other).tables.replicates?.columns.trajectories?.hi;
  expect(both).toEqual(Float64Array.from(own, (sum) => 2 * sum));
  const { replicates: _, ...without } = other.tables;
  expect(Object.keys(addTables(one, { ...other, tables: without }).tables)).not.toContain(
    "replicates",
  );
  expect(foldTally(one, 128).tables.replicates?.columns.trajectories?.hi).toEqual(own);
});

it("leaves days, estimates of whole trajectories and other intervals to buckets", async () => {
  const tally = await plainTally();
  const day = await estimatesIn(tally, "1", "2026-11-01");
  const ndcg = (await estimatesIn(tally, "1")).filter(({ request }) => request.name === "ndcg");
  const answers = [...day, ...ndcg].flatMap(({ answer }) => ("code" in answer ? [] : [answer]));
  expect(answers.length).toBeGreaterThan(10);
  for (const { replicates } of answers) expect(replicates.drawn?.("users")).toBeUndefined();
  for (const interval of inTurn(["t", "jackknife", "bootstrapT"], 3)) {
    expect(Object.keys(await tablesOf(study({ interval }), plain))).not.toContain("replicates");
  }
  const fitted = study({}, { exposure: { curve: { fit: "geometric" } } });
  expect(Object.keys(await tablesOf(fitted, plain))).not.toContain("replicates");
  const halved = plain.map((row): Row => ({ ...row, score: 0.5 }));
  const kept = study({}, { sampling: "score" });
  expect(Object.keys(await tablesOf(kept, halved))).not.toContain("replicates");
});

it("is said of a result, with the rows that draw groups", async () => {
  const { estimates, warnings } = await conclude(await plainTally());
  const drawn = estimates.filter((row) => "drawn" in row);
  expect(drawn.map(({ estimator }) => estimator)).toContain("ndcg");
  expect(drawn.every(({ day, estimator }) => day !== null || estimator === "ndcg")).toBe(true);
  const said = warnings.find(({ code }) => code === "groupsDrawn");
  expect(said?.facts).toMatchObject({ rows: drawn.length, of: estimates.length });
  const exact = await conclude(await tallyRows(study(), plain));
  expect(exact.warnings.map(({ code }) => code)).not.toContain("groupsDrawn");
});

it("has the spread of the standard error", async () => {
  const tally = await tallyOf(study({}, { feed: null }), plain);
  const answers = (await estimatesIn(tally, null)).filter(({ policy }) => policy.name === "a");
  const { value, influence, replicates } = pointOf(answers[0]);
  const values = (replicates.drawn?.("users") ?? []) as readonly number[];
  const variance = values.reduce((sum, each) => sum + (each - value) ** 2, 0) / count;
  const expected = influence.reduce((sum, psi) => sum + psi * psi, 0);
  expect(Math.sqrt(variance / expected)).toBeGreaterThan(0.7);
  expect(Math.sqrt(variance / expected)).toBeLessThan(1.4);
});
