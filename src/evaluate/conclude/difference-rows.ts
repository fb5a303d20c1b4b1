import { reason } from "../../errors.js";
import { type PointEstimate, standardError, statisticOf } from "../../inference/delta.js";
import { difference, lift } from "../../inference/difference.js";
import { criticalP, type Inference } from "../../inference/inference.js";
import { intervalBy } from "../../inference/intervals/interval.js";
import type { Study } from "../../study/study.js";
import { sizes } from "./estimate-rows.js";
import type { Answered, Difference, DifferenceRow, NoEstimate } from "./result.js";
import { isWithoutVariance, roundingRefusal } from "./rounding.js";
import { isSameQuestion, rowKey } from "./row-key.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/** A difference before it is known whether a verdict rests on it. */
export interface Contrast {
  readonly answered: AnsweredQuestion;
  readonly candidate: PointEstimate;
  readonly base: PointEstimate;
  /** candidate − baseline. */
  readonly answer: PointEstimate;
  readonly key: Omit<NoEstimate, "none"> & { readonly baseline: string };
  readonly clusters: number | null;
}

export type Missing = NoEstimate & { readonly baseline: string };

export function compareAll(
  all: readonly AnsweredQuestion[],
  baseline: string,
  clusters: number | null,
): readonly (Contrast | Missing)[] {
  const bases = all.filter(({ policy }) => policy.name === baseline);
  return all.flatMap((answered) => {
    if (answered.policy.name === baseline) return [];
    const key = rowKey(answered, answered.scope);
    const base = bases.find((answeredQuestion) =>
      isSameQuestion(rowKey(answeredQuestion, answeredQuestion.scope), key),
    );
    return base === undefined ? [] : [compare(answered, base, baseline, clusters)];
  });
}

function compare(
  answered: AnsweredQuestion,
  { answer: base }: AnsweredQuestion,
  baseline: string,
  clusters: number | null,
): Contrast | Missing {
  const key = { ...rowKey(answered, answered.scope), baseline };
  const { answer: candidate } = answered;
  if ("code" in candidate) return { ...key, none: candidate };
  if ("code" in base) return { ...key, none: base };
  const answer = difference(candidate, base);
  const none = roundingRefusal(answer, answered.largest);
  if (none !== undefined) return { ...key, none };
  const isFlat = standardError(answer) === 0 || isWithoutVariance(answer);
  if (isFlat && answer.value !== 0) return { ...key, none: noVariance(answer.value) };
  return { answered, candidate, base, answer, key, clusters };
}

const noVariance = (value: number): NoEstimate["none"] =>
  reason(
    "noVariance",
    `Every cluster shows the same difference (${value}); a standard error of 0 would not measure its uncertainty.`,
    { value },
  );

/** The row of a difference on which no verdict rests: at the study's confidence, adjusted for nothing. */
export function unadjusted(
  row: Contrast | Missing,
  { interval: method, confidence }: Inference,
): Answered<DifferenceRow> {
  if ("none" in row) return row;
  const statistic = statisticOf(row.answer);
  const interval = intervalBy(method, statistic, confidence);
  const p = method.p(statistic);
  return {
    ...row.key,
    value: row.answer.value,
    se: statistic.se,
    df: statistic.degreesOfFreedom,
    interval,
    p,
    ...sizes(row.answer, row.clusters),
    lift: lift(row.candidate, row.base, method, confidence),
    adjusted: { ...unadjustedBy, level: 1 - confidence, p, interval },
  };
}

const unadjustedBy = { method: "none", family: 1, intervalBy: "none" } as const;

export const isAdjusted = ({ adjusted }: Pick<Difference, "adjusted">): boolean =>
  adjusted.method !== unadjustedBy.method;

/**
 * How large a difference must be to give a verdict, its error and the other p-values of its family being as
 * they are: how far its adjusted interval reaches towards 0, or what the largest p that would still be rejected
 * comes to.
 */
export function decidingMargin(
  rows: readonly Answered<DifferenceRow>[],
  row: Difference,
  { interval, adjustment, confidence }: Inference,
  sharedBy: Study["family"],
): number {
  if (adjustment.level !== undefined) {
    const [lo, hi] = row.adjusted.interval;
    return row.value > 0 ? row.value - lo : hi - row.value;
  }
  const family = rows.filter(
    (differenceRow): differenceRow is Difference =>
      !("none" in differenceRow) &&
      isAdjusted(differenceRow) &&
      differenceRow.se > 0 &&
      (sharedBy === "study" || differenceRow.feed === row.feed),
  );
  const times = ({ adjusted }: Difference): number => adjusted.chosenFrom ?? 1;
  const p = family.map((row) => Math.min(1, times(row) * row.p));
  const level = 1 - criticalP(adjustment, p, family.indexOf(row), confidence) / times(row);
  const { value, se, df } = row;
  const [below] = interval.margins({ value, se, degreesOfFreedom: df }, level);
  return below;
}
