import { canonical } from "../../log/canonical.js";
import { type Stratum, strataKeys, strataRoles, stratumAt } from "../../log/strata.js";
import { summaryOf } from "../../log/summary.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, max, min, nullOf } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, select } from "../../sql/relation.js";
import type { WidePlan } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { SurveyedLog } from "./survey-log.js";

/** The largest reward of a log in size, and where it stands. */
export interface LargestReward extends Stratum {
  readonly reward: string;
  readonly value: number;
}

/** Rewards above this are looked up: next to them doubles may not hold the others. */
const large = 2 ** 40;

/** Where the largest values of rewards stand that reach far; a log that has none takes no statement. */
export async function largestRewards(
  { engine, options }: Connection,
  surveyed: SurveyedLog,
): Promise<readonly LargestReward[]> {
  const { log, summary } = surveyed;
  const far = log.rewards.flatMap(({ name }, at) => {
    const [low, high] = summaryOf(log, summary, canonical.reward(at)).range ?? [0, 0];
    const value = -low > high ? low : high;
    return Math.abs(value) > large ? [{ reward: name, at, value }] : [];
  });
  if (far.length === 0) return [];
  const [table] = await collectWide(
    engine,
    [
      extremesPlan(
        surveyed,
        far.map(({ at }) => at),
      ),
    ],
    options,
  );
  return far.map(({ reward, at, value }) => {
    const side = value < 0 ? `low_${at}` : `high_${at}`;
    const row = table.numbersOrZero(side).indexOf(value);
    const { day, feed, logger } = stratumAt(table.columns, row);
    return { reward, value, day, feed, logger };
  });
}

function extremesPlan({ log, rows }: SurveyedLog, rewards: readonly number[]): WidePlan {
  const extremes = rewards.flatMap((at): readonly Named[] => [
    [`low_${at}`, min(canonical.reward(at))],
    [`high_${at}`, max(canonical.reward(at))],
  ]);
  const strata = strataRoles.map(
    (role): Named => [
      role,
      log.spec[role] === undefined ? nullOf("text") : cast(canonical[role], "text"),
    ],
  );
  const columns: readonly Named[] = [
    ...strata,
    ...extremes.map(([name]): Named => [name, column(name)]),
  ];
  const grouped = group(rows, strataKeys(log), extremes);
  return { ...plan("largest rewards", select(grouped, columns)), keys: [...strataRoles] };
}
