import { EngineError, reason } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { clickhouseDialect } from "../../sql/dialects/clickhouse.js";
import type { Batch, CallOptions, Engine, Plan, Progress } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import { type FilesRef, type SourceRef, sourcesIn, type TextForm } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type OwnQueries, ownQueries } from "../shared/own-queries.js";
import { retrying } from "../shared/retrying.js";
import { createTextFiles, type TextFiles, textFilesIn } from "../shared/text-files.js";
import type { Run } from "../shared/text-kinds.js";
import { timeLimit } from "../shared/time-limit.js";
import { describeClickhouseUrl } from "./address.js";
import { batchReader } from "./batch.js";
import type { ServerProgress } from "./events.js";
import type { ClickhouseOptions } from "./options.js";
import { requireReading } from "./reading-query.js";
import { openServer, type Server } from "./server.js";
import { formOfText, stateOfText } from "./text-forms.js";

/**
 * ClickHouse by its HTTP interface, for tables and for files that the server itself can read. Every
 * statement carries the settings that its answer depends on; one that is given up is killed on the
 * server. Throws StudyError for options that cannot be meant and UnsupportedError where the package
 * @clickhouse/client is not installed; the server is first asked when something is wanted of it.
 *
 * @example
 * const engine = await createClickhouseEngine({ url: "https://ch.example.com:8443/log", user: "me" });
 */
export async function createClickhouseEngine(options: ClickhouseOptions): Promise<Engine> {
  const server = await openServer(options);
  const greet = greeting(server, options);
  const { connectTimeout = patience } = options;
  const ask = (statement: StatementOfPlan, call: CallOptions = {}) =>
    answered({ server, greet, patience: 1000 * connectTimeout }, statement, call);
  const files = createTextFiles<Run>({ dialectOf, formOf: formOfText, stateOf: stateOfText });
  const look = ownQueries((sql, call) =>
    requireReading((sql, names) => texts(ask, sql, names, "functions of a query", call), sql),
  );
  const opened: EngineParts = { ask, files, look };
  return Object.freeze({
    name: clickhouseDialect.name,
    dialect: files.dialect,
    info: async () => ({
      version: await greet.version(),
      cancel: "hard" as const,
      maxColumns: 1000,
      concurrency: 2,
      ownHash: true,
    }),
    describe: (source: SourceRef, call?: CallOptions) => describe(opened, source, call),
    query: (plan: Plan, call?: CallOptions) => query(opened, plan, call),
    explain: (plan: Plan) => explain(opened, plan),
    rights: (call: CallOptions = {}) => rightsBeyond(server, server.obeying(call.signal)),
    close: () => server.close(),
  });
}

type Ask = (statement: StatementOfPlan, call?: CallOptions) => AsyncIterable<Batch>;

interface Door {
  readonly server: Server;
  readonly greet: Greeting;
  /** Milliseconds for which a statement is begun again, once the server has answered. */
  readonly patience: number;
}

async function* answered(
  { server, greet, patience: whole }: Door,
  statement: StatementOfPlan,
  { signal: callers, onProgress }: CallOptions,
): AsyncGenerator<Batch> {
  const signal = server.obeying(callers);
  async function* begin(): AsyncGenerator<Batch> {
    await greet.version(signal);
    yield* rowsOf(server, statement, signal, onProgress);
  }
  yield* retrying(begin, signal, () => (greet.hasAnswered() ? whole : undefined));
}

interface EngineParts {
  readonly ask: Ask;
  readonly files: TextFiles<Run>;
  readonly look: OwnQueries;
}

const dialectOf = (formOf: (files: FilesRef) => TextForm | undefined): Dialect => {
  const formed = (ref: FilesRef): FilesRef => {
    const form = ref.form ?? formOf(ref);
    return form === undefined ? ref : { ...ref, form };
  };
  const source = (ref: SourceRef): string =>
    clickhouseDialect.source(ref.kind === "files" ? formed(ref) : ref);
  return Object.freeze({ ...clickhouseDialect, source });
};

/** Looks at queries of the user's own, and finds how files of text are read, each for all statements. */
async function prepare(
  { ask, files, look }: EngineParts,
  sources: readonly SourceRef[],
  call: CallOptions | undefined,
): Promise<void> {
  await look(sources, call ?? {});
  const run: Run = (sql, names) => texts(ask, sql, names, "types of columns", call);
  for (const source of textFilesIn(sources)) await files.find(source, run);
}

async function describe(
  opened: EngineParts,
  source: SourceRef,
  call: CallOptions | undefined,
): Promise<readonly SourceColumn[]> {
  await prepare(opened, [source], call);
  const sql = `DESCRIBE TABLE (SELECT * FROM ${opened.files.dialect.source(source)} AS s)`;
  const rows = await texts(opened.ask, sql, ["name", "type"], "columns of the source", call);
  return rows.map(([name = "", type = ""]) => ({ name, type: clickhouseDialect.columnType(type) }));
}

async function* query(
  opened: EngineParts,
  plan: Plan,
  call: CallOptions | undefined,
): AsyncGenerator<Batch> {
  await prepare(opened, sourcesIn(plan.relation), call);
  yield* opened.ask({ ...plan, sql: printPlan(plan, opened.files.dialect) }, call);
}

async function explain(opened: EngineParts, plan: Plan): Promise<string> {
  await prepare(opened, sourcesIn(plan.relation), undefined);
  const sql = `EXPLAIN PLAN ${printPlan(plan, opened.files.dialect)}`;
  return (await texts(opened.ask, sql, ["explain"], plan.purpose)).map(([line]) => line).join("\n");
}

async function texts(
  ask: Ask,
  sql: string,
  names: readonly string[],
  purpose: string,
  call?: CallOptions,
): Promise<readonly (readonly string[])[]> {
  const columns = names.map((name) => ({ name, type: "text" as const }));
  const rows: string[][] = [];
  for await (const batch of ask({ sql, columns, purpose }, call)) {
    const read = names.map((name) => batch.columns.get(name) ?? []);
    for (let i = 0; i < batch.rows; i++) rows.push(read.map((column) => String(column[i])));
  }
  return rows;
}

const patience = 30;

interface Greeting {
  readonly version: (signal?: AbortSignal) => Promise<string>;
  readonly hasAnswered: () => boolean;
}

function greeting(server: Server, { url, connectTimeout = patience }: ClickhouseOptions): Greeting {
  let version: string | undefined;
  const ask = async (callers?: AbortSignal): Promise<string> => {
    if (version !== undefined) return version;
    const limit = timeLimit(Math.ceil(1000 * connectTimeout));
    const signal = AbortSignal.any([server.obeying(callers), limit]);
    try {
      version = await askVersion(server, signal);
      return version;
    } catch (error) {
      if (signal.reason !== limit.reason || !limit.aborted) throw error;
      throw noAnswer(describeClickhouseUrl(url), connectTimeout, error);
    }
  };
  return { version: ask, hasAnswered: () => version !== undefined };
}

async function askVersion(server: Server, signal: AbortSignal): Promise<string> {
  const columns = [{ name: "version", type: "text" as const }];
  const probe = {
    sql: "SELECT version() AS version",
    columns,
    purpose: "version of the server",
  };
  let version = "";
  for await (const batch of rowsOf(server, probe, signal, undefined)) {
    version = String(batch.columns.get("version")?.[0]);
  }
  return version;
}

function noAnswer(address: string, seconds: number, cause: unknown): EngineError {
  const message = `Expected ClickHouse to answer at ${address} within ${seconds} seconds, but it did not. Check engine.url and whether a firewall stands between, or raise engine.connectTimeout.`;
  const facts = { engine: "clickhouse", url: address };
  return new EngineError("network", reason("networkFailed", message, facts), { cause });
}

const reading = /^(?:SELECT|SHOW|CHECK|USAGE|dictGet|READ ON FILE)\b/i;
const named = 5;

async function rightsBeyond(server: Server, signal: AbortSignal): Promise<string | undefined> {
  const lines: string[] = [];
  for await (const events of server.ask("SHOW GRANTS FINAL", signal)) {
    for (const event of events) if ("row" in event) lines.push(String(event.row[0]));
  }
  const rights = lines.flatMap((line) => {
    const list = /^GRANT (.+?) ON /s.exec(line)?.[1] ?? line;
    return list.split(/,\s*(?![^(]*\))/).filter((right) => !reading.test(right));
  });
  if (rights.length === 0) return undefined;
  const shown = rights.slice(0, named).join(", ");
  const more = rights.length > named ? ` and ${rights.length - named} more` : "";
  return `The user of ClickHouse may do more than read tables: ${shown}${more}. For studies that others write, use a user that has SELECT on the log and nothing else.`;
}

// As many at least; a piece of the body gives what it holds.
const batchRows = 4096;

type StatementOfPlan = Pick<Plan, "columns" | "purpose"> & { readonly sql: string };

/** The rows of a statement in batches, with progress told as the server tells it. */
async function* rowsOf(
  server: Server,
  { sql, ...statement }: StatementOfPlan,
  signal: AbortSignal,
  onProgress: CallOptions["onProgress"],
): AsyncGenerator<Batch> {
  let read: ReturnType<typeof batchReader> | undefined;
  let rows: (readonly unknown[])[] = [];
  for await (const events of server.ask(sql, signal)) {
    for (const event of events) {
      if ("row" in event) rows.push(event.row);
      else if ("meta" in event) read = batchReader(statement, event.meta);
      else if ("progress" in event) {
        onProgress?.({ purpose: statement.purpose, ...progressOf(event.progress) });
      }
    }
    if (rows.length >= batchRows && read !== undefined) {
      yield read(rows);
      rows = [];
    }
  }
  if (read === undefined) throw tooOld(sql);
  if (rows.length > 0) yield read(rows);
}

function progressOf(progress: ServerProgress): Omit<Progress, "purpose"> {
  const rows = Number(progress.read_rows ?? 0);
  const total = Number(progress.total_rows_to_read ?? 0);
  return total > 0 ? { rows, fraction: Math.min(1, rows / total) } : { rows };
}

function tooOld(sql: string): EngineError {
  const message =
    "Expected ClickHouse to name the columns of its result, as version 25.1 and later do, but it did not. Use a later server.";
  const problem = reason("serverTooOld", message, { engine: "clickhouse" });
  return new EngineError("internal", problem, { sql });
}
