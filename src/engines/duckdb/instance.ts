import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { reason, StudyError } from "../../errors.js";
import { duckdbError } from "./errors.js";

/** What may be set about the embedded database; defaults are DuckDB's own where not said. */
export interface DuckdbOptions {
  /** Threads to work with; all cores by default. */
  readonly threads?: number;
  /** As DuckDB writes it: "4GB". The process needs about 250 MB more. Default: 80 % of memory. */
  readonly memoryLimit?: string;
  /** Where queries spill to; a directory in the system's temporary one by default. */
  readonly tempDirectory?: string;
  /** A database file whose tables can be sources; it is opened for reading only. */
  readonly database?: string;
}

/** Opens the database, reading nothing over the network by itself and in no particular row order. */
export async function openInstance(options: DuckdbOptions): Promise<DuckDBInstance> {
  checkThreads(options.threads);
  const config = settings(options);
  try {
    const instance = await DuckDBInstance.create(options.database ?? ":memory:", config);
    await startSession(instance);
    return instance;
  } catch (cause) {
    if (notDuckdb.test(String(cause))) throw noDatabase(options.database, cause);
    if (!/Failed to set config/.test(String(cause))) throw duckdbError(cause);
    throw new StudyError(
      reason(
        "engineOption",
        `DuckDB did not take its options ${JSON.stringify(options)}. Expected a memory limit like "4GB" and a directory that can be written.`,
      ),
      { cause },
    );
  }
}

const notDuckdb =
  /not a valid DuckDB database|Cannot launch in-memory database in read-only|Is a directory/;

function noDatabase(path: string | undefined, cause: unknown): StudyError {
  const message = `Expected engine.database to be a DuckDB file, but "${path}" is not one. Name a file that DuckDB has written; Parquet, CSV and JSON lines files are named by log.source.`;
  return new StudyError(reason("engineOption", message, { database: path ?? null }), { cause });
}

function checkThreads(threads: number | undefined): void {
  if (threads === undefined || (Number.isSafeInteger(threads) && threads >= 1)) return;
  throw new StudyError(
    reason("engineOption", `Expected threads to be an integer ≥ 1, but got ${threads}.`),
  );
}

function settings({
  threads,
  memoryLimit,
  tempDirectory,
  database,
}: DuckdbOptions): Record<string, string> {
  return {
    preserve_insertion_order: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    temp_directory: tempDirectory ?? join(tmpdir(), "hindcast-duckdb"),
    ...(threads === undefined ? {} : { threads: String(threads) }),
    ...(memoryLimit === undefined ? {} : { memory_limit: memoryLimit }),
    ...(database === undefined ? {} : { access_mode: "READ_ONLY" }),
  };
}

async function startSession(instance: DuckDBInstance): Promise<void> {
  const connection = await instance.connect();
  await connection.run("SET GLOBAL TimeZone = 'UTC'");
  connection.disconnectSync();
}
