import { fitsToJson } from "../fitting/file/fits-json.js";
import type { FitResult } from "./fit.js";

/**
 * A result as a plain object for a file: the report, and the curves in the form that
 * `log.exposure.curve: { file: … }` reads.
 */
export function fitResultToJson(result: FitResult): Readonly<Record<string, unknown>> {
  const { hindcast, log, confidence, feeds } = result;
  const kept = feeds.flatMap((feed) => ("code" in feed.kept ? [] : [feed.kept]));
  const report = feeds.map(({ kept: curve, ...rest }) => ({
    ...rest,
    ...("code" in curve ? { none: curve } : {}),
  }));
  return { ...fitsToJson(kept), hindcast, log, confidence, report };
}
