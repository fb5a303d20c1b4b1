import type { StudyInput } from "../../schema/study-input.js";
import { EngineError, reason, StudyError } from "../errors.js";
import { sourceRef } from "../log/sources/index.js";
import { dialects, findDialect } from "../sql/dialects/index.js";
import type { Engine } from "../sql/engine.js";
import type { Study } from "../study/study.js";
import { check } from "./check.js";
import { fitLog } from "./fit.js";
import { closing } from "./open-engine.js";
import { studyOf } from "./study-of.js";
import { takeTally } from "./take-tally.js";

type Ask = (study: Study, engine: Engine) => Promise<unknown>;

const asks: Readonly<Record<string, Ask>> = {
  evaluate: (study, engine) => takeTally(study, { engine }),
  "what-if": (study, engine) => takeTally(study, { engine, whatIf: true }),
  fit: (study, engine) => fitLog(study, { engine }),
  check: (study, engine) => check(study, { engine }),
};

export const askNames: readonly string[] = Object.keys(asks);
export const dialectNames: readonly string[] = dialects.map(({ name }) => name);

export interface StatementsOptions {
  readonly dialect: string;
  /** Results that there are already: Parquet, or CSV with a header. */
  readonly files?: readonly string[];
  /** One of `askNames`. */
  readonly ask?: string;
  /** `schema.prefix`: how tables are called that hold the rows which several statements read; without it there are none. */
  readonly hold?: string;
}

/** Statements to be run elsewhere. Later ones follow from the results of earlier ones. */
export interface Statements {
  readonly dialect: string;
  /** What a session begins with. */
  readonly session: readonly string[];
  readonly statements: readonly PrintedStatement[];
  /** What makes the tables of rows that are held, to be run before the statements, and what drops them. */
  readonly held: { readonly create: readonly string[]; readonly drop: readonly string[] };
  /** Files whose statement the study did not ask so far. */
  readonly unasked: readonly string[];
}

export interface PrintedStatement {
  /** The name of its first column, by which its result is known again. */
  readonly marker: string;
  readonly purpose: string;
  /** What a row of its result is. */
  readonly gives: string;
  readonly sql: string;
}

/**
 * The statements that a study needs next, in a dialect, given the results of those before: none when
 * nothing is missing. Throws StudyError for a dialect that there is not, LogError where the results
 * show a fault of the log, EngineError for results that are cut short.
 */
export async function printStatements(
  study: Study,
  options: StatementsOptions,
): Promise<Statements>;
export async function printStatements(
  study: StudyInput,
  options: StatementsOptions,
): Promise<Statements>;
export async function printStatements(
  input: StudyInput | Study,
  { dialect: name, files = [], ask: question = "evaluate", hold }: StatementsOptions,
): Promise<Statements> {
  const study = studyOf(input);
  const dialect = findDialect(name);
  const ask = askOf(question);
  const tables = tablesNamed(hold);
  const { createResultsEngine, heldStatements, packed } = await import(
    "../engines/results/index.js"
  );
  const opened = await createResultsEngine({ files, hold: tables !== undefined });
  return closing(opened, async (engine) => {
    const isAnswered = await answersFrom(ask(study, engine));
    if (!isAnswered && tables === undefined && engine.isHeld()) throw holdMissing();
    // What was asked ahead and not needed is of no interest once there is an answer.
    const missing = isAnswered ? [] : engine.missing();
    const { statements, ...held } =
      tables === undefined
        ? { statements: missing, create: [], drop: [] }
        : await heldStatements(missing, {
            dialect,
            log: sourceRef(study.log.source),
            name: tables,
          });
    return {
      dialect: dialect.name,
      session: dialect.session,
      statements: packed(statements, dialect),
      held,
      unasked: engine.unasked(),
    };
  });
}

/** With the hash behind it, a name may have 63 bytes: PostgreSQL cuts what is longer. */
const longestPrefix = 49;

/** The parts of a name such as `schema.prefix`. */
function tablesNamed(hold: string | undefined): readonly string[] | undefined {
  if (hold === undefined) return undefined;
  const parts = hold.split(".");
  const isSound = parts.every((part) => /^[a-z_][\w-]*$/i.test(part));
  const isShort = (parts.at(-1) ?? "").length <= longestPrefix;
  if (isSound && isShort && (parts.length === 2 || parts.length === 3)) return parts;
  const message = `Expected hold to be a schema and the beginning of its tables' names, schema.prefix or catalog.schema.prefix, of letters, digits and _, the prefix of at most ${longestPrefix}, but got "${hold}".`;
  throw new StudyError(reason("flag", message, { hold }));
}

function holdMissing(): StudyError {
  const message =
    "The results are of statements that read held rows (--hold schema.prefix), and so will the next be. Give --hold again; its prefix may be another one.";
  return new StudyError(reason("flag", message));
}

/** Whether there is an answer, or some statement has no result yet. */
async function answersFrom(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (!(error instanceof EngineError && error.code === "sumsMissing")) throw error;
    return false;
  }
}

function askOf(name: string): Ask {
  const ask = Object.hasOwn(asks, name) ? asks[name] : undefined;
  if (ask !== undefined) return ask;
  const message = `Expected ask to be one of ${askNames.join(", ")}, but got "${name}".`;
  throw new StudyError(reason("unknownAsk", message, { ask: name, known: askNames }));
}
