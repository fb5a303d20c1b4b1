import { StudyError } from "../errors.js";
import { table } from "../exposure/table/table.js";
import { agree, editedFit, estimatesOf } from "./estimates-from-json.js";
import { fitSchemaVersion } from "./fit-to-json.js";
import type { Fit } from "./fitter.js";
import { fitterOf } from "./fitter-of.js";
import { type Fields, fieldsOf, listOf, numberOf, textOf, unreadable } from "./json-fields.js";
import { splice } from "./splice.js";
import { checkTransitions } from "./transitions.js";

/**
 * The fit that `fitToJson` wrote. The curve is fitted again from the transitions of the file; only
 * standard errors of clusters are taken as they stand. Throws a StudyError for anything else: another
 * version, a missing field, parameters other than the transitions give (somebody edited the file).
 */
export function fitFromJson(json: unknown): Fit {
  const fields = fieldsOf(json, "A fitted curve");
  const { schemaVersion, kind } = fields;
  if (kind !== "fit") throw unreadable("kind", '"fit"', kind);
  if (schemaVersion !== fitSchemaVersion) {
    throw unreadable("schemaVersion", String(fitSchemaVersion), schemaVersion);
  }
  const fit = again(fields);
  const estimates = estimatesOf(fields.estimates);
  if (!agree(fit.estimates, estimates)) throw editedFit(fit.model);
  if (fields.clusters === undefined) return fit;
  return Object.freeze({ ...fit, estimates, clusters: numberOf(fields.clusters, "clusters") });
}

function again(fields: Fields): Fit {
  const given = fieldsOf(fields.transitions, "transitions");
  const transitions = checkTransitions({
    atRisk: listOf(given.atRisk, "atRisk").map((value) => numberOf(value, "atRisk")),
    stops: listOf(given.stops, "stops").map((value) => numberOf(value, "stops")),
    trajectories: numberOf(given.trajectories, "trajectories"),
  });
  const model = textOf(fields.model, "model", "a name");
  const { cutoff } = fieldsOf(fields.curve, "curve");
  const options = cutoff === undefined ? {} : { cutoff: numberOf(cutoff, "cutoff") };
  const fit = fitterOf(model).fit(transitions, options);
  if ("code" in fit) throw new StudyError(fit);
  if (fields.splice === undefined || fit.model !== table.name) return fit;
  const { after, tail } = fieldsOf(fields.splice, "splice");
  const to = listOf(fields.estimates, "estimates").length;
  return splice(fit, fitFromJson(tail), { after: numberOf(after, "after"), to });
}
