import type { Facts } from "../errors.js";
import { decimalsFor, showNumber, showSigned } from "../numeric/show-number.js";
import type { Alternative, Figure, Moved, Said } from "./danger.js";
import { callOf, intervalOf, type Line } from "./line.js";
import { finite, tableOf } from "./reading.js";
import { calledAgain, isRounding, type Reestimate } from "./shifted-by.js";
import { valueOfBase } from "./view-sums.js";

/**
 * What the baseline earns by the deciding estimator, of which amounts are percentages in words; null where the
 * reward may be negative, the log refutes its curve, its views are missing, trust moves it or it earns nothing: amounts are then in the reward's own unit.
 */
export function earnedByBase(line: Line): number | null {
  if (tableOf(line.log.rewards, line.reward).least < 0) return null;
  if ((line.missing?.base?.support.seen ?? 0) > 0) return null;
  if (line.base !== undefined && (line.study ?? line.widened) !== undefined) return null;
  const earned = valueOfBase(line);
  return earned > 0 ? earned : null;
}

/** A line; `earned` is what its baseline earns under a reading that changes that too. */
type ScaledLine = Line & { readonly earned?: number | null };

/** An amount of the reward as a reader sees it: "-1.90 %" of what the baseline earns, or "-0.0190". */
export function amount(line: ScaledLine, value: number, se: number): string {
  const { times, unit } = scaleOf(line);
  const shown = (isRounding(line, value) ? 0 : value) * times;
  return `${showSigned(shown, decimalsOf(line, shown, se * times))}${unit}`;
}

/** By the error of an amount, or by that of the line where it has next to none. */
function decimalsOf(line: ScaledLine, value: number, se: number): number {
  const least = 0.01 * line.se * scaleOf(line).times;
  return decimalsFor(Math.max(se, least), value);
}

/** An amount with its standard error: "-0.20 % ± 0.11". */
export function amountWithError(line: Line, value: number, se: number): string {
  const { times } = scaleOf(line);
  const decimals = decimalsOf(line, value * times, se * times);
  return `${amount(line, value, se)} ± ${showNumber(se * times, decimals)}`;
}

/** An amount with the interval around it, at the line's level: "+0.10 % [-0.12 %, +0.32 %]". */
export function amountWithInterval(line: ScaledLine, value: number, se: number): string {
  const [lo, hi] = intervalOf(line, value, se);
  return `${amount(line, value, se)} [${amount(line, lo, se)}, ${amount(line, hi, se)}]`;
}

/**
 * A line's difference under a reading that changes what its baseline earns by `ofBase`, and whether its call holds by it: amounts
 * are of what is left.
 */
export function movedWithBase(
  line: Line,
  found: Pick<Line, "difference" | "se"> & Partial<Pick<Line, "df">>,
  ofBase: number | undefined,
): Pick<Moved, "alternative" | "survives" | "earnedSo"> & {
  readonly reading: ScaledLine;
  /** "+0.10 % [-0.12 %, +0.32 %] instead of +2.60 %" */
  readonly instead: string;
} {
  const earned = ofBase === undefined ? null : earnedByBase(line);
  const left = earned === null ? 0 : earned + (ofBase ?? 0);
  const reading = { ...line, ...found, earned: left > 0 ? left : null };
  return {
    ...calledAgain(line, found.difference, found.se, reading),
    earnedSo: reading.earned,
    reading,
    instead: insteadOf(line, found, reading),
  };
}

/** What the percentages of sentences about a line are of, and the number that it has by the study. */
export const scaleFacts = (line: Line): Facts => ({
  ofStudy: line.difference,
  earnedByBaseline: earnedByBase(line),
});

function scaleOf(line: ScaledLine): { readonly times: number; readonly unit: string } {
  const base = line.earned === undefined ? earnedByBase(line) : line.earned;
  return base === null ? { times: 1, unit: "" } : { times: 100 / base, unit: " %" };
}

/** The shift of the difference from which on its call no longer holds: −(|Δ| − t·SE*), against the call. */
export function shiftThatFlips(line: Line): Figure | null {
  const call = callOf(line, line.difference, line.se);
  if (call === 0) return null;
  const [lo, hi] = intervalOf(line, line.difference, line.se);
  const value = call > 0 ? -lo : -hi;
  return { value, se: null, unit: "reward", words: `a shift of ${amount(line, value, line.se)}` };
}

/** The difference under a reading, of the line as that has it, in place of the line's: "+0.10 % [-0.12 %, +0.32 %] instead of +2.60 %". */
export function insteadOf(
  line: Line,
  { difference, se }: Pick<Alternative, "difference" | "se">,
  reading: ScaledLine = line,
): string {
  return `${amountWithInterval(reading, difference, se)} instead of ${amount(line, line.difference, line.se)}`;
}

/** Both differences where the call stands: "+4.8 % [+4.1 %, +5.5 %] if so, as this log suggests, +8.2 % if not". */
export function eitherWay(
  line: Line,
  { difference, se }: Pick<Alternative, "difference" | "se">,
): string {
  return `${amountWithInterval(line, difference, se)} if so, as this log suggests, ${amount(line, line.difference, line.se)} if not`;
}

/** What a reading shifts the difference by, and to what. */
export function shiftFound(
  line: Line,
  { shift: { value, se }, alternative }: Pick<Reestimate, "shift" | "alternative">,
): Figure {
  const words = `${amountWithError(line, value, se)} → ${amount(line, alternative.difference, alternative.se)}`;
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

/** What is said where the line lacks what it takes. */
export const untested = (unit: Figure["unit"], message: string, why?: string): Said => ({
  untested: true,
  measured: figure(Number.NaN, unit, why === undefined ? "not tested" : `not tested: ${why}`),
  message,
});
