import type { Depths } from "./depths.js";
import { fitSchemaVersion, fitToJson } from "./fit-to-json.js";
import type { LearntCurve } from "./learnt-curve.js";

/**
 * The curves of a log as a plain object for a file, which `log.exposure.curve: { file: … }` reads: with the
 * depths by bucket of users that they were learnt from, and no key of a user.
 */
export function fitsToJson(curves: readonly LearntCurve[]): Readonly<Record<string, unknown>> {
  const feeds = curves.map(({ depths, fit, ...rest }) => ({
    ...rest,
    depths: listsOf(depths),
    fit: fitToJson(fit),
  }));
  return { schemaVersion: fitSchemaVersion, kind: "fits", feeds };
}

const listsOf = ({ bucket, depth, censored, trajectories }: Depths): Depths => ({
  bucket: Array.from(bucket),
  depth: Array.from(depth),
  censored: Array.from(censored),
  trajectories: Array.from(trajectories),
});
