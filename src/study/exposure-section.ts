import { curve, curveInput } from "./curve-section.js";
import { column, type Field } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import type { ExposureSpec } from "./study.js";

const fields = {
  curve,
  column: column("The logged exposure of the shown item, where the logger was stochastic."),
};

/** How the logger exposed items. */
export const exposure: Field<ExposureSpec> = {
  schema: fieldsSchema(fields),
  expected: "a mapping with the keys curve, column",
  purpose: "How the logger exposed items: the position-bias curve, its logged exposures, or both.",
  read: (value, place) => readFields(fields, value, place),
};

/** The exposure of a log as a study writes it. */
export function exposureInput(spec: ExposureSpec): Readonly<Record<string, unknown>> {
  return spec.curve === undefined ? { ...spec } : { ...spec, curve: curveInput(spec.curve) };
}
