import type { CurveByFeed, CurveSpec } from "../../exposure/curve.js";
import type { CurveRequest, ExposureRequest } from "../../study/index.js";

/** How the logger exposed items, every curve known. */
export interface Exposure {
  readonly curve?: CurveByFeed;
  readonly column?: string;
}

/** A curve that stands for a request on one feed. */
export interface CurveOfFeed {
  readonly feed: string | null;
  readonly curve: CurveSpec;
}

/** What a study asks of a feed, where it asks for a curve. */
export function requestOfFeed(
  { curve }: ExposureRequest,
  feed: string | null,
): CurveRequest | undefined {
  if (curve === undefined) return undefined;
  if ("every" in curve) return curve.every;
  return feed !== null && Object.hasOwn(curve.byFeed, feed) ? curve.byFeed[feed] : undefined;
}

/** Every request of a study. */
export function requestsOf({ curve }: ExposureRequest): readonly CurveRequest[] {
  if (curve === undefined) return [];
  return "every" in curve ? [curve.every] : Object.values(curve.byFeed);
}

/** Whether a curve is to be learnt from this log. */
export const learnsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "fit" in request);

/** Whether a curve is read from a file. */
export const readsCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => "file" in request);

/** Whether any curve was estimated, here or elsewhere, and so has an error of its own. */
export const hasEstimatedCurves = (exposure: ExposureRequest): boolean =>
  requestsOf(exposure).some((request) => !("model" in request));

/** The exposure with estimated curves in the place of requests; what is not asked of a feed stays out. */
export function exposureWith(
  request: ExposureRequest,
  estimated: readonly CurveOfFeed[],
): Exposure {
  const { curve, column } = request;
  const rest = column === undefined ? {} : { column };
  if (curve === undefined) return rest;
  if ("every" in curve) {
    if ("model" in curve.every) return { curve: { every: curve.every }, ...rest };
    const [only] = estimated;
    if (only !== undefined && only.feed === null) return { curve: { every: only.curve }, ...rest };
    return { curve: { byFeed: byFeed(estimated) }, ...rest };
  }
  const given = Object.entries(curve.byFeed).flatMap(([feed, each]) =>
    "model" in each ? [{ feed, curve: each }] : [],
  );
  const known = byFeed([...given, ...estimated]);
  const feeds = Object.keys(curve.byFeed).filter((feed) => Object.hasOwn(known, feed));
  const entries = feeds.flatMap((feed) => {
    const spec = known[feed];
    return spec === undefined ? [] : [[feed, spec] as const];
  });
  return { curve: { byFeed: Object.fromEntries(entries) }, ...rest };
}

const byFeed = (curves: readonly CurveOfFeed[]): Readonly<Record<string, CurveSpec>> =>
  Object.fromEntries(curves.map(({ feed, curve }) => [feed ?? "", curve]));

/** Every curve of an exposure. */
export function curvesOf({ curve }: Exposure): readonly CurveSpec[] {
  if (curve === undefined) return [];
  return "every" in curve ? [curve.every] : Object.values(curve.byFeed);
}

/** A curve of no meaning in the place of each that is yet to be learnt: enough to count columns. */
export function provisional(request: ExposureRequest, feeds: readonly (string | null)[]): Exposure {
  const curve: CurveSpec = { model: "inverse", parameters: { eta: 1 }, cutoff: 1 };
  const asked = feeds.filter((feed) => {
    const each = requestOfFeed(request, feed);
    return each !== undefined && !("model" in each);
  });
  return exposureWith(
    request,
    asked.map((feed) => ({ feed, curve })),
  );
}
