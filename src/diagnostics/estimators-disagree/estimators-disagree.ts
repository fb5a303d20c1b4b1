import { statisticOf } from "../../inference/delta.js";
import { difference } from "../../inference/difference.js";
import type { Inference } from "../../inference/inference.js";
import { decimalsFor } from "../../numeric/decimals-for.js";
import { showNumber, showTwoDigits } from "../../numeric/show-number.js";
import { type AnsweredRow, type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "estimatorsDisagree",
  assumption: "estimators of one reward estimate the same number",
  thresholds: thresholds.estimatorsDisagree,
} as const;

/**
 * Estimators of what one policy earns that differ by more than their joint error, which is that of their difference
 * over the same users. Two that may decide are left to the mean weight and to the checks of verdicts. The pair with
 * the smallest p is named, once for each policy and reward.
 */
export const estimatorsDisagree: Diagnostic = {
  ...of,
  purpose: "whether estimators of the same reward differ by more than chance",
  ofResult: ({ feed, estimates, inference }) => {
    const rewards = estimates.filter(({ isReward }) => isReward);
    const groups = new Set(rewards.map(keyOf));
    return [...groups].flatMap((key) => {
      const rows = rewards.filter((row) => keyOf(row) === key);
      const pair = worst(rows, inference);
      if (pair === undefined || pair.p >= thresholds.estimatorsDisagree.watch) return [];
      const { a, b, p, errors, se } = pair;
      const { policy, reward } = a;
      const values = [a, b].map(
        ({ label, answer: { value } }) =>
          `${showNumber(value, decimalsFor(se, value))} by ${label}`,
      );
      return [
        diagnosis(of, {
          policy,
          reward,
          feed,
          statistic: p,
          severity: "watch",
          consequence: `The ${reward} of ${policy} is ${values.join(" and ")}: both estimate the same number and differ by ${showTwoDigits(errors)} standard errors of their difference, so at least one of them is wrong here.`,
          remedy: `An assumption of one of them does not hold. ${assumed(a)} ${assumed(b)} Suspect first what only one of them assumes.`,
          facts: { estimators: [a.label, b.label], errors, p },
        }),
      ];
    });
  },
};

const keyOf = ({ policy, reward }: AnsweredRow): string => JSON.stringify([policy, reward]);

const assumed = ({ label, assumptions }: AnsweredRow): string =>
  `${label} assumes: ${assumptions.join("; ")}.`;

/** Estimators that come to the same sums differ by their rounding alone, and so does the error of the difference. */
const isRounding = (value: number, a: AnsweredRow, b: AnsweredRow): boolean =>
  Math.abs(value) <= 2 ** -40 * Math.max(Math.abs(a.answer.value), Math.abs(b.answer.value));

interface Pair {
  readonly a: AnsweredRow;
  readonly b: AnsweredRow;
  /** Of all pairs of the policy (Bonferroni). */
  readonly p: number;
  readonly errors: number;
  /** Of their difference. */
  readonly se: number;
}

/** The pair that differs most; undefined where none can be compared. */
function worst(rows: readonly AnsweredRow[], { interval }: Inference): Pair | undefined {
  const pairs = rows.flatMap((a, at) =>
    rows.slice(at + 1).flatMap((b) => {
      if (a.mayDecide && b.mayDecide) return [];
      const statistic = statisticOf(difference(a.answer, b.answer));
      if (statistic.se === 0 || isRounding(statistic.value, a, b)) return [];
      const { value, se } = statistic;
      return [{ a, b, p: interval.p(statistic), errors: Math.abs(value) / se, se }];
    }),
  );
  const first = pairs.reduce<Pair | undefined>(
    (least, pair) => (least === undefined || pair.p < least.p ? pair : least),
    undefined,
  );
  return first && { ...first, p: Math.min(1, first.p * pairs.length) };
}
