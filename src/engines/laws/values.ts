import type { PlanType } from "../../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  dayOf1970,
  divide,
  double,
  type Expression,
  equal,
  lookup,
  max,
  nullOf,
  rewrite,
  sum,
  text,
} from "../../sql/expression.js";
import { group, join, select } from "../../sql/relation.js";
import {
  type EngineLaw,
  type EngineRunner,
  insist,
  oneRow,
  rowsOfPlan,
  same,
  sqlOf,
} from "./law.js";

const doubles = [0.1, -1 / 3, 5e-324, 1.7976931348623157e308, 2 ** 53 + 2, -0.000123];
const bigints = [0n, -32768n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

/** NULL, NaN, infinities, large integers and groups of nothing. */
export const valueLaws: readonly EngineLaw[] = [
  { name: "a double comes back as it is", check: doublesReturn },
  { name: "a whole number comes back as it is, also as text", check: bigintsReturn },
  { name: "NULL of every type is null", check: nullsReturn },
  { name: "NaN and infinities are not finite", check: specials },
  { name: "a column of truth is true or false as text", check: truth },
  { name: "arithmetic is in doubles and in 64 bits", check: arithmetic },
  { name: "a look-up has no entry beyond its table or at NULL", check: lookups },
  { name: "hash10 begins MD5, and nativeHash is at least 0", check: hashes },
  { name: "a group of nothing has one row without keys and none with keys", check: emptyGroups },
  { name: "sums of nothing but NULL are NULL, and NULL is a group's key", check: nullGroups },
  { name: "what a left join misses is NULL, and NULL joins nothing", check: leftJoins },
  { name: "days are those of UTC", check: days },
  { name: "a text that matches a pattern is written anew", check: rewritten },
];

async function valueFrom(
  { engine }: EngineRunner,
  value: Expression,
  type: PlanType,
): Promise<unknown> {
  const rows = await rowsOfPlan(engine, select(oneRow, [["x", value]]), { x: type });
  return rows[0]?.[0];
}

async function doublesReturn(run: EngineRunner): Promise<void> {
  for (const literal of doubles) {
    same(run.engine, "a double", await valueFrom(run, double(literal), "double"), literal);
  }
}

async function bigintsReturn(run: EngineRunner): Promise<void> {
  for (const literal of bigints) {
    same(run.engine, "a bigint", await valueFrom(run, bigint(literal), "bigint"), literal);
    const shown = await valueFrom(run, cast(bigint(literal), "text"), "text");
    same(run.engine, "a bigint as text", shown, String(literal));
  }
}

async function nullsReturn(run: EngineRunner): Promise<void> {
  for (const type of ["double", "bigint", "text"] as const) {
    same(run.engine, `NULL as ${type}`, await valueFrom(run, nullOf(type), type), null);
  }
  for (const type of ["date", "boolean"] as const) {
    const shown = await valueFrom(run, cast(nullOf(type), "text"), "text");
    same(run.engine, `NULL as ${type}`, shown, null);
  }
}

async function specials(run: EngineRunner): Promise<void> {
  const { engine } = run;
  const finiteness = (value: Expression) =>
    valueFrom(run, cast(apply("isFinite", value), "text"), "text");
  for (const word of ["NaN", "Infinity", "-Infinity"]) {
    const value = cast(text(word), "double");
    same(engine, `${word} cast from text`, await valueFrom(run, value, "double"), Number(word));
    same(engine, `whether ${word} is finite`, await finiteness(value), "false");
  }
  same(engine, "whether 1e300 is finite", await finiteness(double(1e300)), "true");
}

async function truth({ engine }: EngineRunner): Promise<void> {
  for (const word of ["true", "false"]) {
    const source = sqlOf(`SELECT ${engine.dialect.cast(`'${word}'`, "boolean")} AS c`);
    const shown = select(source, [["x", cast(column("c"), "text")]]);
    same(engine, "a truth as text", await rowsOfPlan(engine, shown, { x: "text" }), [[word]]);
  }
}

async function arithmetic(run: EngineRunner): Promise<void> {
  const check = async (value: Expression, type: PlanType, expected: unknown): Promise<void> =>
    same(run.engine, "arithmetic", await valueFrom(run, value, type), expected);
  await check(divide(double(1), double(3)), "double", 1 / 3);
  await check(apply("floor", double(-0.5)), "double", -1);
  await check(apply("floor", double(2 ** 60)), "double", 2 ** 60);
  const product = apply("*", apply("*", bigint(30000n), bigint(30000n)), bigint(30000n));
  await check(product, "bigint", 27_000_000_000_000n);
}

async function lookups(run: EngineRunner): Promise<void> {
  const entry = (index: Expression) => valueFrom(run, lookup("t", [5, 0.1], index), "double");
  same(run.engine, "the first entry", await entry(bigint(1n)), 5);
  same(run.engine, "the last entry", await entry(bigint(2n)), 0.1);
  for (const outside of [3n, 2n ** 31n, 2n ** 62n]) {
    same(run.engine, `entry ${outside} of 2`, await entry(bigint(outside)), null);
  }
  same(run.engine, "the entry at NULL", await entry(nullOf("bigint")), null);
}

async function hashes(run: EngineRunner): Promise<void> {
  for (const [word, bits] of [
    ["ü", 0xc03n],
    ["a", 0x0ccn],
    ["", 0xd41n],
  ] as const) {
    const hash = await valueFrom(run, apply("hash10", text(word)), "bigint");
    same(run.engine, `hash10 of "${word}"`, hash, bits >> 2n);
  }
  const salted = apply("concat", text("secret=ab"), cast(bigint(-42n), "text"));
  const hash = await valueFrom(run, apply("hash10", salted), "bigint");
  same(run.engine, "hash10 of a salted number", hash, 0x7f4n >> 2n);
  for (const key of [text("ü"), text(""), bigint(-7n)]) {
    const hash = await valueFrom(run, apply("nativeHash", key), "bigint");
    insist(run.engine, typeof hash === "bigint" && hash >= 0n, `nativeHash gave ${hash}`);
  }
}

async function emptyGroups({ engine }: EngineRunner): Promise<void> {
  const none = select(oneRow, [["x", double(1)]], { where: equal(bigint(1n), bigint(0n)) });
  const columns = [["n", count()] as const, ["s", sum(column("x"))] as const];
  const types = { n: "bigint", s: "double" } as const;
  const whole = await rowsOfPlan(engine, group(none, [], columns), types);
  same(engine, "the group of no rows", whole, [[0n, null]]);
  const keyed = await rowsOfPlan(engine, group(none, ["x"], columns), types);
  same(engine, "groups of no rows by a key", keyed, []);
  same(engine, "no rows", await rowsOfPlan(engine, none, { x: "double" }), []);
}

async function nullGroups({ engine }: EngineRunner): Promise<void> {
  const nulls = select(oneRow, [
    ["k", nullOf("text")],
    ["x", nullOf("double")],
  ]);
  const columns = [
    ["s", sum(column("x"))] as const,
    ["m", max(column("x"))] as const,
    ["n", count(column("x"))] as const,
  ];
  const types = { k: "text", s: "double", m: "double", n: "bigint" } as const;
  const rows = await rowsOfPlan(engine, group(nulls, ["k"], columns), types);
  same(engine, "a group of NULLs", rows, [[null, null, null, 0n]]);
}

async function leftJoins({ engine }: EngineRunner): Promise<void> {
  const { cast: as } = engine.dialect;
  const keys = `SELECT ${as("1", "bigint")} AS k UNION ALL SELECT ${as("NULL", "bigint")} AS k`;
  const left = select(sqlOf(keys), [["k", column("k")]]);
  const right = select(sqlOf(`SELECT ${as("NULL", "bigint")} AS k, 2 AS unused`), [
    ["other", column("k")],
    ["y", double(2)],
  ]);
  const both = join("left", left, right, [["k", "other"]]);
  const rows = await rowsOfPlan(engine, both, { k: "bigint", y: "double" });
  const missed = rows.map(([, y]) => y);
  same(engine, "what a left join misses", missed, [null, null]);
}

async function days(run: EngineRunner): Promise<void> {
  const day = cast(text("2026-11-30"), "date");
  same(run.engine, "a day", await valueFrom(run, cast(day, "text"), "text"), "2026-11-30");
  for (const [number, expected] of [
    [20787n, "2026-11-30"],
    [0n, "1970-01-01"],
    [-1n, "1969-12-31"],
  ] as const) {
    const counted = cast(dayOf1970(bigint(number)), "text");
    same(run.engine, `day ${number}`, await valueFrom(run, counted, "text"), expected);
  }
}

async function rewritten(run: EngineRunner): Promise<void> {
  const pattern = " *(0?[1-9]|1[0-2])[-/.]([0-9]{1,2})[-/.]([0-9]{4})(,?[T ][0-9:]+)?";
  for (const [value, expected] of [
    [" 1/30/2026 13:05", "2026-01-030"],
    ["11.3.2026", "2026-011-03"],
    ["11.3.2026.", "11.3.2026."],
    ["13/1/2026", "13/1/2026"],
    ["", ""],
  ] as const) {
    const shown = rewrite(text(value), pattern, "{3}-0{1}-0{2}");
    same(run.engine, `"${value}" anew`, await valueFrom(run, shown, "text"), expected);
  }
  const none = rewrite(nullOf("text"), "a", "b");
  same(run.engine, "NULL anew", await valueFrom(run, none, "text"), null);
}
