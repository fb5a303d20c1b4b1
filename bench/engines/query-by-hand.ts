import type { Engine } from "../../src/sql/engine.js";
import { cast, column } from "../../src/sql/expression.js";
import { plan } from "../../src/sql/plan.js";
import { from, type Named, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { byHandSql } from "../by-hand.js";
import type { Contender } from "../contenders.js";
import type { Moments } from "../run-by-hand.js";

/** The query by hand in an engine's own words, from DuckDB's. */
export type Words = (sql: string, path: string) => string;

export const wordsOfSpark: Words = (sql, path) =>
  sql
    .replaceAll('"', "`")
    .replaceAll("AS VARCHAR", "AS STRING")
    .replace(`'${path}'`, `parquet.\`${path}\``);

export const wordsOfClickhouse: Words = (sql, path) =>
  sql
    .replaceAll("AS VARCHAR", "AS String")
    .replaceAll("AS DOUBLE", "AS Float64")
    .replaceAll("POWER(", "pow(")
    .replaceAll("LOG2(", "log2(")
    .replace(`'${path}'`, `file('${path}', 'Parquet')`);

export const wordsOfPostgres: Words = (sql, path) =>
  sql
    .replaceAll("AS DOUBLE", "AS DOUBLE PRECISION")
    .replaceAll(/(-?[\d.]+)e0/g, "CAST($1 AS DOUBLE PRECISION)")
    .replaceAll(/LOG2\(([^)]*\))\)/g, "(LN($1) / LN(2))")
    // No alias can be used next to where it is made.
    .replaceAll(/ \/ p_0 AS (q_\w+)/g, " / POWER(position, CAST(-0.6 AS DOUBLE PRECISION)) AS $1")
    .replace(`'${path}'`, "log");

/** Runs the query by hand at an engine, and gives its sums by day and feed. */
export async function askByHand(
  engine: Engine,
  path: string,
  contender: Contender,
  words: Words,
): Promise<readonly Moments[]> {
  const sql = words(byHandSql(path, { ...contender, kind: "closed" }), path);
  const sums = [...sql.matchAll(/ AS ([sx]_\w+)/g)].map(([, name = ""]) => name);
  const names = ["clusters", ...new Set(sums)].filter((name) => !name.endsWith("_key"));
  // Sums of whole numbers are whole numbers there.
  const numbers = names.map((name): Named => [name, cast(column(name), "double")]);
  const texts = ["day", "feed"].map((name): Named => [name, cast(column(name), "text")]);
  const relation = select(from({ kind: "sql", sql }), [...texts, ...numbers]);
  const table = await collect(engine, plan("by hand", relation));
  if (table.rows === 0) throw new Error("The query by hand gave nothing.");
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries([
      ...["day", "feed"].map((name) => [name, table.text(name, row) ?? ""] as const),
      ...names.map((name) => [name, table.number(name, row)] as const),
    ]),
  );
}
