import type { ScoreTable } from "../evaluate/propose/scores-in.js";

/** The files with ranks that count from 1. */
export function fromZero(ranks: readonly string[], files: readonly string[]): string {
  const replaced = ranks.map((name) => `${identifier(name)} + 1 as ${identifier(name)}`);
  return ofFiles(files, (file) => `select * replace (${replaced.join(", ")}) from ${file}`);
}

/** The rows of one model in files of several. */
export function rowsOfModel(
  { column: { name, type }, value }: NonNullable<ScoreTable["model"]>,
  files: readonly string[],
): string {
  const model = type === "text" ? literal(value) : value;
  return ofFiles(files, (file) => `select * from ${file} where ${identifier(name)} = ${model}`);
}

const ofFiles = (files: readonly string[], rows: (file: string) => string): string =>
  files.map((file) => rows(literal(file))).join(" union all by name ");

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A text in SQL. */
export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
