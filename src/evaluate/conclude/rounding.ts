import { type Reason, reason } from "../../errors.js";
import { type PointEstimate, standardError } from "../../inference/delta.js";
import type { LargestReward } from "../survey/largest-rewards.js";

/** Rounding above this share of the standard error is said … */
const said = 1e-6;
/** … and above this one the number is not given. */
const refused = 1e-3;
/** A value that is known so well has an error of 0, whatever rounding leaves of it. */
const certain = 1e-9;
/** Sums of nothing are 0 under every step; a step as coarse as this may have made 0 of something. */
const coarse = 2 ** -40;

/** The last digits of a value, in which the rewards of clusters that show the same may differ. */
const lastDigits = 2 ** -51;

/** Whether rounding is all there is of the error: every cluster shows the same. */
export const isWithoutVariance = (pointEstimate: PointEstimate): boolean => {
  const size = Math.abs(pointEstimate.value);
  const isRounding =
    standardError(pointEstimate) <= Math.max(pointEstimate.rounding, lastDigits * size);
  return isRounding && pointEstimate.rounding <= certain * size;
};

/** Whether rounding is a part of the error that a reader should know of. */
export const isInexact = (pointEstimate: PointEstimate): boolean =>
  !isWithoutVariance(pointEstimate) &&
  pointEstimate.rounding > said * standardError(pointEstimate) &&
  !isNothing(pointEstimate);

/** Why a number is not given; undefined where rounding is small enough against its standard error. */
export function roundingRefusal(
  pointEstimate: PointEstimate,
  largest: LargestReward | undefined,
): Reason | undefined {
  const se = standardError(pointEstimate);
  const isSmall = pointEstimate.rounding <= refused * se;
  if (isSmall || isWithoutVariance(pointEstimate) || isNothing(pointEstimate)) return undefined;
  const next = largest === undefined ? "the largest values" : placeOf(largest);
  const message = `Rounding in the sums may be ${shown(pointEstimate.rounding)}, and the standard error is ${shown(se)}: next to ${next} doubles do not hold the other values. Correct such values, or leave them out by a query as source.`;
  return reason("rounding", message, { rounding: pointEstimate.rounding, se, ...largest });
}

/** What a verdict's line adds where rounding is small and not nothing. */
export function roundingNote(pointEstimate: PointEstimate | undefined): readonly string[] {
  if (pointEstimate === undefined || !isInexact(pointEstimate)) return [];
  const share = shown(pointEstimate.rounding / standardError(pointEstimate));
  return [`Rounding in the sums is up to ${share} of the standard error.`];
}

/** "one value of 9.2e+18 of watch on 2026-11-03, feed B, logging policy L". */
function placeOf({ reward: name, value, day, feed, logger }: LargestReward): string {
  const places = [
    day === null ? "" : ` on ${day}`,
    feed === null ? "" : `, feed ${feed}`,
    logger === null ? "" : `, logging policy ${logger}`,
  ];
  return `one value of ${shown(value)} of ${name}${places.join("")}`;
}

/** 0 with an error of 0 by steps too fine to make 0 of a reward. */
const isNothing = (pointEstimate: PointEstimate): boolean =>
  pointEstimate.rounding <= coarse && standardError(pointEstimate) === 0;

const shown = (value: number): string => value.toPrecision(2).replace(/\.0(?=e|$)/, "");
