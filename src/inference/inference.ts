import { reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";
import type { Adjustment } from "./adjustments/adjustment.js";
import { adjustments } from "./adjustments/index.js";
import { intervals } from "./intervals/index.js";
import type { IntervalMethod } from "./intervals/interval.js";

export interface InferenceRequest {
  readonly confidence: number;
  readonly interval: string;
  readonly adjust: string;
  /** Where names are looked up, if not in the lists of this room. */
  readonly members?: {
    readonly intervals: readonly IntervalMethod[];
    readonly adjustments: readonly Adjustment[];
  };
}

/** The level of every interval, and the members that make intervals and adjust p-values. */
export interface Inference {
  readonly confidence: number;
  readonly interval: IntervalMethod;
  readonly adjustment: Adjustment;
}

/** Finds the members that a request names; throws a StudyError for a name that is in no list. */
export const inferenceFor = ({
  confidence,
  interval,
  adjust,
  members = { intervals, adjustments },
}: InferenceRequest): Inference => ({
  confidence,
  interval: memberNamed("interval", members.intervals, interval),
  adjustment: memberNamed("adjust", members.adjustments, adjust),
});

function memberNamed<T extends { readonly name: string }>(
  key: string,
  members: readonly T[],
  name: string,
): T {
  const member = members.find((member) => member.name === name);
  if (member !== undefined) return member;
  const names = members.map((member) => member.name);
  const message = `${key} must be one of ${names.join(", ")}; it is "${name}".${didYouMean(name, names)}`;
  throw new StudyError(reason("unknownName", message, { key, names }));
}

const defaultOf = <T extends { readonly default?: true }>(members: readonly T[]): T => {
  const member = members.find((member) => member.default === true) ?? members[0];
  if (member === undefined) throw new RangeError("A list of members must not be empty.");
  return member;
};

/** The interval of a study that asks for none, and of every number that is known by its error alone. */
export const defaultInterval: IntervalMethod = defaultOf(intervals);

/** The adjustment of a study that asks for none. */
export const defaultAdjustment: Adjustment = defaultOf(adjustments);

/** The adjustment whose intervals hold all at once: the one chosen, else the default. */
export const simultaneous = (adjustment: Adjustment): Adjustment =>
  adjustment.level === undefined ? defaultAdjustment : adjustment;

/**
 * The largest p of one member of a family that would still be rejected at 1 − confidence, the other p-values
 * as they are: `criticalP(bonferroni, [0.01, 0.04], 0, 0.95)` is 0.025. Found by halving, since an adjusted p
 * never falls when its p rises.
 */
export function criticalP(
  adjustment: Adjustment,
  family: readonly number[],
  index: number,
  confidence: number,
): number {
  const alpha = 1 - confidence;
  let [low, high] = [0, alpha];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const adjusted = adjustment.p(family.with(index, middle))[index] ?? 1;
    if (adjusted < alpha) low = middle;
    else high = middle;
  }
  return low;
}
