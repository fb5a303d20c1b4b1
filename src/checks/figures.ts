import type { Facts } from "../errors.js";
import { decimalsFor } from "../numeric/decimals-for.js";
import { finite } from "../numeric/finite.js";
import { showNumber, showSigned } from "../numeric/show-number.js";
import type { AlternativeDifference, Figure, MovedDifference, PlainFinding } from "./check.js";
import type { Comparison } from "./comparison.js";
import { decisionOf } from "./decision-of.js";
import { intervalOf } from "./interval-of.js";
import { decidedAgain, isRounding, type Reestimate } from "./shifted-by.js";
import { tableOf } from "./tables.js";
import { valueOfBase } from "./view-sums.js";

/**
 * What the baseline earns by the deciding estimator, of which amounts are percentages in words; null where the
 * reward may be negative, the log refutes its curve, its views are missing, trust moves it or it earns nothing: amounts are then in the reward's own unit.
 */
export function earnedByBase(comparison: Comparison): number | null {
  if (tableOf(comparison.log.rewards, comparison.reward).least < 0) return null;
  if ((comparison.missing?.base?.support.seen ?? 0) > 0) return null;
  if (comparison.base !== undefined && (comparison.study ?? comparison.widened) !== undefined)
    return null;
  const earned = valueOfBase(comparison);
  return earned > 0 ? earned : null;
}

/** A comparison; `earned` is what its baseline earns under a check that changes that too. */
type ScaledComparison = Comparison & { readonly earned?: number | null };

/** An amount of the reward as a reader sees it: "-1.90 %" of what the baseline earns, or "-0.0190". */
export function amount(comparison: ScaledComparison, value: number, se: number): string {
  const { times, unit } = scaleOf(comparison);
  const shown = (isRounding(comparison, value) ? 0 : value) * times;
  return `${showSigned(shown, decimalsOf(comparison, shown, se * times))}${unit}`;
}

/** By the error of an amount, or by that of the comparison where it has next to none. */
function decimalsOf(comparison: ScaledComparison, value: number, se: number): number {
  const least = 0.01 * comparison.se * scaleOf(comparison).times;
  return decimalsFor(Math.max(se, least), value);
}

/** An amount with its standard error: "-0.20 % ± 0.11". */
export function amountWithError(comparison: Comparison, value: number, se: number): string {
  const { times } = scaleOf(comparison);
  const decimals = decimalsOf(comparison, value * times, se * times);
  return `${amount(comparison, value, se)} ± ${showNumber(se * times, decimals)}`;
}

/** An amount with the interval around it, at the comparison's level: "+0.10 % [-0.12 %, +0.32 %]". */
export function amountWithInterval(
  comparison: ScaledComparison,
  value: number,
  se: number,
): string {
  const [lo, hi] = intervalOf(comparison, value, se);
  return `${amount(comparison, value, se)} [${amount(comparison, lo, se)}, ${amount(comparison, hi, se)}]`;
}

/**
 * A comparison's difference under a check that changes what its baseline earns by `ofBase`, and whether its verdict holds by it: amounts
 * are of what is left.
 */
export function movedWithBase(
  comparison: Comparison,
  found: Pick<Comparison, "difference" | "se"> & Partial<Pick<Comparison, "df">>,
  ofBase: number | undefined,
): Pick<MovedDifference, "alternative" | "holds" | "earnedUnderCheck"> & {
  readonly reread: ScaledComparison;
  /** "+0.10 % [-0.12 %, +0.32 %] instead of +2.60 %" */
  readonly instead: string;
} {
  const earned = ofBase === undefined ? null : earnedByBase(comparison);
  const left = earned === null ? 0 : earned + (ofBase ?? 0);
  const alternative = { ...comparison, ...found, earned: left > 0 ? left : null };
  return {
    ...decidedAgain(comparison, found.difference, found.se, alternative),
    earnedUnderCheck: alternative.earned,
    reread: alternative,
    instead: insteadOf(comparison, found, alternative),
  };
}

/** What the percentages of sentences about a comparison are of, and the number that it has by the study. */
export const scaleFacts = (comparison: Comparison): Facts => ({
  ofStudy: comparison.difference,
  earnedByBaseline: earnedByBase(comparison),
});

function scaleOf(comparison: ScaledComparison): { readonly times: number; readonly unit: string } {
  const base = comparison.earned === undefined ? earnedByBase(comparison) : comparison.earned;
  return base === null ? { times: 1, unit: "" } : { times: 100 / base, unit: " %" };
}

/** The shift of the difference from which on its verdict no longer holds: −(|Δ| − t·SE*), against the verdict. */
export function shiftThatFlips(comparison: Comparison): Figure | null {
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  if (decision === 0) return null;
  const [lo, hi] = intervalOf(comparison, comparison.difference, comparison.se);
  const value = decision > 0 ? -lo : -hi;
  return {
    value,
    se: null,
    unit: "reward",
    words: `a shift of ${amount(comparison, value, comparison.se)}`,
  };
}

/** The difference under a check, of the comparison as that has it, in place of the comparison's: "+0.10 % [-0.12 %, +0.32 %] instead of +2.60 %". */
export function insteadOf(
  comparison: Comparison,
  { difference, se }: Pick<AlternativeDifference, "difference" | "se">,
  alternative: ScaledComparison = comparison,
): string {
  return `${amountWithInterval(alternative, difference, se)} instead of ${amount(comparison, comparison.difference, comparison.se)}`;
}

/** Both differences where the verdict stands: "+4.8 % [+4.1 %, +5.5 %] if so, as this log suggests, +8.2 % if not". */
export function eitherWay(
  comparison: Comparison,
  { difference, se }: Pick<AlternativeDifference, "difference" | "se">,
): string {
  return `${amountWithInterval(comparison, difference, se)} if so, as this log suggests, ${amount(comparison, comparison.difference, comparison.se)} if not`;
}

/** What a check shifts the difference by, and to what. */
export function shiftFound(
  comparison: Comparison,
  { shift: { value, se }, alternative }: Pick<Reestimate, "shift" | "alternative">,
): Figure {
  const words = `${amountWithError(comparison, value, se)} → ${amount(comparison, alternative.difference, alternative.se)}`;
  return { value, se: finite(se), unit: "reward", words };
}

/** "a like", "an add to basket" */
export const one = (reward: string): string => `${/^[aeiou]/i.test(reward) ? "an" : "a"} ${reward}`;

/** "12 %", "0.46 %": two significant digits, and whole percents of larger shares. */
export const share = (value: number): string =>
  `${showNumber(100 * value, decimalsFor(null, 100 * value) > 2 ? decimalsFor(null, 100 * value) - 2 : 0)} %`;

/** A figure that has no error of its own. */
export const figure = (value: number, unit: Figure["unit"], words: string): Figure => ({
  value: Number.isFinite(value) ? value : null,
  se: null,
  unit,
  words,
});

/** What is said where the comparison lacks what it takes. */
export const untested = (unit: Figure["unit"], message: string, why?: string): PlainFinding => ({
  untested: true,
  measured: figure(Number.NaN, unit, why === undefined ? "not tested" : `not tested: ${why}`),
  message,
});
