import { z } from "zod";
import { type Field, leaf, required } from "./field.js";
import { mapping } from "./fields.js";
import type { Prior } from "./study.js";

const sd = leaf(
  z.number().gt(0).lt(Infinity),
  "a number in (0, ∞), such as 0.05 for 5 % (a prior of width 0 would decide before the log is read)",
  "The standard deviation of lifts before the log is read, relative to the baseline.",
);

const lift = mapping(
  { sd: required(sd) },
  "{ sd: 0.05 }",
  "Lifts before the log is read: normal around 0.",
);

/** What is believed of lifts before the log is read, for chances and expected losses next to the verdicts. */
export const prior: Field<Prior> = mapping(
  { lift: required(lift) },
  "{ lift: { sd: 0.05 } }",
  "A normal prior on lifts: adds the chance to beat the baseline and the expected loss.",
);
