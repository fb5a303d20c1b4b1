import type { Expression, Operator, ValueType } from "./expression.js";
import type { Relation } from "./relation.js";

type TypeOfColumn = (name: string) => ValueType | undefined;

/**
 * The type of an expression's value; undefined where only the engine knows it: for columns of a source,
 * and for a sum of BIGINTs, which engines give in wider types until it is cast.
 */
export function typeOf(expression: Expression, column: TypeOfColumn): ValueType | undefined {
  const firstOf = (values: readonly Expression[]): ValueType | undefined => {
    for (const value of values) {
      const type = typeOf(value, column);
      if (type !== undefined) return type;
    }
    return undefined;
  };
  switch (expression.kind) {
    case "column":
      return column(expression.name);
    case "double":
    case "bigint":
    case "text":
      return expression.kind;
    case "null":
      return expression.type;
    case "cast":
      return expression.to;
    case "lookup":
      return "double";
    case "rowNumber":
      return "bigint";
    case "case":
      return firstOf([...expression.branches.map(({ then }) => then), expression.otherwise]);
    case "call":
      return typesOfOperators[expression.operator] ?? firstOf(expression.args);
    case "aggregate":
      return typeOfAggregate(expression, column);
    default:
      return expression satisfies never;
  }
}

function typeOfAggregate(
  { fn, value }: Extract<Expression, { kind: "aggregate" }>,
  column: TypeOfColumn,
): ValueType | undefined {
  if (fn === "count" || fn === "countDistinct") return "bigint";
  const type = value && typeOf(value, column);
  return fn === "sum" && type === "bigint" ? undefined : type;
}

/** Undefined where an operator gives the type of its arguments. */
const typesOfOperators: Readonly<Record<Operator, ValueType | undefined>> = {
  "+": undefined,
  "-": undefined,
  "*": undefined,
  "/": "double",
  "=": "boolean",
  "<>": "boolean",
  "<": "boolean",
  "<=": "boolean",
  ">": "boolean",
  ">=": "boolean",
  and: "boolean",
  or: "boolean",
  not: "boolean",
  isNull: "boolean",
  isFinite: "boolean",
  floor: "double",
  abs: undefined,
  coalesce: undefined,
  concat: "text",
  bitAnd: "bigint",
  shiftRight: "bigint",
  hash10: "bigint",
  nativeHash: "bigint",
  typeName: "text",
  rewrite: "text",
  dayOf1970: "date",
};

/** The types of a relation's columns, as far as they are known without the engine. */
export function columnTypes(relation: Relation): ReadonlyMap<string, ValueType> {
  switch (relation.kind) {
    case "source":
      return new Map();
    case "join":
      return new Map([...columnTypes(relation.left), ...columnTypes(relation.right)]);
    case "repeat":
      return new Map([...columnTypes(relation.from), [relation.alias, "bigint"]]);
    case "select":
    case "group": {
      const from = columnTypes(relation.from);
      const keys = relation.kind === "group" ? relation.keys : [];
      const types = [
        ...keys.map((name) => [name, from.get(name)] as const),
        ...relation.columns.map(
          ([alias, value]) => [alias, typeOf(value, (name) => from.get(name))] as const,
        ),
      ];
      return new Map(types.flatMap(([name, type]) => (type === undefined ? [] : [[name, type]])));
    }
    default:
      return relation satisfies never;
  }
}
