import { z } from "zod";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import type { Prior } from "./study.js";

const lift = {
  sd: required(
    leaf(
      z.number().gt(0).lt(Infinity),
      "a number in (0, ∞), such as 0.05 for 5 % (a prior of width 0 would decide before the log is read)",
      "The standard deviation of lifts before the log is read, relative to the baseline.",
    ),
  ),
};

const fields = {
  lift: required<Field<Prior["lift"]>>({
    schema: fieldsSchema(lift),
    expected: "{ sd: 0.05 }",
    purpose: "Lifts before the log is read: normal around 0.",
    read: (value, place) => {
      const { sd } = readFields(lift, value, place) ?? {};
      return sd === undefined ? undefined : { sd };
    },
  }),
};

/** What is believed of lifts before the log is read, for chances and expected losses next to the verdicts. */
export const prior: Field<Prior> = {
  schema: fieldsSchema(fields),
  expected: "{ lift: { sd: 0.05 } }",
  purpose: "A normal prior on lifts: adds the chance to beat the baseline and the expected loss.",
  read: (value, place) => {
    const { lift: found } = readFields(fields, value, place) ?? {};
    return found === undefined ? undefined : { lift: found };
  },
};
