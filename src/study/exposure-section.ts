import { curve, curveInput } from "./curve-section.js";
import { days } from "./day-range.js";
import type { Field } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { roleFields } from "./role-fields.js";
import type { ExposureRequest } from "./study.js";
import { trust } from "./trust-section.js";

const fields = {
  curve,
  ...roleFields("exposure"),
  trust,
  fitDays: days(
    "Days on which curves are fitted and nothing else is; results are of the other days.",
  ),
};

/** How the logging policy exposed items. */
export const exposure: Field<ExposureRequest> = {
  schema: fieldsSchema(fields),
  expected: "a mapping with the keys curve, column, trust, fitDays",
  purpose:
    "How the logging policy exposed items: the position-bias curve, its logged exposures, or both.",
  read: (value, place) => readFields(fields, value, place),
};

/** The exposure of a log as a study writes it. */
export function exposureInput(spec: ExposureRequest): Readonly<Record<string, unknown>> {
  return spec.curve === undefined ? { ...spec } : { ...spec, curve: curveInput(spec.curve) };
}
