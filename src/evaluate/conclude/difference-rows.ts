import { reason } from "../../errors.js";
import {
  type Answer,
  bonferroni,
  difference,
  interval,
  lift,
  standardError,
  twoSidedP,
} from "../../inference/index.js";
import type { Answered } from "./answers.js";
import { rowKey, sizes } from "./estimate-rows.js";
import type { Difference, DifferenceRow, NoEstimate } from "./result.js";

/** A difference before its family is known. */
export interface Compared {
  readonly answered: Answered;
  /** candidate − baseline. */
  readonly answer: Answer;
  readonly row: Omit<Difference, "adjusted" | "lift">;
  readonly liftAt: (confidence: number) => Difference["lift"];
}

type Missing = NoEstimate & { readonly baseline: string };

/** Compares every policy with the baseline by the same estimator, in one scope. */
export function compareAll(
  all: readonly Answered[],
  baseline: string,
  confidence: number,
  clusters: number | null,
): readonly (Compared | Missing)[] {
  const bases = all.filter(({ policy }) => policy.name === baseline);
  return all.flatMap((answered) => {
    if (answered.policy.name === baseline) return [];
    const base = bases.find((each) => sameQuestion(each, answered));
    if (base === undefined) return [];
    return [compare(answered, base, baseline, confidence, clusters)];
  });
}

const sameQuestion = (a: Answered, b: Answered): boolean =>
  a.request === b.request && a.reward === b.reward && a.estimand === b.estimand;

function compare(
  candidate: Answered,
  base: Answered,
  baseline: string,
  confidence: number,
  clusters: number | null,
): Compared | Missing {
  const key = { ...rowKey(candidate), baseline };
  if ("code" in candidate.answer) return { ...key, none: candidate.answer };
  if ("code" in base.answer) return { ...key, none: base.answer };
  const [found, reference] = [candidate.answer, base.answer];
  const delta = difference(found, reference);
  const se = standardError(delta);
  if (se === 0 && delta.value !== 0) return { ...key, none: noVariance(delta.value) };
  return {
    answered: candidate,
    answer: delta,
    row: {
      ...key,
      value: delta.value,
      se,
      interval: interval(delta.value, se, confidence, delta.buckets),
      p: twoSidedP(delta.value, se, delta.buckets),
      ...sizes(delta, clusters),
    },
    liftAt: (level) => lift(found, reference, level),
  };
}

const noVariance = (value: number): NoEstimate["none"] =>
  reason(
    "noVariance",
    `Every cluster shows the same difference (${value}); a standard error of 0 would be no measure of doubt.`,
    { value },
  );

/** The rows of one scope with Bonferroni's adjustment over each family (rewards × policies), lifts too. */
export function adjusted(
  compared: readonly (Compared | Missing)[],
  confidence: number,
): readonly DifferenceRow[] {
  const families = new Map<string, Compared[]>();
  for (const each of compared) {
    if ("none" in each) continue;
    const key = familyKey(each);
    families.set(key, [...(families.get(key) ?? []), each]);
  }
  return compared.map((each) => {
    if ("none" in each) return each;
    const family = families.get(familyKey(each)) ?? [each];
    const p = bonferroni(family.map(({ row }) => row.p))[family.indexOf(each)] ?? 1;
    const level = 1 - (1 - confidence) / family.length;
    const { value, se, buckets } = each.row;
    return {
      ...each.row,
      lift: each.liftAt(level),
      adjusted: {
        method: "bonferroni",
        family: family.length,
        p,
        interval: interval(value, se, level, buckets),
      },
    };
  });
}

const familyKey = ({ row }: Compared): string =>
  JSON.stringify([row.estimator, row.parameters, row.estimand]);
