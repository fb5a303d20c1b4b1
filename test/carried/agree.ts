import { expect } from "vitest";
import type { Difference, Result, RowKey } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { tQuantile } from "../../src/numeric/student-t-quantile.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import { asEstimated } from "../fixture/as-estimated.js";
import { type Trajectory, trajectoriesOf } from "../fixture/reference.js";
import { evaluateRows, inMemory, smallStudy } from "../fixture/small-study.js";
import { columns, longest } from "./random-log.js";
import {
  answerOf,
  type Curves,
  type Ending,
  errorOf,
  type InfluencedEstimate,
  type Question,
  type World,
} from "./reference.js";

type Section = Readonly<Record<string, unknown>>;

/** Every estimator that moves with the curve, in every way of moving. */
export const estimators: readonly unknown[] = [
  "mean",
  "dcg",
  { dcg: { discount: "log2", debias: "curve" } },
  { dcg: { discount: "curve", debias: "log2" } },
  { dcg: { gain: "c" } },
  { dcg: { clip: 2 } },
  { dcg: { clipRatio: 2 } },
  "ips",
  "snips",
  { ndcg: { discount: ["curve", "log2"], debias: "curve" } },
  { ndcg: { clip: 2, onNoIdeal: "skip" } },
  "pndcg",
];

/** One of each kind: pairs of ranks, both clips, a ratio, ideals. */
export const few: readonly unknown[] = [
  "dcg",
  "ips",
  { dcg: { clip: 2 } },
  { dcg: { clipRatio: 2 } },
  "snips",
  "ndcg",
  "pndcg",
];

/**
 * A study of a log of sessions. The deciding estimator's differences carry the error of their own test; by
 * rank ips is dcg, whose differences carry the plain error.
 */
export const studyOf = (curve: unknown, { log, ...rest }: Section = {}): Section => {
  const asked = (rest.estimators ?? estimators) as readonly unknown[];
  return smallStudy({
    log: {
      rewards: { watch: "watch" },
      listLength: "list_length",
      exposure: { curve },
      ...(log as Section | undefined),
    },
    policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
    estimators,
    ...(asked.includes("ips") ? { decide: "ips" } : {}),
    estimands: ["perTrajectory", "perImpression"],
    ...rest,
  });
};

/** Evaluates over rows in memory. */
export const ask = (study: unknown, rows: readonly Row[]): Promise<Result> =>
  evaluateRows(study, rows, { engine: inMemory(rows, columns) });

export interface Comparison {
  readonly study: Section;
  readonly rows: readonly Row[];
  readonly curves: Curves;
  /** nDCG of negative gains has no bound, and is added up at a resolution of 1e-7. */
  readonly coarse?: boolean;
  /** Days that teach the curves and are not evaluated. */
  readonly fitDays?: readonly string[];
}

/** Holds every answered estimate, difference and lift against the reference; counts them. */
export async function agree(compared: Comparison): Promise<Readonly<Record<string, number>>> {
  const result = await ask(compared.study, compared.rows);
  const reference = referenceOf(compared);
  const near = compared.coarse === true ? within(2e-5, 0.1) : within(1e-6, 1e-3);
  const counted = { estimates: 0, differences: 0, lifts: 0, wider: 0 };
  for (const row of result.estimates.map(restoreNumbers)) {
    if (!("value" in row)) throw new Error(JSON.stringify(row));
    const wanted = reference(row, row.policy);
    near(row.value, wanted.value, 1, "value", row);
    near(row.se, errorOf([[1, wanted]]), wanted.value, "standard error", row);
    counted.estimates++;
    if (Math.abs(row.se / wanted.naive - 1) > 1e-3) counted.wider++;
  }
  for (const row of result.differences.map(restoreNumbers)) {
    if (!("value" in row)) continue;
    const plain = { ...row, value: asEstimated(result, row) };
    compare(plain, reference(row, row.policy), reference(row, row.baseline), near);
    counted.differences++;
    if ("interval" in row.lift) counted.lifts++;
  }
  return counted;
}

function compare(
  row: Difference,
  own: InfluencedEstimate,
  base: InfluencedEstimate,
  near: Near,
): void {
  near(row.value, own.value - base.value, base.value, "difference", row);
  if (row.adjusted.method !== "none") return;
  const se = errorOf([
    [1, own],
    [-1, base],
  ]);
  near(row.se, se, base.value, "standard error of the difference", row);
  if (!("interval" in row.lift)) return;
  const sign = Math.sign(base.value);
  const t = tQuantile(0.975, row.df);
  for (const lift of row.lift.interval) {
    const ratio = 1 + sign * lift;
    const error = errorOf([
      [1, own],
      [-ratio, base],
    ]);
    const distance = Math.abs(own.value - ratio * base.value);
    near(distance, t * error, base.value, "end of the lift's interval", row);
  }
}

type Near = (got: number, wanted: number, scale: number, what: string, row: RowKey) => void;

/** Relative to what is wanted, or to a share of a value near which nothing finer is asked. */
const within =
  (tolerance: number, share: number): Near =>
  (got, wanted, scale, what, row) => {
    const { policy, estimator, parameters, reward, estimand, feed, day } = row;
    const key = JSON.stringify({ policy, estimator, parameters, reward, estimand, feed, day });
    const far = Math.abs(got - wanted) / Math.max(Math.abs(wanted), share * Math.abs(scale));
    expect(far, `${what} of ${key}: ${got} for ${wanted}`).toBeLessThanOrEqual(tolerance);
  };

function referenceOf({ study, rows, curves, fitDays = [] }: Comparison) {
  const log = study.log as Section;
  const all = trajectoriesOf(rows, {
    user: log.user === undefined ? null : "user",
    feed: log.feed !== undefined,
  }).map((each) => ({ ...each, logger: log.logger === undefined ? "" : each.logger }));
  const isTaught = ({ day }: Trajectory): boolean => fitDays.includes(day);
  const ends: Ending = {
    listLength: log.listLength !== undefined,
    cut: log.censored !== undefined,
  };
  const world: World = {
    trajectories: all.filter((each) => !isTaught(each)),
    teachers: fitDays.length === 0 ? all : all.filter(isTaught),
    curves,
    ends,
  };
  const exposures = (log.exposure as Section).column !== undefined;
  const known = new Map<string, InfluencedEstimate>();
  return (row: RowKey, policy: string): InfluencedEstimate => {
    const { feed, day, estimator, parameters, reward, estimand } = row;
    const question: Question = {
      ...{ estimator, parameters, policy, reward, estimand, exposures },
      listLength: ends.listLength,
      end: longest,
    };
    const key = JSON.stringify([question, feed, day]);
    const scope = world.trajectories.filter(
      (each) =>
        (feed === null || feed === "*" || each.feed === feed) && (day === null || each.day === day),
    );
    const found = known.get(key) ?? answerOf(world, scope, question);
    known.set(key, found);
    return found;
  };
}
