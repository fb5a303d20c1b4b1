import type { ReasonCode } from "../../codes.js";
import type { Refusals } from "../role.js";

type FieldOf<Code> = Code extends `${infer Field}Missing` ? Field : never;

/** The refusal of rows without a key; its words are alike for all keys. */
export const missingKey = (field: FieldOf<ReasonCode>, noun: string = field): Refusals => ({
  missing: {
    code: `${field}Missing`,
    expected: `a ${noun} in every row`,
    remedy: `fill the column, or leave those rows out with log.source: { sql: "select … where …" }`,
  },
});
