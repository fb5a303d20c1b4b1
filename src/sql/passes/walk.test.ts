import { describe, expect, it } from "vitest";
import { columnsOf } from "../columns.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  double,
  type Expression,
  equal,
  isNull,
  lookup,
  plus,
  rowNumber,
  sum,
  text,
  times,
} from "../expression.js";
import { hoist } from "./hoist.js";
import { simplify } from "./simplify.js";
import { structuralKey } from "./structural-key.js";
import { children, contains, rewrite, rewriting } from "./walk.js";

const tree: Expression = sum(
  caseWhen(
    [{ when: isNull(column("a")), then: lookup("t", [1, 0.5], column("b")) }],
    cast(plus(column("c"), bigint(2n ** 60n)), "double"),
  ),
);

describe("columnsOf", () => {
  it("finds columns under every kind of node", () => {
    const order = [{ by: column("e"), descending: true }];
    const wide = apply("coalesce", tree, rowNumber([column("d")], order));
    expect([...columnsOf(wide)].sort()).toEqual(["a", "b", "c", "d", "e"]);
  });
});

describe("rewrite", () => {
  it("keeps the object where nothing changes", () => {
    expect(rewrite(tree, (node) => node)).toBe(tree);
  });

  it("sees children before parents and gives a frozen tree", () => {
    const seen: string[] = [];
    const renamed = rewrite(tree, (node) => {
      seen.push(node.kind);
      return node.kind === "column" ? column(`x_${node.name}`) : node;
    });
    expect([...columnsOf(renamed)].sort()).toEqual(["x_a", "x_b", "x_c"]);
    expect(seen.at(-1)).toBe("aggregate");
    expect(seen[0]).toBe("column");
    expect(Object.isFrozen(renamed)).toBe(true);
    expect([...columnsOf(tree)].sort()).toEqual(["a", "b", "c"]);
  });
});

describe("trees that share branches, as curves of many feeds do", () => {
  // 2^60 leaves: what walks through shared branches again and again never ends.
  const doubled = (leaf: Expression): Expression =>
    Array.from({ length: 60 }).reduce<Expression>((half) => plus(half, half), leaf);
  const shared = doubled(column("a"));

  it("are rewritten once a branch, and share as much afterwards", () => {
    let seen = 0;
    const renamed = rewriting((node) => {
      seen++;
      return node.kind === "column" ? column("b") : node;
    });
    const first = renamed(shared);
    expect(seen).toBe(61);
    expect([...columnsOf(first)]).toEqual(["b"]);
    expect(renamed(shared)).toBe(first);
    expect(simplify(times(shared, double(1)))).toBe(shared);
  });

  it("have what is computed earlier taken out once a branch", () => {
    const curve = lookup("t", [1, 0.5], column("a"));
    const early = hoist("p_", (node) => node.kind === "lookup");
    const left = early.take(doubled(curve));
    expect(early.columns()).toEqual([["p_0", curve]]);
    expect([...columnsOf(left)]).toEqual(["p_0"]);
    expect(early.take(left)).toBe(left);
  });
});

describe("contains", () => {
  it("looks at the node itself and below it", () => {
    expect(contains(tree, "aggregate")).toBe(true);
    expect(contains(tree, "lookup")).toBe(true);
    expect(contains(tree, "rowNumber")).toBe(false);
    expect(children(column("a"))).toEqual([]);
  });
});

describe("structuralKey", () => {
  it("is the same for equal trees in whatever order their fields were written", () => {
    const handmade: Expression = { value: 1, kind: "double" };
    expect(structuralKey(handmade)).toBe(structuralKey(double(1)));
    expect(structuralKey(double(1))).toBe('{"kind":"double","value":1}');
  });

  it("tells literals of different types and values apart, but not −0 from 0", () => {
    const literals = [
      double(1),
      bigint(1n),
      text("1"),
      double(0.1),
      double(0.1 + 2 ** -56),
      double(Number.NaN),
      double(Infinity),
      bigint(2n ** 60n),
      bigint(2n ** 60n + 1n),
    ];
    expect(new Set(literals.map(structuralKey)).size).toBe(literals.length);
    expect(structuralKey(double(-0))).toBe(structuralKey(double(0)));
    expect(structuralKey(lookup("t", [-0], column("i")))).toBe(
      structuralKey(lookup("t", [0], column("i"))),
    );
  });

  it("tells a text that looks like a key from the node", () => {
    expect(structuralKey(text('{"kind":"double","value":1}'))).not.toBe(structuralKey(double(1)));
    expect(structuralKey(equal(column("a"), column("b")))).not.toBe(
      structuralKey(equal(column("b"), column("a"))),
    );
  });
});
