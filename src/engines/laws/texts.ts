import { bigint, column, plus, text } from "../../sql/expression.js";
import { group, select } from "../../sql/relation.js";
import { type EngineLaw, type EngineRunner, oneRow, rowsOfPlan, same, sqlOf } from "./law.js";

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
  "☃𝄞",
  "",
  `$1 ? :x {x:String} ${"$"}{x} ${"$"}{env:HOME}`,
  "-- /*",
  "%s {{x}}",
];

/** Identifiers and text reach an engine and come back as they are. */
export const textLaws: readonly EngineLaw[] = [
  { name: "a column may have any name", check: anyName },
  { name: "an alias does not capture a column of the same name", check: noCapture },
  { name: "a text comes back as it is", check: (run) => textsReturn(run, texts) },
  {
    name: "a text may hold NUL",
    needs: ["text with NUL"],
    check: (run) => textsReturn(run, ["nul\0inside"]),
  },
];

async function anyName({ engine }: EngineRunner): Promise<void> {
  const { identifier, cast } = engine.dialect;
  for (const name of names) {
    const source = `SELECT ${cast("5", "bigint")} AS ${identifier(name)}, ${cast("6", "bigint")} AS other`;
    const sum = select(sqlOf(source), [["x", plus(column(name), column("other"))]]);
    const rows = await rowsOfPlan(engine, group(sum, ["x"], []), { x: "bigint" });
    same(engine, `a column called ${JSON.stringify(name)}`, rows, [[11n]]);
  }
}

async function noCapture({ engine }: EngineRunner): Promise<void> {
  const source = sqlOf(`SELECT ${engine.dialect.cast("10", "bigint")} AS x`);
  const shadow = select(source, [
    ["x", plus(column("x"), bigint(1n))],
    ["y", plus(column("x"), bigint(2n))],
  ]);
  const rows = await rowsOfPlan(engine, shadow, { x: "bigint", y: "bigint" });
  same(engine, "x + 1 as x, x + 2 as y of 10", rows, [[11n, 12n]]);
}

async function textsReturn({ engine }: EngineRunner, literals: readonly string[]): Promise<void> {
  for (const literal of literals) {
    const inner = select(oneRow, [["x", text(literal)]]);
    const rows = await rowsOfPlan(engine, group(inner, ["x"], []), { x: "text" });
    same(engine, "a text", rows, [[literal]]);
  }
}
