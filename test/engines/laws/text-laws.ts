import { expect, it } from "vitest";
import { bigint, column, plus, text } from "../../../src/sql/index.js";
import { group, select } from "../../../src/sql/relation.js";
import type { Opened } from "../engine-suite.js";
import type { UnderTest } from "../under-test/under-test.js";
import { oneRow, rowsOfPlan, sqlOf } from "./rows-of-plan.js";

const names = [
  'say "hi"',
  "back`tick",
  "two words",
  "größe ☃",
  "select",
  "s",
  "q0",
  "l",
  "x'; --",
  "a.b",
  "back\\slash",
];
const texts = [
  "it's",
  'say "x"',
  "`tick`",
  "back\\slash\\'",
  "\\n \\u0041 \\",
  "line\nbreak\ttab\r",
  "nul\0inside",
  "☃𝄞",
  "",
  `$1 ? :x {x:String} ${"$"}{x} ${"$"}{env:HOME}`,
  "-- /*",
  "%s {{x}}",
];

/** Identifiers and text reach an engine and come back as they are. */
export function textLaws({ lacks }: UnderTest, opened: () => Opened): void {
  it.each(names)("a column called %j", async (name) => {
    const { engine } = opened();
    const { identifier, cast } = engine.dialect;
    const source = `SELECT ${cast("5", "bigint")} AS ${identifier(name)}, ${cast("6", "bigint")} AS other`;
    const sum = select(sqlOf(source), [["x", plus(column(name), column("other"))]]);
    expect(await rowsOfPlan(engine, group(sum, ["x"], []), { x: "bigint" })).toEqual([[11n]]);
  });

  it("a column of ours is not captured by an alias of the same name", async () => {
    const { engine } = opened();
    const shadow = select(sqlOf(`SELECT ${engine.dialect.cast("10", "bigint")} AS x`), [
      ["x", plus(column("x"), bigint(1n))],
      ["y", plus(column("x"), bigint(2n))],
    ]);
    expect(await rowsOfPlan(engine, shadow, { x: "bigint", y: "bigint" })).toEqual([[11n, 12n]]);
  });

  const held = texts.filter((each) => !each.includes("\0") || !lacks["text with NUL"]);
  it.each(held)("the text %j", async (literal) => {
    const inner = select(oneRow, [["x", text(literal)]]);
    const { engine } = opened();
    expect(await rowsOfPlan(engine, group(inner, ["x"], []), { x: "text" })).toEqual([[literal]]);
  });
}
