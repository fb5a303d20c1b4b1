import { reason, StudyError } from "../errors.js";
import { didYouMean, square, tQuantile } from "../numeric/index.js";
import type { ClipPoint } from "./clip-choices/clip-choice.js";
import { clipChoices } from "./clip-choices/index.js";

/** An estimate as results have it. */
export interface ClippedEstimate {
  readonly value: number;
  readonly se: number;
  /** Users (or trajectories) that it rests on. */
  readonly buckets: number;
}

/** What is known of each clip, and which one a rule chooses. */
export interface ChosenClip {
  readonly index: number;
  /** In the order given: distance from the unclipped estimate, and bias² + se². */
  readonly points: readonly (ClipPoint & { readonly bias: number; readonly mse: number })[];
  /** The unclipped interval is wider than half of its value: no bias of a clip could be seen. */
  readonly isBlind: boolean;
}

/**
 * Chooses among estimates under several clips, the unclipped one first and the strongest clip last, by a rule of
 * `clipChoices` (`slopePlusPlus` where none is named); widths are one-sided t at 1 − delta. Throws a StudyError for
 * a name that there is not, a RangeError for an empty list. The interval of what was chosen is not that of a clip
 * fixed beforehand: choose on some users and answer on others, or show all of them.
 * `chooseClip([{ value: 2, se: 1, buckets: 50 }, { value: 1.9, se: 0.2, buckets: 50 }]).index` is 1.
 */
export function chooseClip(
  estimates: readonly ClippedEstimate[],
  { by, delta = 0.1 }: { readonly by?: string; readonly delta?: number } = {},
): ChosenClip {
  const [first] = estimates;
  if (first === undefined)
    throw new RangeError("chooseClip: expected at least one estimate, got none.");
  const names = clipChoices.map(({ name }) => name);
  const rule = clipChoices.find(({ name }) => name === (by ?? names[0]));
  if (rule === undefined) {
    const message = `by must be one of ${names.join(", ")}; it is "${by}".${didYouMean(by ?? "", names)}`;
    throw new StudyError(reason("unknownName", message, { key: "by", names }));
  }
  const points = estimates.map(({ value, se, buckets }) => {
    const bias = Math.abs(value - first.value);
    return {
      value,
      se,
      width: tQuantile(1 - delta, buckets - 1) * se,
      bias,
      mse: square(bias) + square(se),
    };
  });
  const isBlind = (points[0]?.width ?? 0) > Math.abs(first.value) / 2;
  return { index: rule.choose(points), points, isBlind };
}
