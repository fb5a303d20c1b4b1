import { StudyError } from "../../errors.js";
import type { Fit, NamesModel } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { checkTransitions } from "../../exposure/transitions/transitions.js";
import { splice } from "../tail/splice.js";
import { agree, editedFit, estimatesOf } from "./estimates-json.js";
import { type Fields, fieldsOf, listOf, numberOf, textOf, unreadable } from "./json-fields.js";

/** The version of the format that `fitToJson` writes and `fitFromJson` reads. */
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

/**
 * The fit that `fitToJson` wrote. The curve is fitted again from the transitions of the file; only
 * standard errors of clusters are taken as they stand. Throws a StudyError for anything else: another
 * version, a missing field, parameters other than the transitions give (somebody edited the file). `namesModel`
 * carries curves of the caller that the fit may be of.
 */
export function fitFromJson(json: unknown, namesModel: NamesModel = {}): Fit {
  const fields = fieldsOf(json, "A fitted curve");
  const { schemaVersion, kind } = fields;
  if (kind !== "fit") throw unreadable("kind", '"fit"', kind);
  if (schemaVersion !== fitSchemaVersion) {
    throw unreadable("schemaVersion", String(fitSchemaVersion), schemaVersion);
  }
  const fit = again(fields, namesModel);
  const estimates = estimatesOf(fields.estimates);
  if (!agree(fit.estimates, estimates)) throw editedFit(fit.model);
  if (fields.clusters === undefined) return fit;
  return Object.freeze({ ...fit, estimates, clusters: numberOf(fields.clusters, "clusters") });
}

function again(fields: Fields, namesModel: NamesModel): Fit {
  const counts = fieldsOf(fields.transitions, "transitions");
  const transitions = checkTransitions({
    atRisk: listOf(counts.atRisk, "atRisk").map((value) => numberOf(value, "atRisk")),
    stops: listOf(counts.stops, "stops").map((value) => numberOf(value, "stops")),
    trajectories: numberOf(counts.trajectories, "trajectories"),
  });
  const model = textOf(fields.model, "model", "a name");
  const { cutoff } = fieldsOf(fields.curve, "curve");
  const options = cutoff === undefined ? {} : { cutoff: numberOf(cutoff, "cutoff") };
  const fit = fitterOf(model, namesModel).fit(transitions, options);
  if ("code" in fit) throw new StudyError(fit);
  if (fields.splice === undefined || fitterOf(model, namesModel).kind !== "measured") return fit;
  const { after, tail } = fieldsOf(fields.splice, "splice");
  const to = listOf(fields.estimates, "estimates").length;
  return splice(fit, fitFromJson(tail, namesModel), { after: numberOf(after, "after"), to });
}
