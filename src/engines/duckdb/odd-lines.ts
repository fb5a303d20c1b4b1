import { EngineError, type HindcastError, LogError, reason } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { FilesRef } from "../../sql/relation.js";
import { fieldsIn } from "../shared/header-line.js";
import { listOf } from "./dialect.js";

export type Run = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** Lines of a file that are looked at; DuckDB gives up within as many. */
const firstLines = 25_000;
const mostFiles = 100;

/** What a reader gives; where DuckDB finds no table in files, the error says which line is unlike the others. */
export async function withOddLines<T>(
  run: Run,
  { paths }: FilesRef,
  { delimiter, read }: { readonly delimiter: string; readonly read: () => Promise<T> },
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isFormless = error instanceof EngineError && /when sniffing/.test(String(error.cause));
    if (!isFormless) throw error;
    const files = await run(`SELECT filename FROM read_blob(${listOf(paths)}) LIMIT ${mostFiles}`);
    for (const [file] of files) {
      const odd = await oddLine(run, String(file), delimiter);
      if (odd !== undefined) throw odd;
    }
    throw error;
  }
}

async function oddLine(
  run: Run,
  path: string,
  delimiter: string,
): Promise<HindcastError | undefined> {
  const lines = await linesOf(run, path);
  // Quotes that go over lines make other lines of them.
  if (lines.some((line) => line.split('"').length % 2 === 0)) return undefined;
  const counts = lines.map((line) => fieldsIn(line, delimiter).length);
  const usual = mostFrequent(counts);
  const above = counts.indexOf(usual);
  const isRemark = (line: string, at: number): boolean => counts[at] === 1 || line.startsWith("#");
  if (above > 0 && lines.slice(0, above).every(isRemark))
    return wordsAbove(path, lines.slice(0, above), usual);
  const [header = 0] = counts;
  const odd = counts.findIndex((count) => count !== header);
  return odd < 0 ? undefined : otherLine(path, { lines, odd, header, count: counts[odd] ?? 0 });
}

async function linesOf(run: Run, path: string): Promise<readonly string[]> {
  const options = `delim = '\u0001', header = false, quote = '', escape = '', comment = '', skip = 0, columns = {'line': 'VARCHAR'}, null_padding = false`;
  const rows = await run(
    `SELECT line FROM read_csv(${duckdbDialect.text(path)}, ${options}) LIMIT ${firstLines}`,
  );
  return rows.map(([line]) => String(line ?? ""));
}

function wordsAbove(path: string, lines: readonly string[], fields: number): LogError {
  const count = lines.length === 1 ? "a line" : `${lines.length} lines`;
  const query = `select * from read_csv('${path.replaceAll("'", "''")}', skip = ${lines.length}, header = true, sample_size = -1)`;
  const message = `Expected "${path}" to begin with the names of its columns, but ${count} (${shown(lines[0])}) without their ${fields} fields stand above. Remove them, or skip them: log.source: { sql: "${query}" }.`;
  return new LogError(reason("fileUnreadable", message, { file: path, lines: lines.length }));
}

interface OddLine {
  readonly lines: readonly string[];
  readonly odd: number;
  readonly header: number;
  readonly count: number;
}

function otherLine(path: string, { lines, odd, header, count }: OddLine): LogError {
  const isLast = odd === lines.length - 1 && odd < firstLines - 1 && count < header;
  const why = isLast ? " It is the last line: the file may have been cut off." : "";
  const message = `Line ${odd + 1} of "${path}" has ${count} field${count === 1 ? "" : "s"} where its header has ${header}: ${shown(lines[odd])}.${why} Write the file again, or correct or remove the line.`;
  return new LogError(reason("fileUnreadable", message, { file: path, line: odd + 1 }));
}

const shown = (line = ""): string => JSON.stringify(line.slice(0, 100));

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].reduce((most, time) => (time[1] > most[1] ? time : most), [0, 0])[0];
}
