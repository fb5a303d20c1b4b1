import type { Fit } from "./fitter.js";

/** The version of the form that `fitToJson` writes and `fitFromJson` reads. */
export const fitSchemaVersion = 1;

/**
 * A fit as a plain object for a file, transitions included, so that its uncertainty can be recomputed
 * and other models fitted without the log; `JSON.stringify` keeps every digit.
 */
export function fitToJson(fit: Fit): Readonly<Record<string, unknown>> {
  const { splice, ...rest } = fit;
  const tail = splice === undefined ? {} : { splice: { ...splice, tail: fitToJson(splice.tail) } };
  return { schemaVersion: fitSchemaVersion, kind: "fit", ...rest, ...tail };
}
