import type { StudyInput } from "../../../schema/study-input.js";

/** A name of the package's own lists, which editors complete, or one of a caller's own member. */
type Open<Name extends string> = Name | (string & Record<never, never>);

/** The name of an estimator. */
export type EstimatorName = Open<Extract<NonNullable<StudyInput["estimators"]>[number], string>>;

/** The name of a method of intervals. */
export type IntervalName = Open<NonNullable<StudyInput["interval"]>>;

/** The name of an adjustment for many comparisons. */
export type AdjustmentName = Open<NonNullable<StudyInput["adjust"]>>;
