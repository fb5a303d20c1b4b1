import { describe, expect, it } from "vitest";
import { constantsOf } from "./columns.js";
import { bigint, column, double, nullOf, plus } from "./expression.js";
import { from, group, select } from "./relation.js";

describe("columns that are one literal in every row", () => {
  const rows = select(from({ kind: "table", name: ["log"] }), [
    ["user", column("user_id")],
    ["logger", bigint(0n)],
    ["length", nullOf("bigint")],
    ["sum", plus(double(1), double(2))],
  ]);

  it("are found where they are written", () => {
    expect([...constantsOf(rows)]).toEqual([
      ["logger", bigint(0n)],
      ["length", nullOf("bigint")],
    ]);
  });

  it("are found below a selection under another name", () => {
    const renamed = select(rows, [
      ["who", column("user")],
      ["policy", column("logger")],
    ]);
    expect([...constantsOf(renamed)]).toEqual([["policy", bigint(0n)]]);
  });

  it("are not looked for in groups and sources", () => {
    expect(constantsOf(group(rows, ["logger"], [])).size).toBe(0);
    expect(constantsOf(from({ kind: "table", name: ["log"] })).size).toBe(0);
  });
});
