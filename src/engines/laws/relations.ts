import type { Dialect } from "../../sql/dialect.js";
import type { Engine } from "../../sql/engine.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  countDistinct,
  double,
  type Expression,
  max,
  min,
  nullOf,
  plus,
  rowNumber,
  sum,
  text,
  times,
} from "../../sql/expression.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row, Value } from "../../sql/interpreter/value.js";
import { from, group, join, type Relation, type SourceRef, select } from "../../sql/relation.js";
import {
  type EngineLaw,
  type EngineRunner,
  type Rows,
  rowsOfPlan,
  same,
  type Types,
} from "./law.js";

const columns = [
  { name: "id", type: "bigint" },
  { name: "k", type: "bigint" },
  { name: "d", type: "double" },
  { name: "t", type: "text" },
] as const;

const rows: readonly Row[] = [
  { id: 0n, k: 1n, d: 0.5, t: "a" },
  { id: 1n, k: 1n, d: -2.25, t: "B" },
  { id: 2n, k: 2n, d: null, t: "ü" },
  { id: 3n, k: null, d: 4, t: null },
  { id: 4n, k: 2n, d: 0, t: "" },
  { id: 5n, k: 0n, d: -2.25, t: "ab" },
];

interface RelationCase {
  readonly name: string;
  readonly of: (log: Relation) => Relation;
  readonly types: Types;
}

const isLarge = apply(">", column("d"), double(0));
const sized: Expression = caseWhen([{ when: isLarge, then: text("large") }], text("small"));

/** Each kind of relation, with NULLs and ties where engines differ by default. */
const cases: readonly RelationCase[] = [
  {
    name: "a selection",
    of: (log) =>
      select(
        log,
        [
          ["x", plus(times(column("d"), double(3)), cast(column("k"), "double"))],
          ["y", apply("coalesce", column("t"), sized)],
        ],
        { where: apply("<", column("id"), bigint(5n)) },
      ),
    types: { x: "double", y: "text" },
  },
  {
    name: "the first rows of an order, NULLs and ties included",
    of: (log) =>
      select(log, [["x", column("id")]], {
        orderBy: [
          { by: column("d"), descending: true },
          { by: column("id"), descending: false },
        ],
        limit: 4,
      }),
    types: { x: "bigint" },
  },
  {
    name: "the order of texts",
    of: (log) =>
      select(log, [["x", column("t")]], {
        orderBy: [{ by: column("t"), descending: false }],
        limit: 5,
      }),
    types: { x: "text" },
  },
  {
    name: "row numbers within groups",
    of: (log) =>
      select(log, [
        ["x", column("id")],
        [
          "n",
          rowNumber(
            [column("k")],
            [
              { by: column("d"), descending: false },
              { by: column("id"), descending: false },
            ],
          ),
        ],
      ]),
    types: { x: "bigint", n: "bigint" },
  },
  {
    name: "groups, a NULL key included",
    of: (log) =>
      group(
        log,
        ["k"],
        [
          ["n", count()],
          ["s", sum(column("d"))],
          ["low", min(column("t"))],
          ["high", max(column("id"))],
          ["kinds", countDistinct(column("d"))],
        ],
        apply(">=", count(), bigint(1n)),
      ),
    types: { k: "bigint", n: "bigint", s: "double", low: "text", high: "bigint", kinds: "bigint" },
  },
  {
    name: "a sum of a CASE whose condition is NULL",
    of: (log) => {
      const otherwise = (then: Expression, value: Expression): Expression =>
        caseWhen([{ when: isLarge, then }], value);
      const id = column("id");
      return group(
        log,
        [],
        [
          ["zero", sum(otherwise(bigint(0n), id))],
          ["none", sum(otherwise(nullOf("bigint"), id))],
          ["half", sum(otherwise(double(0), cast(id, "double")))],
          ["many", count(otherwise(nullOf("bigint"), id))],
          ["ones", sum(otherwise(bigint(0n), bigint(1n)))],
          ["high", max(otherwise(nullOf("bigint"), plus(id, bigint(1n))))],
        ],
      );
    },
    types: {
      zero: "bigint",
      none: "bigint",
      half: "double",
      many: "bigint",
      ones: "bigint",
      high: "bigint",
    },
  },
  ...(["inner", "left"] as const).map(
    (type): RelationCase => ({
      name: `a join (${type})`,
      of: (log) => {
        const sums = select(
          group(log, ["k"], [["s", sum(column("d"))]], apply(">", count(), bigint(1n))),
          [
            ["g", column("k")],
            ["s", apply("coalesce", column("s"), nullOf("double"))],
          ],
        );
        return join(
          type,
          select(log, [
            ["id", column("id")],
            ["k", column("k")],
          ]),
          sums,
          [["k", "g"]],
        );
      },
      types: { id: "bigint", s: "double" },
    }),
  ),
];

/** Relations over a table mean the same to an engine and to the interpreter. */
export const relationLaws: readonly EngineLaw[] = cases.map(({ name, of, types }) => ({
  name: `${name} means what it means to the interpreter`,
  check: async ({ engine }: EngineRunner): Promise<void> => {
    const interpreter = createInterpreter({ log: rows }, { columns: { log: columns } });
    const expected = await sorted(interpreter, of(from({ kind: "table", name: ["log"] })), types);
    same(engine, name, await sorted(engine, of(from(asSql(engine.dialect))), types), expected);
  },
}));

async function sorted(engine: Engine, relation: Relation, types: Types): Promise<Rows> {
  const key = (row: readonly unknown[]): string => row.map(String).join("|");
  const rows = await rowsOfPlan(engine, relation, types);
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The rows as a SELECT of literals. */
function asSql({ cast: as, text: quoted }: Dialect): SourceRef {
  const literal = (value: Value, type: (typeof columns)[number]["type"]): string => {
    if (value === null) return as("NULL", type);
    return as(typeof value === "string" ? quoted(value) : String(value), type);
  };
  const selects = rows.map((row) => {
    const values = columns.map(
      ({ name, type }) => `${literal(row[name] ?? null, type)} AS ${name}`,
    );
    return `SELECT ${values.join(", ")}`;
  });
  return { kind: "sql", sql: selects.join(" UNION ALL ") };
}
