import type { CurveByFeed, CurveSpec } from "../../exposure/curve-spec.js";
import type { CurveRequest, ExposureRequest } from "../../study/index.js";

/** A curve that stands for a request on one feed. */
export interface CurveOfFeed {
  readonly feed: string | null;
  readonly curve: CurveSpec;
}

/** What a study requests for a feed, where it requests a curve. */
export function requestOfFeed(
  { curve }: ExposureRequest,
  feed: string | null,
): CurveRequest | undefined {
  if (curve === undefined) return undefined;
  if ("every" in curve) return curve.every;
  return feed !== null && Object.hasOwn(curve.byFeed, feed) ? curve.byFeed[feed] : undefined;
}

/** Whether a curve is to be fitted on this log. */
export const fitsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "fit" in request);

/** Whether a curve is read from a file. */
export const readsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "file" in request);

/** Whether any curve is fitted, here or elsewhere, and so has an error of its own. */
export const hasFittedCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => !("model" in request));

function requestsOf({ curve }: ExposureRequest): readonly CurveRequest[] {
  if (curve === undefined) return [];
  return "every" in curve ? [curve.every] : Object.values(curve.byFeed);
}

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
    return { byFeed: byFeed(fitted) };
  }
  const given = Object.entries(curve.byFeed).flatMap(([feed, each]) =>
    "model" in each ? [{ feed, curve: each }] : [],
  );
  const known = byFeed([...given, ...fitted]);
  const feeds = Object.keys(curve.byFeed).filter((feed) => Object.hasOwn(known, feed));
  const entries = feeds.flatMap((feed) => {
    const spec = known[feed];
    return spec === undefined ? [] : [[feed, spec] as const];
  });
  return { byFeed: Object.fromEntries(entries) };
}

const byFeed = (curves: readonly CurveOfFeed[]): Readonly<Record<string, CurveSpec>> =>
  Object.fromEntries(curves.map(({ feed, curve }) => [feed ?? "", curve]));
