import { type Reason, reason, StudyError } from "../errors.js";
import { table } from "../exposure/table/table.js";
import { fitSchemaVersion } from "./fit-to-json.js";
import type { Estimate, Fit } from "./fitter.js";
import { fitterOf } from "./fitter-of.js";
import { splice } from "./splice.js";
import { checkTransitions } from "./transitions.js";

type Fields = Readonly<Record<string, unknown>>;

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
  const estimates = listOf(fields.estimates, "estimates").map(estimateOf);
  if (!agree(fit.estimates, estimates)) throw edited(fit.model);
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
  if (typeof fields.model !== "string") throw unreadable("model", "a name", fields.model);
  const { cutoff } = fieldsOf(fields.curve, "curve");
  const options = cutoff === undefined ? {} : { cutoff: numberOf(cutoff, "cutoff") };
  const fit = fitterOf(fields.model).fit(transitions, options);
  if ("code" in fit) throw new StudyError(fit);
  if (fields.splice === undefined || fit.model !== table.name) return fit;
  const { after, tail } = fieldsOf(fields.splice, "splice");
  const to = listOf(fields.estimates, "estimates").length;
  return splice(fit, fitFromJson(tail), { after: numberOf(after, "after"), to });
}

const tolerance = 1e-6;

const agree = (found: readonly Estimate[], given: readonly Estimate[]): boolean =>
  found.length === given.length &&
  found.every(({ name, value }, at) => {
    const other = given[at];
    return name === other?.name && Math.abs(value - other.value) <= tolerance * Math.abs(value);
  });

function estimateOf(json: unknown): Estimate {
  const { name, value, se } = fieldsOf(json, "An estimate");
  if (typeof name !== "string") throw unreadable("name", "the name of a parameter", name);
  const error = typeof se === "number" ? se : reasonOf(se);
  return { name, value: numberOf(value, name), se: error };
}

function reasonOf(json: unknown): Reason {
  const { code, message } = fieldsOf(json, "se");
  if (typeof code === "string" && typeof message === "string") return reason(code, message);
  throw unreadable("se", "a standard error or the reason why there is none", json);
}

function fieldsOf(json: unknown, what: string): Fields {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Fields;
  throw unreadable(what, "a mapping", json);
}

function listOf(json: unknown, what: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw unreadable(what, "a list", json);
}

function numberOf(json: unknown, what: string): number {
  if (typeof json === "number" && Number.isFinite(json) && json >= 0) return json;
  throw unreadable(what, "a number in [0, ∞)", json);
}

function unreadable(what: string, expected: string, came: unknown): StudyError {
  const shown = came === undefined ? "missing" : JSON.stringify(came).slice(0, 80);
  return new StudyError(
    reason(
      "unreadableFit",
      `A file of a fitted curve must hold ${expected} as ${what}; it is ${shown}. Write the file again with the fit command.`,
      { what, expected },
    ),
  );
}

const edited = (model: string): StudyError =>
  new StudyError(
    reason(
      "editedFit",
      `The file's parameters of ${model} are not those that its transitions give. Fit again, or give the parameters in the study instead of a file.`,
      { model },
    ),
  );
