import type { Refusals } from "../role.js";

/** The refusal of rows without a key; its words are alike for all keys. */
export const missingKey = (
  field: "trajectory" | "user" | "feed" | "logger" | "day",
  noun: string = field,
): Refusals => ({
  missing: {
    code: `${field}Missing`,
    expected: `a ${noun} in every row`,
    remedy: `fill the column, or leave those rows out with log.source: { sql: "select … where …" }`,
  },
});
