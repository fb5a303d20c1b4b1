import { reason } from "../../errors.js";
import {
  criticalP,
  difference,
  type Inference,
  intervalBy,
  lift,
  type PointEstimate,
  simultaneous,
  statisticOf,
} from "../../inference/index.js";
import { sizes } from "./estimate-rows.js";
import type { Difference, DifferenceRow, NoEstimate } from "./result.js";
import { familyKey, isSameQuestion, rowKey } from "./row-key.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/** A difference before its family is known. */
export interface Comparison {
  readonly answered: AnsweredQuestion;
  /** candidate − baseline. */
  readonly answer: PointEstimate;
  readonly row: Omit<Difference, "adjusted" | "lift">;
  readonly liftAt: (confidence: number) => Difference["lift"];
}

type Missing = NoEstimate & { readonly baseline: string };

/** Compares every policy with the baseline by the same estimator, in one scope. */
export function compareAll(
  all: readonly AnsweredQuestion[],
  baseline: string,
  inference: Inference,
  clusters: number | null,
): readonly (Comparison | Missing)[] {
  const bases = all.filter(({ policy }) => policy.name === baseline);
  return all.flatMap((answered) => {
    if (answered.policy.name === baseline) return [];
    const key = rowKey(answered, answered.scope);
    const base = bases.find((each) => isSameQuestion(rowKey(each, each.scope), key));
    if (base === undefined) return [];
    return [compare(answered, base, baseline, inference, clusters)];
  });
}

function compare(
  candidate: AnsweredQuestion,
  base: AnsweredQuestion,
  baseline: string,
  inference: Inference,
  clusters: number | null,
): Comparison | Missing {
  const key = { ...rowKey(candidate, candidate.scope), baseline };
  if ("code" in candidate.answer) return { ...key, none: candidate.answer };
  if ("code" in base.answer) return { ...key, none: base.answer };
  const [found, reference] = [candidate.answer, base.answer];
  const delta = difference(found, reference);
  const { interval, confidence } = inference;
  const statistic = statisticOf(delta);
  const { se } = statistic;
  if (se === 0 && delta.value !== 0) return { ...key, none: noVariance(delta.value) };
  return {
    answered: candidate,
    answer: delta,
    row: {
      ...key,
      value: delta.value,
      se,
      interval: intervalBy(interval, statistic, confidence),
      p: interval.p(statistic),
      ...sizes(delta, clusters),
    },
    liftAt: (level) => lift(found, reference, interval, level),
  };
}

const noVariance = (value: number): NoEstimate["none"] =>
  reason(
    "noVariance",
    `Every cluster shows the same difference (${value}); a standard error of 0 would not measure its uncertainty.`,
    { value },
  );

/**
 * The rows of one scope with p adjusted over each family (rewards × policies) as the study asks, and with
 * intervals, of lifts too, that hold all at once.
 */
export function adjusted(
  compared: readonly (Comparison | Missing)[],
  { interval, adjustment, confidence }: Inference,
): readonly DifferenceRow[] {
  const families = new Map<string, Comparison[]>();
  for (const each of compared) {
    if ("none" in each) continue;
    const key = familyKey(each.row);
    families.set(key, [...(families.get(key) ?? []), each]);
  }
  const wide = simultaneous(adjustment);
  return compared.map((each) => {
    if ("none" in each) return each;
    const family = families.get(familyKey(each.row)) ?? [each];
    const p = adjustment.p(family.map(({ row }) => row.p))[family.indexOf(each)] ?? 1;
    const level = wide.level?.(confidence, family.length) ?? confidence;
    return {
      ...each.row,
      lift: each.liftAt(level),
      adjusted: {
        method: adjustment.name,
        family: family.length,
        p,
        interval: intervalBy(interval, statisticOf(each.answer), level),
        intervalBy: wide.name,
      },
    };
  });
}

/**
 * How large a difference must be to give a verdict, its error and the other p-values of its family being as
 * they are: half its adjusted interval, or what the largest p that would still be rejected comes to.
 */
export function decidingMargin(
  rows: readonly DifferenceRow[],
  row: Difference,
  { interval, adjustment, confidence }: Inference,
): number {
  if (adjustment.level !== undefined) {
    const [lo, hi] = row.adjusted.interval;
    return (hi - lo) / 2;
  }
  const family = rows.filter(
    (each): each is Difference =>
      !("none" in each) &&
      each.feed === row.feed &&
      each.day === row.day &&
      familyKey(each) === familyKey(row),
  );
  const p = family.map((each) => each.p);
  const level = 1 - criticalP(adjustment, p, family.indexOf(row), confidence);
  const { value, se, buckets } = row;
  const [below] = interval.margins({ value, se, degreesOfFreedom: buckets - 1 }, level);
  return below;
}
