import type { ReasonCode } from "../../codes.js";
import { nullOf } from "../../sql/expression.js";
import { keyTypes, numberTypes, readFlag, readKey, readNumber, readWhole } from "../readers.js";
import type { Refusal, Refusals, Role, Section } from "../role.js";

/** What a probability may be divided by: weights, their squares and sums stay doubles. */
export const smallestProbability = 1e-70;

/** Squares of sums must stay within the range of a double. */
export const largestReward = 1e100;

/** The name of a role, the section of the study that names its column, and its key there. */
export const named = <Name extends string, In extends Section, Field extends string>(
  name: Name,
  section: In,
  field: Field,
): { readonly name: Name; readonly in: In; readonly field: Field } => ({
  name,
  in: section,
  field,
});

type Column = Pick<Role, "accepts" | "expected" | "read">;

export const keys: Column = {
  accepts: keyTypes,
  expected: "whole numbers or text",
  read: readKey,
};

export const numbers: Column & Pick<Role, "survey"> = {
  accepts: numberTypes,
  expected: "numbers",
  read: readNumber,
  survey: "number",
};

export const wholeNumbers: Column & Pick<Role, "survey"> = {
  accepts: numberTypes,
  expected: "numbers",
  read: readWhole,
  survey: "whole",
};

export const flags: Column & Pick<Role, "absent" | "survey"> = {
  accepts: ["boolean", "bigint"],
  expected: "true and false, or of whole numbers 0 and 1",
  read: readFlag,
  absent: () => nullOf("bigint"),
  survey: "whole",
};

/** A number in every row, within bounds; without it the canonical value is NULL. */
export const orNull: Pick<Role, "absent"> = { absent: () => nullOf("double") };

interface Bounds {
  readonly low?: number;
  readonly high?: number;
}

/** NULL is refused for the same reason as what lies outside. */
export const inEveryRow = (refusal: Refusal, bounds: Bounds): Refusals => ({
  missing: refusal,
  outside: { ...refusal, ...bounds },
});

export const finite: Bounds = { low: -largestReward, high: largestReward };

/** A probability that weights divide by. */
export const divisor = (code: ReasonCode, noun: string, remedy: string): Refusals =>
  inEveryRow(
    { code, expected: `${noun} in (0, 1], ${smallestProbability} at least`, remedy },
    { low: smallestProbability, high: 1 },
  );

type FieldOf<Code> = Code extends `${infer Field}Missing` ? Field : never;

/** The refusal of rows without a key; its words are alike for all keys. */
export const missingKey = (
  field: FieldOf<ReasonCode>,
  noun: string = field,
  otherwise = `leave those rows out with log.source: { sql: "select … where …" }`,
): Refusals => ({
  missing: {
    code: `${field}Missing`,
    expected: `a ${noun} in every row`,
    remedy: `fill the column, or ${otherwise}`,
  },
});
