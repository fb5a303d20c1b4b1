import { powerOfTwo } from "../numeric/elementary/power-of-two.js";

/** `nested` is a list or a record of JSON. */
export type TextKind =
  | "whole"
  | "wide"
  | "number"
  | "boolean"
  | "date"
  | "timestamp"
  | "zoned"
  | "nested"
  | "text";

export type TextType = Exclude<TextKind, "wide"> | "integer";

const day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const time = "[T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?";
const decimal =
  "[-+]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?|[-+]?([nN][aA][nN]|[iI][nN][fF]([iI][nN][iI][tT][yY])?)";

/**
 * The kinds by the pattern of a whole text, in the syntax that DuckDB, ClickHouse and Spark share; the first that
 * matches holds. Zeros in front, as in 007, belong to the text, and so no number has them.
 */
export const textPatterns: readonly (readonly [TextKind, string])[] = [
  // So many digits fit 64 bits.
  ["whole", "0|-?([1-9][0-9]{0,17}|[1-8][0-9]{18})"],
  ["wide", "-?[1-9][0-9]{18,37}"],
  ["number", ` *(${decimal}) *`],
  ["boolean", "[tT][rR][uU][eE]|[fF][aA][lL][sS][eE]"],
  ["date", day],
  ["timestamp", `${day}${time}`],
  ["zoned", `${day}${time}(Z|[-+][0-9]{2}(:?[0-9]{2})?)`],
];

/** A type holds texts of its kinds, and of no other: the first that holds all of them. */
const types: readonly (readonly [TextType, readonly TextKind[]])[] = [
  ["whole", ["whole"]],
  ["integer", ["whole", "wide"]],
  ["number", ["whole", "wide", "number"]],
  ["boolean", ["boolean"]],
  ["date", ["date"]],
  ["timestamp", ["date", "timestamp"]],
  ["zoned", ["date", "timestamp", "zoned"]],
  ["nested", ["nested"]],
];

/** The type of a column from the kinds of all its texts, whatever their order: text where no other type holds them. */
export function typeOfTexts(kinds: readonly TextKind[]): TextType {
  if (kinds.length === 0) return "text";
  return types.find(([, members]) => kinds.every((kind) => members.includes(kind)))?.[0] ?? "text";
}

/** The kinds as numbers, so that an engine can join them: each is a bit. */
const bits: readonly TextKind[] = [...textPatterns.map(([kind]) => kind), "nested", "text"];

export const bitOf = (kind: TextKind): number => powerOfTwo(bits.indexOf(kind));

export const kindsOf = (sum: number): readonly TextKind[] =>
  bits.filter((kind) => Math.floor(sum / bitOf(kind)) % 2 === 1);

const whole = textPatterns.map(
  ([kind, pattern]) => [kind, new RegExp(`^(?:${pattern})$`)] as const,
);

export const kindOf = (text: string): TextKind =>
  whole.find(([, pattern]) => pattern.test(text))?.[0] ?? "text";
