import { z } from "zod";
import { type Field, leaf } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { addIssue } from "./place.js";
import type { DayRange } from "./study.js";

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
export const days = (purpose: string): Field<DayRange> => ({
  schema: fieldsSchema(ends),
  expected,
  purpose,
  read: (value, place) => {
    const before = place.issues.length;
    const read = readFields(ends, value, place);
    if (read === undefined || place.issues.length > before) return undefined;
    const { from, to } = read;
    const backwards = from !== undefined && to !== undefined && from > to;
    if ((from === undefined && to === undefined) || backwards) {
      return addIssue(place, { code: "invalidValue", expected, came: value });
    }
    return read;
  },
});
