import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  double,
  type Expression,
  isNull,
  less,
  not,
  nullOf,
  type ValueType,
} from "../sql/expression.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";

/** The types of columns that each reader takes. */
export const numberTypes: readonly ColumnType[] = ["double", "decimal", "bigint", "boolean"];
export const keyTypes: readonly ColumnType[] = [
  "bigint",
  "decimal",
  "text",
  "date",
  "timestamp",
  "boolean",
  "other",
];

/** A number as DOUBLE; TRUE is 1, FALSE 0, in words, because not every engine casts them. */
export const readNumber = ({ name, type }: SourceColumn): Expression =>
  type === "boolean"
    ? oneOrZero(name, double(1), double(0), "double")
    : cast(column(name), "double");

/** TRUE as 1, FALSE as 0; whole numbers stay what they are, for the row rule to judge. */
export const readFlag = ({ name, type }: SourceColumn): Expression =>
  type === "boolean"
    ? oneOrZero(name, bigint(1n), bigint(0n), "bigint")
    : cast(column(name), "bigint");

const oneOrZero = (name: string, one: Expression, zero: Expression, type: ValueType): Expression =>
  caseWhen(
    [
      { when: column(name), then: one },
      { when: not(column(name)), then: zero },
    ],
    nullOf(type),
  );

/** A whole number as BIGINT, NULL where there is none; 0, which no rank may be, for anything else. */
export function readWhole(source: SourceColumn): Expression {
  if (source.type === "bigint") return cast(column(source.name), "bigint");
  const value = readNumber(source);
  const safe = apply("and", apply("isFinite", value), less(apply("abs", value), double(2 ** 53)));
  const isWhole = apply("and", safe, apply("=", apply("floor", value), value));
  const branches = [
    { when: isNull(value), then: nullOf("bigint") },
    { when: isWhole, then: cast(value, "bigint") },
  ];
  return caseWhen(branches, bigint(0n));
}

/** A key in the type that groups fastest: whole numbers stay numbers, all else is text. */
export const readKey = ({ name, type }: SourceColumn): Expression =>
  cast(column(name), type === "bigint" ? "bigint" : "text");
