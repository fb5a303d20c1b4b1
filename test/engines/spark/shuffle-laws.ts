import { expect, it } from "vitest";
import { createDuckdbEngine } from "../../../src/engines/duckdb/index.js";
import type { Engine, Plan } from "../../../src/sql/engine.js";
import { evaluated } from "../golden/asking.js";
import { declaredStudy } from "../golden/cases.js";
import { crowdedLog } from "../golden/golden-log.js";
import type { OpenEngine } from "../under-test/under-test.js";

/** What a result is grouped by; nothing else may be sent between Spark's processes. */
const keys = ["h_day", "h_feed", "h_logger", "h_bucket"];

/** What the tables of a verdict's lines are grouped by, alone and in one statement for several. */
const inOne = ["m_part", "m_key_0", "m_key_1", "m_key_2"];
const ofUsers = ["user_sessions", "reads_to_end"];
const ofLines = ["rank", "target", "size", "period", "s_day", "reward_class", ...ofUsers, ...inOne];

/** Users can be counted only where each stands once: in what feeds and days, as bits. */
const perUser = ["h_user", "mask_0"];

/** The dangers to a verdict look at whole trajectories: of a large log whose structure is declared, at a sample. */
const ofChecks: readonly string[] = [
  "depths and last rows",
  "rewards by rank and depth",
  "trajectories of one reward",
];
const ofUsersOfChecks: readonly string[] = [
  "users by the ends of their lists",
  "later sessions of users",
];
const perTrajectory = ["h_trajectory", "k_trajectory", "k_feed", "k_depth"];

/** Where a log's structure is declared, sums are not grouped by trajectory on the cluster. */
export function shuffleLaws(opened: () => OpenEngine): void {
  it("structure: declared sends sums by the result's keys, and nothing by trajectory", async () => {
    const { engine, running, logs } = opened();
    const source = (): unknown => {
      const log = logs.find(({ name }) => name === crowdedLog.name);
      return log && running.source(log);
    };
    const plans = await plansAsked(engine, source);
    expect(plans.length).toBeGreaterThan(3);
    const seen = new Set<string>();
    for (const plan of plans) {
      const explained = await engine.explain(plan);
      const sent = exchangesOf(explained).flat();
      for (const column of sent) seen.add(column);
      const allowed = [
        ...keys,
        ...ofLines,
        ...(plan.purpose === "number of users" ? perUser : []),
        ...(ofChecks.includes(plan.purpose) ? perTrajectory : []),
        ...(ofUsersOfChecks.includes(plan.purpose) ? [...perTrajectory, "h_user"] : []),
      ];
      const others = sent.filter((column) => !allowed.includes(column));
      expect(others, `${plan.purpose}:\n${explained}`).toEqual([]);
      if (sent.length > 0) expect(explained).toContain("partial_");
    }
    expect([...seen]).toEqual(expect.arrayContaining(["h_day", "h_feed", "h_user"]));
  });
}

/** What the study asks of the engine: DuckDB answers it in its place, from the same files. */
async function plansAsked(engine: Engine, source: () => unknown): Promise<readonly Plan[]> {
  const plans: Plan[] = [];
  const duckdb = await createDuckdbEngine();
  const { name, dialect, info, explain } = engine;
  const recording: Engine = {
    ...{ name, dialect, info, explain },
    describe: (...asked) => duckdb.describe(...asked),
    query: (plan, call) => {
      plans.push(plan);
      return duckdb.query(plan, call);
    },
    close: () => duckdb.close(),
  };
  await evaluated(crowdedLog, declaredStudy)({ engine: recording, source });
  await recording.close();
  return plans;
}

/** The columns by which each exchange sends rows, without constants; none where all go to one place. */
const exchangesOf = (explained: string): readonly (readonly string[])[] =>
  [...explained.matchAll(/hashpartitioning\((.*?), \d+\)/g)].map(([, list = ""]) =>
    list
      .split(", ")
      .map((column) => column.replace(/#\d+.*$/, ""))
      .filter((column) => !/^\d+$/.test(column)),
  );
