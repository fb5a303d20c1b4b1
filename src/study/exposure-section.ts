import { z } from "zod";
import { curve, curveInput } from "./curve-section.js";
import { type Field, leaf } from "./field.js";
import { checked, mapping } from "./fields.js";
import { addIssue } from "./place.js";
import { roleFields } from "./role-fields.js";
import type { DayRange, ExposureRequest } from "./study.js";
import { trust } from "./trust-section.js";

const iso = z.iso.date();
const day = (purpose: string): Field<string> =>
  leaf(
    z.string().refine((text) => iso.safeParse(text).success),
    "a day such as 2026-11-07",
    purpose,
  );

const ends = { from: day("The first day."), to: day("The last day, included.") };
const expected = "{ from: 2026-11-01, to: 2026-11-07 }, or one of both";

/** A stretch of days, open at an end that is not given. */
const days = (purpose: string): Field<DayRange> =>
  checked(mapping(ends, expected, purpose), (read, place, came) => {
    const { from, to } = read;
    const isNone = from === undefined && to === undefined;
    const isBackwards = from !== undefined && to !== undefined && from > to;
    if (!isNone && !isBackwards) return read;
    return addIssue(place, { code: "invalidValue", expected, came });
  });

const fields = {
  curve,
  ...roleFields("exposure"),
  trust,
  fitDays: days(
    "Days on which curves are fitted and nothing else is; results are of the other days.",
  ),
};

/** How the logging policy exposed items. */
export const exposure: Field<ExposureRequest> = mapping(
  fields,
  "a mapping with the keys curve, column, trust, fitDays",
  "How the logging policy exposed items: the position-bias curve, its logged exposures, or both.",
);

/** The exposure of a log as a study writes it. */
export function exposureInput(spec: ExposureRequest): Readonly<Record<string, unknown>> {
  return spec.curve === undefined ? { ...spec } : { ...spec, curve: curveInput(spec.curve) };
}
