import { describe, expect, it } from "vitest";
import { StudyError, UnsupportedError } from "../errors.js";
import type { Dialect } from "./dialect.js";
import { dialects } from "./dialects/index.js";
import { lineComment } from "./line-comment.js";

const printed = (dialect: Dialect, sql: string): string => dialect.source({ kind: "sql", sql });

const read: readonly string[] = [
  "select * from log",
  "SELECT 1;\n",
  "  -- mine\n(select ';' as \"a;b\") -- ); drop",
  "with x as (select 1) select * from x /* ; ) */",
  "select 'it''s', replace(a, ')', ''), update, t.into from t",
  "from log select a",
  "values (1), (2)",
  "select (a) delete",
];

const refused: readonly (readonly [sql: string, because: RegExp])[] = [
  ["select 1) as s; copy (select 42) to 'evil.csv'; select * from (select 2", /semicolon/],
  ["select 1; drop table log", /semicolon/],
  ["select 1) as s, (select 2", /a bracket closes in it/],
  ["select (1", /not closed/],
  ["select 'a", /"'a" is not closed/],
  ["select 1 /* a", /not closed/],
  ["select 1 /* a /* b */ ; drop table log; -- */", /a comment stands in a comment/],
  ["select 1 -- a\r; drop table log", /line break/],
  ["drop table log", /begins with "drop"/],
  ["copy (select 1) to 'a.csv'", /begins with "copy"/],
  ["with x as (delete from log returning *) select * from x", /"delete" in it writes/],
  ["with x as (select 1) insert into log select * from x", /"insert" in it writes/],
  ["select * into copied from log", /"into" in it writes/],
  [" -- nothing", /it is empty/],
];

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))("%s", (_, dialect) => {
  it.each(read)("takes %s", (sql) => {
    expect(printed(dialect, sql)).toBe(`(\n${sql.replace(/[;\s]+$/, "")}\n)`);
  });

  it.each(refused)("refuses %j", (sql, because) => {
    expect(() => printed(dialect, sql)).toThrow(StudyError);
    expect(() => printed(dialect, sql)).toThrow(because);
  });
});

it("reads quotes as the engine does", () => {
  const [duckdb, spark] = ["duckdb", "spark"].map((name) =>
    dialects.find((dialect) => dialect.name === name),
  ) as [Dialect, Dialect];
  const escaped = "select '\\'; drop table log; --'";
  expect(() => printed(duckdb, escaped)).toThrow(/semicolon/);
  expect(() => printed(spark, escaped)).not.toThrow();
  const heredoc = "select $a$ ' ; $a$, e'\\';'";
  expect(() => printed(duckdb, heredoc)).not.toThrow();
});

it("a text in a comment stays in its line, whatever it holds", () => {
  for (let code = 0; code < 0x3000; code++) {
    const line = lineComment(`a${String.fromCharCode(code)}drop`);
    expect(line.split(/[\p{Cc}\p{Zl}\p{Zp}]/u)).toHaveLength(1);
    expect(line.startsWith("-- a")).toBe(true);
  }
});

it("every dialect refuses a name that no engine has", () => {
  for (const { identifier } of dialects) expect(() => identifier("a\0b")).toThrow(UnsupportedError);
});
