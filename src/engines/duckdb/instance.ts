import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { reason, StudyError } from "../../errors.js";
import { duckdbDialect, duckdbSettings } from "../../sql/dialects/duckdb.js";
import { client } from "./client.js";
import { duckdbError } from "./errors.js";
import { bytesOf, defaultMemoryLimit, machineMemory, newSpillName } from "./limits.js";

/** What may be set about the embedded database; defaults are DuckDB's own where not said. */
export interface DuckdbOptions {
  /** Threads to work with; all cores by default. */
  readonly threads?: number;
  /**
   * As DuckDB writes it: "4GB". The process needs about 250 MB more. Default: the smaller of 2 GB and half
   * the machine's memory.
   */
  readonly memoryLimit?: string;
  /**
   * Where queries spill to, in a folder of their own that is removed on close; by default the system's
   * temporary directory. With "" they fail instead.
   */
  readonly tempDirectory?: string;
  /** A database file whose tables can be sources; it is opened for reading only. */
  readonly database?: string;
  /** Where relative paths of a query are, unless the working directory has them. */
  readonly folder?: string;
  /** Extensions to load, by name; they must be installed. */
  readonly extensions?: readonly string[];
  /** Seconds that one statement may take; no limit by default. */
  readonly timeout?: number;
  /** The only folders that may be read; links that lead out of them are refused. Default: no limit. */
  readonly sandbox?: readonly string[];
  /** Whether rows that several statements read are held in memory, so that the log is read less often; true by default. */
  readonly hold?: boolean;
}

export interface OpenInstance {
  readonly instance: DuckDBInstance;
  /** Whether it is a file, which somebody else wrote. */
  readonly isFile: boolean;
  /** Milliseconds that one statement may take. */
  readonly timeout: number | undefined;
  /** Closes the database and removes what it spilled. */
  readonly close: () => void;
}

/** Opens the database, reading nothing over the network by itself and in no particular row order. */
export async function openInstance(options: DuckdbOptions): Promise<OpenInstance> {
  checkThreads(options.threads);
  const timeout = millisecondsOf(options.timeout);
  checkSandbox(options);
  checkExtensions(options);
  const spill = spillFolder(options.tempDirectory);
  try {
    const config = settings(options, spill);
    const instance = await client.DuckDBInstance.create(options.database ?? ":memory:", config);
    await startSession(instance, options).catch((error: unknown) => {
      closeAndRemove(instance, spill);
      throw error;
    });
    const isFile = options.database !== undefined;
    return { instance, isFile, timeout, close: () => closeAndRemove(instance, spill) };
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

// What a timer of Node can hold.
const mostSeconds = 2_147_483;

function millisecondsOf(seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (seconds > 0 && seconds <= mostSeconds) return Math.ceil(1000 * seconds);
  const message = `Expected engine.timeout to be seconds above 0 and up to ${mostSeconds}, but got ${seconds}.`;
  throw new StudyError(reason("engineOption", message));
}

const mostThreads = 1024;

function checkThreads(threads: number | undefined): void {
  if (threads === undefined) return;
  if (Number.isSafeInteger(threads) && threads >= 1 && threads <= mostThreads) return;
  const message = `Expected threads to be an integer in [1, ${mostThreads}], but got ${threads}.`;
  throw new StudyError(reason("engineOption", message));
}

/** DuckDB makes the folder when it first spills, but no folder that the folder lies in. */
function spillFolder(tempDirectory: string | undefined): string {
  if (tempDirectory === "") return "";
  if (tempDirectory === undefined) return join(tmpdir(), newSpillName());
  try {
    mkdirSync(tempDirectory, { recursive: true });
  } catch (cause) {
    const message = `Expected engine.tempDirectory to be a folder that can be written, but "${tempDirectory}" is not one. Name another folder.`;
    throw new StudyError(reason("engineOption", message, { tempDirectory }), { cause });
  }
  return join(tempDirectory, newSpillName());
}

function closeAndRemove(instance: DuckDBInstance, spill: string): void {
  instance.closeSync();
  if (spill !== "") rmSync(spill, { recursive: true, force: true });
}

/** The database and the folder to spill to are opened before the limit holds. */
function checkSandbox({ sandbox, database, tempDirectory }: DuckdbOptions): void {
  for (const [option, path] of Object.entries({ database, tempDirectory })) {
    if (path?.includes("\0")) throw withNul(option, path);
    if (sandbox === undefined || !path || isWithin(sandbox, path)) continue;
    const message = `engine.${option} names "${path}", which lies in no folder of engine.sandbox (${sandbox.join(", ")}). Name a path in one of them, or leave it out.`;
    throw new StudyError(reason("engineOption", message, { option, path }));
  }
}

/** DuckDB ends a path there, and so would open another one than was checked. */
function withNul(option: string, path: string): StudyError {
  const message = `engine.${option} ${JSON.stringify(path)} holds the character NUL, which no path has; write it again.`;
  return new StudyError(reason("engineOption", message, { option, path }));
}

/** LOAD takes paths as well, and an extension may do more than read files. */
function checkExtensions({ extensions = [], sandbox }: DuckdbOptions): void {
  const other = extensions.find((name) => !/^[a-z][a-z0-9_]*$/i.test(name));
  const fault =
    other !== undefined
      ? `Expected engine.extensions to be names of DuckDB's extensions, such as httpfs, but got ${JSON.stringify(other)}.`
      : sandbox !== undefined && extensions.length > 0
        ? `engine.extensions (${extensions.join(", ")}) and engine.sandbox exclude each other: an extension may reach beyond the folders. Leave one of them out; in a sandbox, copy the files into its folders.`
        : undefined;
  if (fault !== undefined)
    throw new StudyError(reason("engineOption", fault, { extensions: [...extensions] }));
}

/** Where links lead counts. */
const isWithin = (folders: readonly string[], path: string): boolean =>
  folders.some((folder) => realOf(path).startsWith(`${realOf(folder)}/`));

function realOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(realOf(parent), basename(whole));
  }
}

function settings(
  { threads, memoryLimit = defaultMemoryLimit(), database, folder }: DuckdbOptions,
  spill: string,
): Record<string, string> {
  return {
    preserve_insertion_order: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    temp_directory: spill,
    memory_limit: memoryLimit,
    // DuckDB reads the setting as a list with commas.
    ...(folder === undefined || folder.includes(",") ? {} : { file_search_path: folder }),
    ...(threads === undefined ? {} : { threads: String(threads) }),
    ...(database === undefined ? {} : { access_mode: "READ_ONLY" }),
  };
}

/** A stranger's study takes no more of the machine than it has. */
async function capMachine(connection: DuckDBConnection): Promise<void> {
  const answer = await connection.runAndReadAll(
    "SELECT current_setting('threads'), current_setting('memory_limit')",
  );
  const [[threads, memory] = []] = answer.getRows();
  const most = availableParallelism();
  if (Number(threads) > most) await connection.run(`SET GLOBAL threads = ${most}`);
  if (bytesOf(String(memory)) > machineMemory() / 2) {
    await connection.run(`SET GLOBAL memory_limit = '${defaultMemoryLimit()}'`);
  }
}

async function startSession(
  instance: DuckDBInstance,
  { sandbox, extensions = [] }: DuckdbOptions,
): Promise<void> {
  const connection = await instance.connect();
  for (const name of extensions) await connection.run(`LOAD ${name}`);
  for (const [name, value] of Object.entries(duckdbSettings)) {
    await connection.run(`SET GLOBAL ${name} = ${duckdbDialect.text(value)}`);
  }
  if (sandbox !== undefined) {
    const folders = sandbox.map((folder) => duckdbDialect.text(`${resolve(folder)}/`));
    await connection.run(`SET GLOBAL allowed_directories = [${folders.join(", ")}]`);
    await connection.run("SET GLOBAL enable_external_access = false");
    await capMachine(connection);
  }
  connection.disconnectSync();
}
