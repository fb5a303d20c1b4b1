import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import {
  type Output,
  randomRelations,
  randomTable,
  tableColumns,
} from "../../../test/fixture/random-relation.js";
import { checkRelation } from "../check-relation.js";
import { columnsOf, outputColumns } from "../columns.js";
import { column, count, type Expression, equal, sum } from "../expression.js";
import { runRelation } from "../interpreter/run-relation.js";
import { type Table, tableOfRows, upTo } from "../interpreter/table.js";
import type { Row } from "../interpreter/value.js";
import { plan } from "../plan.js";
import { from, group, inputsOf, join, type Relation, select } from "../relation.js";
import { narrowed, withoutIdleJoins } from "./narrow.js";

type Narrow = (relation: Relation, wanted: Iterable<string>) => Relation;

const log = from({ kind: "table", name: ["log"] });
const run = (relation: Relation, rows: readonly Row[]): Table =>
  runRelation(relation, () =>
    tableOfRows(
      tableColumns.map(({ name }) => name),
      rows,
    ),
  );

/** The rows, in order, with their values in the named columns. */
const valuesIn = ({ columns, rows }: Table, names: readonly string[]): readonly string[] =>
  upTo(rows).map((row) =>
    names
      .map((name) => columns.get(name)?.[row])
      .map((value) => `${typeof value} ${value}`)
      .join(" | "),
  );

/** Every relation of a tree once. */
function nodesOf(root: Relation, seen: Set<Relation> = new Set()): ReadonlySet<Relation> {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const input of inputsOf(root)) nodesOf(input, seen);
  return seen;
}

/** The columns that a relation reads of its inputs; of a join, all that its own readers read. */
function readBy(relation: Relation, ownReaders: readonly string[]): readonly string[] {
  const names = (values: readonly (Expression | undefined)[]): readonly string[] =>
    values.flatMap((value) => (value === undefined ? [] : [...columnsOf(value)]));
  switch (relation.kind) {
    case "source":
      return [];
    case "select": {
      const sorted = relation.orderBy.map(({ by }) => by);
      return names([...relation.columns.map(([, value]) => value), ...sorted, relation.where]);
    }
    case "group": {
      const values = relation.columns.map(([, value]) => value);
      return [...relation.keys, ...names([...values, relation.having])];
    }
    case "join":
      return [...ownReaders, ...relation.on.flat()];
    case "repeat":
      return ownReaders.filter((name) => name !== relation.alias);
    default:
      return relation satisfies never;
  }
}

/** Throws where a relation computes a column that nobody reads. */
function requireNoneUnread(root: Relation, wanted: readonly string[]): void {
  const nodes = [...nodesOf(root)];
  const readers = (of: Relation): readonly string[] =>
    of === root
      ? wanted
      : nodes
          .filter((each) => inputsOf(each).includes(of))
          .flatMap((each) => readBy(each, readers(each)));
  for (const node of nodes) {
    if (node.kind !== "select" && node.kind !== "group") continue;
    const unread = node.columns.filter(([alias]) => !readers(node).includes(alias));
    const mustHaveOne =
      node.columns.length === 1 && (node.kind === "select" || node.keys.length === 0);
    if (unread.length > 0 && !mustHaveOne) throw new Error(`nobody reads ${unread[0]?.[0]}`);
  }
}

function requireLaws(narrow: Narrow, outputs: fc.Arbitrary<(log: Relation) => Output>): void {
  assertProperty(
    fc.property(randomTable, outputs, fc.infiniteStream(fc.boolean()), (rows, make, coins) => {
      const { relation } = make(log);
      const wanted = (outputColumns(relation) ?? []).filter(() => coins.next().value);
      const narrower = narrow(relation, wanted);
      nodesOf(narrower).forEach(checkRelation);
      const [before, after] = [run(relation, rows), run(narrower, rows)];
      expect(valuesIn(after, wanted)).toEqual(valuesIn(before, wanted));
      requireNoneUnread(narrower, wanted);
    }),
    { quick: 200, thorough: 2000 },
  );
}

describe("a narrowed relation", () => {
  it.each(randomRelations)(
    "keeps rows and named columns, and computes no others: %s",
    (_, output) => {
      requireLaws(narrowed, output);
    },
  );

  it("reads once what stood twice", () => {
    const base = select(log, [
      ["k", column("k")],
      ["d", column("d")],
      ["e", column("e")],
    ]);
    const sums = select(
      group(
        base,
        ["k"],
        [
          ["s", sum(column("d"))],
          ["n", count()],
        ],
      ),
      [
        ["own", column("k")],
        ["s", column("s")],
        ["n", column("n")],
      ],
    );
    const both = narrowed(join("inner", base, sums, [["k", "own"]]), ["s"]);
    const sources = [...nodesOf(both)].filter(({ kind }) => kind === "source");
    const bases = [...nodesOf(both)].filter(
      (node) => node.kind === "select" && node.from === sources[0],
    );
    expect(bases).toHaveLength(1);
    expect(bases[0]).toMatchObject({
      columns: [
        ["k", {}],
        ["d", {}],
      ],
    });
  });
});

describe("a left join of which nothing is read", () => {
  const base = select(log, [
    ["id", column("id")],
    ["k", column("k")],
  ]);
  const byKey = select(group(log, ["k"], [["s", sum(column("d"))]]), [
    ["own", column("k")],
    ["s", column("s")],
  ]);
  const everyRow = select(log, [
    ["own", column("k")],
    ["s", column("d")],
  ]);
  const joins = (relation: Relation): number =>
    [...nodesOf(relation)].filter(({ kind }) => kind === "join").length;
  const on = [["k", "own"]] as const;
  const left = (of: Relation, right: Relation): Relation =>
    select(join("left", of, right, on), [
      ["id", column("id")],
      ["s", column("s")],
    ]);

  it("is left out where its rows are one for each key", () => {
    const both = left(base, byKey);
    expect(joins(withoutIdleJoins(both, ["id"]))).toBe(0);
    expect(withoutIdleJoins(both, ["s"])).toBe(both);
    expect(plan("ids", group(both, [], [["n", count()]])).relation).toSatisfy(
      (relation: Relation) => joins(relation) === 0,
    );
  });

  it("stays where it may add rows, or lose them", () => {
    const twice = left(base, everyRow);
    expect(withoutIdleJoins(twice, ["id"])).toBe(twice);
    const inner = select(join("inner", base, byKey, on), [["id", column("id")]]);
    expect(withoutIdleJoins(inner, ["id"])).toBe(inner);
    const spread = select(byKey, [
      ["own", column("s")],
      ["s", column("own")],
    ]);
    const byValue = left(base, spread);
    expect(withoutIdleJoins(byValue, ["id"])).toBe(byValue);
    const joined = join("left", byKey, select(log, [["also", column("k")]]), [["own", "also"]]);
    const manifold = left(base, joined);
    expect(joins(withoutIdleJoins(manifold, ["id"]))).toBe(2);
  });

  it("keeps the rows", () => {
    const duplicates = select(group(everyRow, ["own", "s"], []), [
      ["own", column("own")],
      ["s", column("s")],
    ]);
    assertProperty(
      fc.property(randomTable, fc.constantFrom(byKey, everyRow, duplicates), (rows, right) => {
        const both = left(base, right);
        expect(valuesIn(run(narrowed(both, ["id"]), rows), ["id"])).toEqual(
          valuesIn(run(both, rows), ["id"]),
        );
      }),
      { quick: 50, thorough: 500 },
    );
  });

  it("leaves rows whole that an engine holds", () => {
    const held = select(
      byKey,
      [
        ["own", column("own")],
        ["s", column("s")],
      ],
      { keep: {} },
    );
    const found = [...nodesOf(narrowed(join("inner", base, held, on), ["id"]))];
    expect(found.find((node) => node.kind === "select" && node.keep !== undefined)).toMatchObject({
      columns: [
        ["own", {}],
        ["s", {}],
      ],
    });
  });
});

describe("the laws of narrowing catch", () => {
  const bent: readonly (readonly [string, Narrow])[] = [
    ["a column that nobody reads", (relation) => relation],
    [
      "rows that are lost",
      (relation, wanted) => {
        const kept = narrowed(relation, wanted);
        const never = equal(column("id"), column("b"));
        return kept.kind === "select" && kept.from.kind === "source"
          ? { ...kept, where: never }
          : kept;
      },
    ],
  ];
  const selects = randomRelations.find(([name]) => name === "selects")?.[1];
  it.each(bent)("%s", (_, narrow) => {
    if (selects === undefined) throw new Error("random relations have selects");
    expect(() => requireLaws(narrow, selects)).toThrow();
  });
});
