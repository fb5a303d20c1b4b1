import { normalCdf } from "../numeric/normal-cdf.js";
import { normalQuantile } from "../numeric/normal-quantile.js";
import type { Measured } from "./pair.js";

/** The clips of the paper's sensitivity analysis (Figure 1); it has no 1024. */
export const paperClips: readonly (number | "inf")[] = [
  1,
  2,
  4,
  8,
  16,
  32,
  64,
  128,
  256,
  512,
  2048,
  4096,
  "inf",
];

/** How often differences are found that online results know to be there; all null without a setting. */
export interface Sensitivity {
  readonly settings: number;
  /** The share whose two-sided interval lies above 0: one-sided at half the level. */
  readonly truePositives: number | null;
  /** The share whose one-sided p is below 1 − confidence: the rule that the paper's text names. */
  readonly truePositivesByP: number | null;
  /** The mean of one-sided p for "no better". */
  readonly meanP: number | null;
  /** The share above 0. */
  readonly signAgreement: number | null;
}

/**
 * The sensitivity analysis of Jeunen et al. (KDD 2024, section 6.2) on differences of policies known to be
 * better: a difference counts as found where Δ/SE exceeds the two-sided quantile of `confidence`, .99 in the paper.
 * The paper calls that rule p < .01, but its one-sided p is .005; both are given.
 * `sensitivityOf([{ value: .8, se: .2 }, { value: .27, se: .11 }], .99)` finds 1 of 2 by the interval, 2 of 2 by p.
 */
export function sensitivityOf(differences: readonly Measured[], confidence: number): Sensitivity {
  const settings = differences.length;
  const share = (holds: (difference: Measured) => boolean): number | null =>
    settings === 0 ? null : differences.filter(holds).length / settings;
  const critical = normalQuantile((1 + confidence) / 2);
  const p = differences.map(oneSidedP);
  return {
    settings,
    truePositives: share(({ value, se }) => value > 0 && value > critical * se),
    truePositivesByP: share((measured) => oneSidedP(measured) < 1 - confidence),
    meanP: settings === 0 ? null : p.reduce((a, b) => a + b, 0) / settings,
    signAgreement: share(({ value }) => value > 0),
  };
}

/** 1 − Φ(Δ/SE); without an error 0, .5 or 1. */
export function oneSidedP({ value, se }: Measured): number {
  if (se > 0) return normalCdf(-value / se);
  return value > 0 ? 0 : value < 0 ? 1 : 0.5;
}
