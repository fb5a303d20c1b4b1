import { LogError, UnsupportedError } from "../../src/errors.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import {
  exposureColumnOf,
  type OutcomeRow,
  simulateWhole,
  type World,
} from "../../src/simulator/index.js";
import { impressionColumns } from "../../src/simulator/world-columns.js";
import { worldStudy } from "../../src/simulator/world-study.js";
import type { Engine } from "../../src/sql/engine.js";

/** One line of one simulated log: a policy in a feed, by one reward. */
export interface Observation {
  readonly policy: string;
  readonly feed: string;
  readonly reward: string;
  /** The difference from production, by DCG (where exposures are logged, by IPS): estimate, standard error, and whether its interval holds the truth (null: there is none). */
  readonly value: number;
  readonly se: number;
  readonly covers: boolean | null;
  readonly truth: number;
  readonly verdict: string;
  readonly reason: string;
  /** Dangers that moved the verdict or could. */
  readonly signs: readonly string[];
}

/** Differences from production that all users there could be have, by line. */
export function trueGains(world: World): ReadonlyMap<string, number> {
  // Logged exposures move no reward, and take long.
  const dials = world.exposures === true ? {} : world.dials;
  const large = { ...world, users: 60_000, exposures: false, dials, name: `${world.name} truth` };
  const { truth } = simulateWhole(large, 1);
  const overall = truth.filter(({ day }) => day === null);
  const of = (policy: string, row: OutcomeRow): number =>
    overall.find(
      (each) => each.policy === policy && each.feed === row.feed && each.reward === row.reward,
    )?.mean ?? Number.NaN;
  return new Map(
    overall.map((row) => [keyOf(row), row.mean - of(world.policies[0]?.name ?? "", row)]),
  );
}

const keyOf = ({ policy, feed, reward }: Pick<OutcomeRow, "policy" | "feed" | "reward">): string =>
  `${policy} ${feed} ${reward}`;

/** Simulates a log, evaluates its study, and holds each line against the truth. */
export async function observe(
  world: World,
  seed: number,
  gains: ReadonlyMap<string, number>,
  engine: Engine,
): Promise<readonly Observation[] | string> {
  const { log } = simulateWhole(world, seed);
  try {
    const result = await evaluate(studyOf(world, log), { engine });
    return linesOf(result, world, gains);
  } catch (error) {
    if (error instanceof UnsupportedError || error instanceof LogError) return error.code;
    throw error;
  }
}

function studyOf(world: World, log: ReturnType<typeof simulateWhole>["log"]): never {
  const columns = impressionColumns(world, log).map(({ name, type, data }) => {
    const values = Array.from<number | string>(data);
    return [name, type === "DATE" ? values.map((day) => isoDay(Number(day))) : values];
  });
  const { truth: _, ...study } = worldStudy(world, false);
  const named = study.log as Readonly<Record<string, unknown>>;
  const read = { ...named, source: { rows: Object.fromEntries(columns) } };
  if (world.exposures !== true)
    return { ...study, log: read, estimators: ["mean", "dcg"] } as never;
  const [logger = ""] = world.policies.map(({ name }) => exposureColumnOf(name));
  const policies = world.policies.map(({ name }) => [name, { exposure: exposureColumnOf(name) }]);
  return {
    ...study,
    log: { ...read, exposure: { column: logger } },
    policies: Object.fromEntries(policies),
    estimators: ["mean", "ips"],
  } as never;
}

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

function linesOf(
  { verdicts, differences }: Result,
  world: World,
  gains: ReadonlyMap<string, number>,
): readonly Observation[] {
  const logger = world.policies[0]?.name;
  return verdicts.flatMap((verdict) => {
    const { policy, reward, feed } = verdict;
    if (policy === logger || feed === null) return [];
    const row = differences.find(
      (each) =>
        each.policy === policy &&
        each.reward === reward &&
        each.feed === feed &&
        each.day === null &&
        each.estimator === (world.exposures === true ? "ips" : "dcg"),
    );
    const truth = gains.get(keyOf({ policy, feed, reward })) ?? Number.NaN;
    const answer = row !== undefined && "value" in row ? restoreNumbers(row) : undefined;
    const [low, high] = answer?.interval ?? [];
    return [
      {
        policy,
        feed,
        reward,
        value: answer?.value ?? Number.NaN,
        se: answer?.se ?? Number.NaN,
        covers: low === undefined || high === undefined ? null : low <= truth && truth <= high,
        truth,
        verdict: verdict.verdict,
        reason: verdict.reason.code,
        signs: (verdict.checks ?? [])
          .filter(({ effect }) => effect !== "none")
          .map(({ check }) => check),
      },
    ];
  });
}
