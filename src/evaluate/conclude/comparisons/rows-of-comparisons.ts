import { type Inference, simultaneous } from "../../../inference/inference.js";
import { jointInfluences } from "../../../inference/joint-influences.js";
import type { Study } from "../../../study/study.js";
import { eachInTurn } from "../../each-in-turn.js";
import type { Contrast } from "../difference-rows.js";
import { sizes } from "../estimate-rows.js";
import type { OpenTally } from "../open-tally.js";
import type { Answered, Difference, DifferenceRow, Lift } from "../result.js";
import { answerOf, setOf } from "./comparison-answer.js";
import { isTested, type VerdictComparison } from "./verdict-comparisons.js";

/** The rows of all comparisons, those of a feed a family of their own where the study says so. */
export async function rowsOfComparisons(
  { inference, signal }: Pick<OpenTally, "inference" | "signal">,
  comparisons: readonly VerdictComparison[],
  family: Study["family"],
): Promise<ReadonlyMap<Contrast, Answered<DifferenceRow>>> {
  const feedOf = ({ compared: { key } }: VerdictComparison): string | null =>
    family === "feed" ? key.feed : null;
  const families = [...new Set(comparisons.map(feedOf))].map((feed) =>
    comparisons.filter((comparison) => feedOf(comparison) === feed),
  );
  const rowOf = new Map<Contrast, Answered<DifferenceRow>>();
  for (const group of families) {
    const rows = await adjustedRows(group, inference, signal);
    for (const [at, row] of rows.entries()) {
      const comparison = group[at];
      if (comparison !== undefined) rowOf.set(comparison.compared, row);
    }
  }
  return rowOf;
}

/**
 * The rows of the comparisons of one family: p adjusted over all of them as the study asks, interval and lift at the
 * level at which all hold at once. Comparisons with nothing to test are in no family.
 */
function adjustedRows(
  comparisons: readonly VerdictComparison[],
  { adjustment, confidence }: Inference,
  signal: AbortSignal | undefined,
): Promise<readonly Answered<DifferenceRow>[]> {
  const tested = comparisons.filter(isTested);
  const family = Math.max(1, tested.length);
  const answers = new Map(tested.map((comparison) => [comparison, answerOf(comparison, family)]));
  const wide = simultaneous(adjustment);
  const areStudys = [...answers.values()].every(({ lead }) => lead === "study");
  // Joint tails are those of the comparisons alone, not of what else a policy was chosen from.
  const isOnlyOfComparisons = tested.every((comparison) => comparison.chosenFrom === 1);
  const ofFamily =
    tested.length > 1 && areStudys && isOnlyOfComparisons
      ? adjustment.ofFamily?.(jointInfluences(tested.map(({ compared }) => compared.answer)))
      : undefined;
  const adjusted = (ofFamily ?? adjustment).p(
    [...answers].map(([comparison, { p }]) => Math.min(1, comparison.chosenFrom * p)),
  );
  const joint = ofFamily?.level(confidence) ?? wide.level?.(confidence, family);
  const levelOfOne = 1 - (joint ?? confidence);
  const rowOf = (comparison: VerdictComparison): Answered<DifferenceRow> => {
    const { chosenFrom } = comparison;
    const level = levelOfOne / chosenFrom;
    const by = {
      ...{ method: adjustment.name, family: family * chosenFrom, level, intervalBy: wide.name },
      ...(chosenFrom > 1 && { chosenFrom }),
    };
    const { key, answer: plain, clusters } = comparison.compared;
    if ("none" in comparison.test) return { ...key, none: comparison.test.none };
    const numbers = sizes(plain, clusters);
    if (!isTested(comparison)) {
      const nothing = { value: 0, se: 0, df: plain.buckets - 1, interval: zero, p: 1 };
      const lift: Lift = { value: 0, interval: zero };
      return { ...key, ...nothing, ...numbers, lift, adjusted: { ...by, p: 1, interval: zero } };
    }
    const answer = answers.get(comparison);
    if (answer === undefined) throw new RangeError("Every tested comparison has an answer.");
    const interval = answer.intervalAt(1 - confidence);
    const row: Difference = {
      ...key,
      value: answer.value,
      se: answer.se,
      df: answer.df,
      ...setOf(answer),
      interval,
      p: answer.p,
      ...numbers,
      lift: answer.liftAt(level),
      adjusted: {
        ...by,
        p: adjusted[tested.indexOf(comparison)] ?? 1,
        interval: by.family === 1 ? interval : answer.intervalAt(level, interval),
      },
    };
    return row;
  };
  return eachInTurn(comparisons, rowOf, signal);
}

const zero = [0, 0] as const;
