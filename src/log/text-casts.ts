import type { Dialect } from "../sql/dialect.js";
import {
  and,
  apply,
  cast,
  column,
  double,
  type Expression,
  equal,
  less,
  not,
  rewrite,
  text,
} from "../sql/expression.js";

/** What texts of a column may stand for, and how they are read as that. */
export interface TextCast {
  /** "whole numbers" */
  readonly says: string;
  readonly pattern: string;
  /** The value as SQL, of the column's name in quotes. */
  readonly read: (name: string, dialect: Dialect) => string;
  /** What must be known besides, where the texts have two readings. */
  readonly asks?: string;
}

/** Whether a text matches a pattern from its first to its last character; a match becomes a text that does not. */
export function matches(value: Expression, pattern: string): Expression {
  const mark = text("match");
  return apply("and", equal(rewrite(value, pattern, "match"), mark), not(equal(value, mark)));
}

const number = "([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?";

/** Of several that fit every value the first counts. */
export const textCasts: readonly TextCast[] = [
  {
    says: "whole numbers as text",
    pattern: " *[+-]?[0-9]{1,18} *",
    read: (name, { cast: as }) => as(name, "bigint"),
  },
  {
    says: "numbers as text",
    pattern: ` *[+-]?${number} *`,
    read: (name, { cast: as }) => as(name, "double"),
  },
  {
    says: "numbers whose thousands a comma parts",
    pattern: " *[+-]?[0-9]{1,3}(,[0-9]{3})*[.][0-9]+ *",
    read: (name, { cast: as }) => as(`replace(${name}, ',', '')`, "double"),
  },
  {
    says: "numbers with a comma before three digits",
    pattern: " *[+-]?[0-9]{1,3}(,[0-9]{3})* *",
    read: (name, { cast: as }) => as(`replace(${name}, ',', '')`, "double"),
    asks: "This reads the comma as one of thousands; if it is a decimal comma, replace it by a point",
  },
  {
    says: "numbers with a decimal comma",
    pattern: " *[+-]?[0-9]+(,[0-9]+)? *",
    read: (name, { cast: as }) => as(`replace(${name}, ',', '.')`, "double"),
  },
  {
    says: "amounts of dollars",
    pattern: ` *[$] *${number} *`,
    read: (name, { cast: as }) => as(`replace(${name}, '$', '')`, "double"),
  },
  {
    says: "true and false as text",
    pattern: "([Tt]rue|[Ff]alse|TRUE|FALSE)",
    read: (name) => oneOf(name, ["true"], ["false"]),
  },
  {
    says: "yes and no as text",
    pattern: "([Yy]es|[Nn]o|YES|NO|[YyNn])",
    read: (name) => oneOf(name, ["yes", "y"], ["no", "n"]),
  },
];

const oneOf = (name: string, one: readonly string[], zero: readonly string[]): string => {
  const among = (words: readonly string[]) =>
    `lower(${name}) in (${words.map((word) => `'${word}'`).join(", ")})`;
  return `case when ${among(one)} then 1 when ${among(zero)} then 0 end`;
};

export const fitsCast = (name: string, { pattern }: TextCast): Expression =>
  matches(cast(column(name), "text"), pattern);

/** Whether a double is a whole number that no other one is rounded to. */
export const isWhole = (value: Expression): Expression =>
  and([
    apply("isFinite", value),
    less(apply("abs", value), double(2 ** 53)),
    equal(apply("floor", value), value),
  ]);
