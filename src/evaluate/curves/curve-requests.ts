import type { CurveSpec } from "../../exposure/curve.js";
import type { CurveByFeed } from "../../exposure/curve-spec.js";
import { valueOfFeed, valuesOf } from "../../exposure/per-feed.js";
import type { CurveRequest, ExposureRequest } from "../../study/study.js";

export interface CurveOfFeed {
  readonly feed: string | null;
  readonly curve: CurveSpec;
}

export const requestOfFeed = (
  { curve }: ExposureRequest,
  feed: string | null,
): CurveRequest | undefined => curve && valueOfFeed(curve, feed);

export const fitsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "fit" in request);

export const readsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "file" in request);

/** Whether any curve is fitted, here or elsewhere, and so has an error of its own. */
export const hasFittedCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => !("model" in request));

const requestsOf = ({ curve }: ExposureRequest): readonly CurveRequest[] =>
  curve === undefined ? [] : valuesOf(curve);

/** A study's curves, fitted ones in the place of their requests; a feed without a request has none. */
export function curvesWith(
  { curve }: ExposureRequest,
  fitted: readonly CurveOfFeed[],
): CurveByFeed | undefined {
  if (curve === undefined) return undefined;
  if ("every" in curve) {
    if ("model" in curve.every) return { every: curve.every };
    const [only] = fitted;
    if (only !== undefined && only.feed === null) return { every: only.curve };
    return {
      byFeed: Object.fromEntries(
        fitted.map((curveOfFeed) => [curveOfFeed.feed ?? "", curveOfFeed.curve]),
      ),
    };
  }
  const entries = Object.entries(curve.byFeed).flatMap(([feed, request]) => {
    const spec =
      "model" in request ? request : fitted.find((curveOfFeed) => curveOfFeed.feed === feed)?.curve;
    return spec === undefined ? [] : [[feed, spec] as const];
  });
  return { byFeed: Object.fromEntries(entries) };
}
