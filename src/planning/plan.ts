import type { ComparisonTables } from "../checks/comparison-tables.js";
import { cellsByLift } from "../checks/reward-cells.js";
import type { StudyTally } from "../evaluate/about.js";
import { comparisonTablesOf } from "../evaluate/conclude/comparisons/comparison-tables-of.js";
import { comparisonsAlone, concludeOpen } from "../evaluate/conclude/conclude.js";
import {
  type ConcludeOptions,
  type OpenTally,
  openTally,
} from "../evaluate/conclude/open-tally.js";
import type { Difference, Result, Verdict } from "../evaluate/conclude/result.js";
import { isSameQuestion } from "../evaluate/conclude/row-key.js";
import { isAnswer, withheldBy } from "../evaluate/conclude/withheld.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { square } from "../numeric/elementary/square.js";
import type { Parameters } from "../parameters.js";
import { version } from "../version.js";
import { daysUntil, errorAfter, type Never, whyNever } from "./days.js";
import {
  answered,
  type Daily,
  dailyOf,
  type RowsAsSeen,
  rowsAsSeen,
} from "./days-of-comparison.js";
import { withDecidingQuestions } from "./deciding-questions.js";
import { type LoggingPlan, loggingPlan } from "./logging.js";
import { powerAt, smallestDifference } from "./power.js";

export interface PlanOptions
  extends Pick<ConcludeOptions, "confidence" | "baseline" | "members" | "signal"> {
  /** The power: the probability of detecting a difference; 0.8. */
  readonly power?: number;
  /** A relative difference to plan for, such as 0.02. */
  readonly lift?: number;
}

/** What a log can detect, and what more of it would: one comparison for every verdict. */
export interface Plan {
  readonly hindcast: string;
  readonly confidence: number;
  readonly power: number;
  readonly trajectories: number;
  readonly days: number | null;
  readonly lines: readonly PlanComparison[];
  /** Comparisons without a difference, or whose numbers are not an answer, with the reason. */
  readonly none: readonly {
    readonly policy: string;
    readonly reward: string;
    readonly feed: string | null;
    readonly message: string;
  }[];
}

export interface PlanComparison {
  readonly policy: string;
  readonly baseline: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly estimator: string;
  readonly parameters: Parameters;
  readonly verdict: Verdict["verdict"];
  /** The estimated difference, and relative to the baseline where that is not near 0. */
  readonly value: number;
  readonly lift: number | null;
  readonly se: number;
  readonly df: number;
  /** The level of one comparison of the family. */
  readonly level: number;
  /** Standard deviation of a trajectory's part of the difference, the users' ties included: SE·√n. */
  readonly sd: number;
  /** SE² over what it would be if no two rows of a user or a trajectory went together; null without tables. */
  readonly designEffect: number | null;
  /** The smallest difference that this log detects with the power asked for. */
  readonly smallest: Size;
  /** How much of a difference missing views leave open, which no number of days takes away; null where none is missing. */
  readonly floor: Size | null;
  /** The power of this log for the estimated difference, and for the lift asked for. */
  readonly powerForSeen: number;
  readonly seen: Need;
  readonly asked: (Need & { readonly lift: number; readonly power: number }) | null;
  /** The smallest difference after so many days (or multiples of the log) of the same traffic. */
  readonly byDays: readonly (Size & { readonly days: number })[];
  /** The smallest difference under each clip that the study lists. */
  readonly byClip: readonly (Size & { readonly clip: number | "inf" })[];
  readonly logging: LoggingPlan | null;
}

/** A difference, and relative to the baseline. */
export interface Size {
  readonly difference: number;
  readonly lift: number | null;
}

/** What detecting a difference takes; null where no number of days detects it. */
export interface Need {
  readonly trajectories: number | null;
  /** Days of this traffic in all, and beyond those that the log holds; null where the log names no day. */
  readonly days: number | null;
  readonly moreDays: number | null;
  /**
   * Why no number of days finds it: it is 0, or no more than missing views or readings of the log leave open, or returning users or the curve of a file keep the error above it;
   * `unclear` where what users keep is within the error with which this log knows it.
   */
  readonly never?: "noDifference" | "missingViews" | "alternatives" | Never;
}

/**
 * A plan from a tally alone: how large a difference of each comparison must be for this log to detect it with the
 * power asked for, and what more days of the same traffic would detect. Rejects with a StudyError as `conclude` does, a
 * RangeError for a power outside (0, 1) or a lift that is not above 0.
 */
export async function planOf(tally: StudyTally, options: PlanOptions = {}): Promise<Plan> {
  const { power = 0.8, lift = null, ...concluding } = options;
  if (!(power > 0 && power < 1)) {
    throw new RangeError(`The power must be in (0, 1); it is ${power}.`);
  }
  if (lift !== null && !(lift > 0 && lift < Infinity)) {
    throw new RangeError(`The lift must be in (0, ∞), 0.02 for 2 %; it is ${lift}.`);
  }
  const base = withDecidingQuestions(await openTally(tally, concluding));
  const result = await concludeOpen(base, comparisonsAlone);
  const rows = await rowsAsSeen(base);
  const lines = result.verdicts.map((verdict) =>
    comparisonOf(base, result, rows, verdict, power, lift),
  );
  const noneOf = (verdict: Verdict): Plan["none"][number] => {
    const { policy, reward, feed } = verdict;
    return { policy, reward, feed, message: whyNone(verdict) };
  };
  return {
    hindcast: version,
    confidence: result.confidence,
    power,
    trajectories: result.log.trajectories,
    days: result.log.days,
    lines: lines.flatMap((line) => (line === null ? [] : [line])),
    none: result.verdicts.flatMap((verdict, at) => (lines[at] === null ? [noneOf(verdict)] : [])),
  };
}

/** What its numbers lack where they are not an answer, else the first reason of a verdict. */
function whyNone(verdict: Verdict): string {
  const withheld = withheldBy(verdict);
  const survival = verdict.checks?.find(({ check }) => check === withheld);
  return verdict.reason.code === withheld || survival === undefined
    ? verdict.reason.message
    : survival.message;
}

function comparisonOf(
  base: OpenTally,
  { differences, estimates, rewards }: Result,
  rows: RowsAsSeen,
  verdict: Verdict,
  power: number,
  lift: number | null,
): PlanComparison | null {
  if (!isAnswer(verdict)) return null;
  const ofPolicy = answered(differences.map(restoreNumbers)).filter(
    ({ policy }) => policy === verdict.policy,
  );
  const row = ofPolicy.find((difference) => isSameQuestion(difference, { ...verdict, day: null }));
  if (row === undefined || !(row.se > 0)) return null;
  const { level } = row.adjusted;
  const of = estimates
    .map(restoreNumbers)
    .find((estimate) => estimate.policy === row.baseline && isSameQuestion(estimate, row));
  const baseline = of !== undefined && "value" in of ? Math.abs(of.value) : 0;
  const size = (difference: number): Size => ({
    difference,
    lift: "value" in row.lift && baseline > 0 ? difference / baseline : null,
  });
  const floor = floorOf(row);
  // A set is left on one side of 0 at the level of one side.
  const test = { alpha: floor > 0 ? 2 * level : level, power };
  const atEnd = endErrorOf(row);
  const daily = dailyOf(base, row, rows);
  // Days are those of the study's error; an alternative estimate has its own.
  const ofReading = row.estimatedBy === undefined ? 1 : row.se / daily.se;
  const smallest = (se: number): Size => size(floor + smallestDifference(atEnd * se, test, row.df));
  const need = (difference: number): Need => {
    const need = needOf(difference, floor, row, daily, { ...test, ofError: atEnd * ofReading });
    return need.never === "missingViews" && verdict.missing === undefined
      ? { ...need, never: "alternatives" }
      : need;
  };
  const tables = comparisonTablesOf(base, row);
  const better = rewards.find(({ name }) => name === row.reward)?.better ?? "higher";
  const { policy, reward, feed, estimator, parameters, value, se, df } = row;
  const gain = lift !== null && baseline > 0 ? lift * baseline : null;
  return {
    policy,
    baseline: row.baseline,
    reward,
    feed,
    estimator,
    parameters,
    verdict: verdict.verdict,
    value,
    lift: "value" in row.lift ? row.lift.value : null,
    se,
    df,
    level,
    sd: se * Math.sqrt(row.n),
    designEffect: tables === undefined ? null : tiesOf(tables, daily.se * row.n),
    smallest: smallest(se),
    floor: floor > 0 ? size(floor) : null,
    powerForSeen: powerAt(Math.max(0, Math.abs(value) - floor), atEnd * se, test.alpha, df),
    seen: need(value),
    asked:
      gain === null || lift === null
        ? null
        : {
            lift,
            power: powerAt(Math.max(0, gain - floor), atEnd * se, test.alpha, df),
            ...need(gain),
          },
    byDays: horizons(daily.count).map((days) => ({
      days,
      ...smallest(ofReading * errorAfter(daily, days)),
    })),
    byClip: clipsOf(row, ofPolicy).map(({ clip, se }) => ({ clip, ...smallest(se) })),
    logging: tables === undefined ? null : (loggingPlan(tables, better) ?? null),
  };
}

/** The variance of a sum over that of rows which had nothing to do with each other, Σ w²·c². */
function tiesOf(tables: ComparisonTables, error: number): number | null {
  const { weight, squares } = cellsByLift(tables)(0).cells;
  let rows = 0;
  for (let cell = 0; cell < weight.length; cell++) {
    rows += square(weight[cell] ?? 0) * (squares[cell] ?? 0);
  }
  return rows > 0 ? square(error) / rows : null;
}

/** From the difference to the end of its set that lies towards 0. */
const floorOf = ({ value, set = [value, value] }: Difference): number =>
  value < 0 ? set[1] - value : value - set[0];

/** The standard error of that end by that of the difference. */
const endErrorOf = ({ value, se, setSe }: Difference): number =>
  setSe === undefined ? 1 : setSe[value < 0 ? 1 : 0] / se;

/** Days as the error shrinks with the degrees of freedom that the log has, and as many trajectories as they hold. */
function needOf(
  difference: number,
  floor: number,
  row: Difference,
  daily: Daily,
  test: { readonly alpha: number; readonly power: number; readonly ofError: number },
): Need {
  const { n, df } = row;
  const nothing = { trajectories: null, days: null, moreDays: null };
  if (difference === 0) return { ...nothing, never: "noDifference" };
  if (Math.abs(difference) <= floor) return { ...nothing, never: "missingViews" };
  const target = (Math.abs(difference) - floor) / smallestDifference(test.ofError, test, df);
  const until = daysUntil(daily, target);
  if (until === undefined) return { ...nothing, never: whyNever(daily, daily.count, df, target) };
  const trajectories = Math.ceil((n * until) / daily.count);
  if (!daily.named) return { ...nothing, trajectories };
  const days = Math.ceil(until);
  return { trajectories, days, moreDays: Math.max(0, days - daily.count) };
}

/** Half a log to eight times it, in whole days. */
const horizons = (days: number): readonly number[] => [
  ...new Set([0.5, 1, 2, 3, 4, 6, 8].map((times) => Math.max(1, Math.round(times * days)))),
];

/** The same difference under every clip that the study lists, the widest last. */
function clipsOf(
  row: Difference,
  all: readonly Difference[],
): readonly { readonly clip: number | "inf"; readonly se: number }[] {
  const key = familyOf(row);
  const clips = all
    .filter(
      (difference) => difference.day === null && difference.se > 0 && familyOf(difference) === key,
    )
    .map(({ parameters: { clip }, se }) => ({
      clip: typeof clip === "number" ? clip : Infinity,
      se,
    }))
    .sort((a, b) => a.clip - b.clip);
  if (clips.length < 2) return [];
  return clips.map(({ clip, se }) => ({ clip: clip === Infinity ? "inf" : clip, se }));
}

/** Equal for the rows that differ in their clip alone. */
const familyOf = ({ estimator, reward, feed, estimand, parameters }: Difference): string => {
  const { clip: _, ...others } = parameters;
  return JSON.stringify([estimator, reward, feed, estimand, others]);
};
