import { open } from "node:fs/promises";
import type { ReasonCode } from "../../codes.js";
import { EngineError, reason, StudyError } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Engine } from "../../sql/engine.js";
import type { SourceRef } from "../../sql/relation.js";
import { globbed } from "./globbed.js";

const pattern = /[*?[]/;

/** The files that names and patterns (`results/*.csv`) stand for. Throws StudyError for a pattern that fits none. */
export async function resultFiles(
  reader: Engine,
  paths: readonly string[],
): Promise<readonly string[]> {
  const lists = paths.map(async (file) => (pattern.test(file) ? fitting(reader, file) : [file]));
  return (await Promise.all(lists)).flat();
}

async function fitting(reader: Engine, file: string): Promise<readonly string[]> {
  const files = (await globbed(reader, file)).toSorted();
  if (files.length > 0) return files;
  const message = `--results: expected "${file}" to stand for results, but no file fits it. In a name * ? and [ stand for other characters: rename a file that has them in its name.`;
  throw new StudyError(reason("noResults", message, { pattern: file }));
}

/** Text files are read as text: what a value is, the plan says, and no guess of a reader. */
export function sourceOf(files: readonly string[]): SourceRef {
  if (files.every((file) => /\.(parquet|pq)$/i.test(file))) {
    return { kind: "files", format: "parquet", paths: files };
  }
  if (files.every((file) => /\.(csv|tsv)(\.gz)?$/i.test(file))) {
    const list = files.map(duckdbDialect.text).join(", ");
    return {
      kind: "sql",
      sql: `SELECT * FROM read_csv([${list}], header = true, all_varchar = true, union_by_name = true, nullstr = ['', 'NULL', '\\N'])`,
    };
  }
  throw new StudyError(
    reason(
      "notAResult",
      `--results: expected results as Parquet (.parquet) or CSV with a header (.csv, .tsv, also .gz), one format for the parts of one result, but got ${files.join(", ")}.`,
      { files: [...files] },
    ),
  );
}

const damaged: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["fileUnreadable", "textUnreadable"]);

/** Runs what reads files of results. Throws EngineError `resultIncomplete` where one of them is damaged. */
export async function readingWhole<T>(
  files: readonly string[],
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof EngineError && damaged.has(error.code))) throw error;
    throw cutOff(files, error);
  }
}

/** A CSV that ends within a text has other columns to a reader that guesses its form. */
export async function beginsAsResult(file: string): Promise<boolean> {
  if (!/\.(csv|tsv)$/i.test(file)) return false;
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(64), 0, 64, 0);
    return /^\W{0,4}hindcast_[0-9a-f]{12}\b/i.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await opened.close();
  }
}

export function cutOff(files: readonly string[], cause?: unknown): EngineError {
  const message = `Expected ${files.join(", ")} to hold a whole result, but it cannot be read to its end, as a file that ends within a row: it was cut off when it was saved. Save the whole result again.`;
  const why = reason("resultIncomplete", message, { files: [...files] });
  return new EngineError("data", why, { cause });
}
