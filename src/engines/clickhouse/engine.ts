import { InternalError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { clickhouseDialect } from "../../sql/dialects/clickhouse.js";
import type { Batch, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import {
  type FilesRef,
  relationsIn,
  type SourceRef,
  sourcesIn,
  type TextForm,
} from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type Keeper, keeperOf, readBy, readBySeveral } from "../shared/keeper.js";
import { type OwnQueries, ownQueries } from "../shared/own-queries.js";
import { retrying } from "../shared/retrying.js";
import { createTextFiles, type TextFiles, textFilesIn } from "../shared/text-files.js";
import type { Run } from "../shared/text-kinds.js";
import { type Greeting, greeting, patience } from "./greeting.js";
import { clickhouseRows, type Holding, HoldingSession } from "./hold.js";
import type { ClickhouseOptions } from "./options.js";
import { requireReading } from "./reading-query.js";
import { rowsOf, type StatementOfPlan } from "./rows.js";
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
  const session = options.hold === true ? new HoldingSession(server) : undefined;
  const greet = greeting(server, options, session);
  const { connectTimeout = patience } = options;
  const door: Door = { server, greet, session, patience: 1000 * connectTimeout };
  const ask = (statement: StatementOfPlan, call: CallOptions = {}) =>
    answered(door, statement, call);
  const files = createTextFiles<Run>({ dialectOf, formOf: formOfText, stateOf: stateOfText });
  const look = ownQueries((sql, call) =>
    requireReading((sql, names) => texts(ask, sql, names, "functions of a query", call), sql),
  );
  const opened: EngineParts = { ask, files, look };
  const keeper = session && keeperOf(clickhouseRows(session, holdingBy(opened, door)));
  return Object.freeze({
    name: clickhouseDialect.name,
    dialect: files.dialect,
    info: async () => ({
      version: await greet.version(),
      cancel: "hard" as const,
      maxColumns: 1000,
      // A session takes one statement at a time.
      concurrency: session === undefined ? 2 : 1,
      ownHash: true,
    }),
    describe: (source: SourceRef, call?: CallOptions) => describe(opened, source, call),
    query: (plan: Plan, call?: CallOptions) => query(opened, keeper, plan, call ?? {}),
    explain: (plan: Plan) => explain(opened, plan),
    rights: (call: CallOptions = {}) => rightsBeyond(server, server.obeying(call.signal)),
    ...(keeper && { release: keeper.release }),
    close: () => server.close(session && (() => session.tidy())),
  });
}

type Ask = (statement: StatementOfPlan, call?: CallOptions) => AsyncIterable<Batch>;

interface Door {
  readonly server: Server;
  readonly greet: Greeting;
  readonly session: HoldingSession | undefined;
  /** Milliseconds for which a statement is begun again, once the server has answered. */
  readonly patience: number;
}

async function* answered(
  door: Door,
  statement: StatementOfPlan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  const { server, greet, session } = door;
  const held = statement.ofSession === true ? session : undefined;
  // In a session a statement's time begins with its turn.
  const signal = held === undefined ? server.obeying(call.signal) : server.waiting(call.signal);
  async function* begin(): AsyncGenerator<Batch> {
    await greet.version(signal);
    const events =
      held === undefined
        ? server.ask(statement.sql, signal, statement)
        : held.ask(statement.sql, call.signal, statement);
    yield* rowsOf(events, statement, call.onProgress);
  }
  yield* retrying(begin, signal, patienceOf(door));
}

const patienceOf =
  ({ greet, patience: whole }: Door) =>
  (): number | undefined =>
    greet.hasAnswered() ? whole : undefined;

/** What holding rows needs of the engine. */
const holdingBy = ({ ask, files }: EngineParts, door: Door): Holding => ({
  dialect: files.dialect,
  count: async (sql, call) => {
    const columns = [{ name: "n", type: "bigint" as const }];
    const statement = { sql, columns, purpose: readBySeveral, ofSession: true as const };
    let count = 0;
    for await (const batch of ask(statement, call)) count = Number(batch.columns.get("n")?.[0]);
    return count;
  },
  retry: async (job, call) => {
    const results = retrying(
      async function* () {
        await door.greet.version(call.signal);
        yield await job();
      },
      door.server.waiting(call.signal),
      patienceOf(door),
    );
    for await (const result of results) return result;
    throw new InternalError("Expected a job to give something.");
  },
});

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
  keeper: Keeper | undefined,
  plan: Plan,
  call: CallOptions,
): AsyncGenerator<Batch> {
  await prepare(opened, sourcesIn(plan.relation), call);
  yield* readBy(keeper, plan, call, (held) => {
    const sql = printPlan(held, opened.files.dialect);
    const ofSession = held !== plan && { ofSession: true as const };
    const settings = keepsRows(held) && { settings: unmoved };
    return opened.ask({ ...held, sql, ...ofSession, ...settings }, call);
  });
}

/** Rows that were to be kept and are not. */
const keepsRows = ({ relation }: Plan): boolean =>
  relationsIn(relation).some((part) => part.kind === "select" && part.keep !== undefined);

/** A condition on such rows, moved to those of the file, makes ClickHouse 26.7 miss a column. */
const unmoved = { optimize_move_to_prewhere: 0 } as const;

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
