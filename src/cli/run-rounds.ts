import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EngineError, HindcastError, InternalError, reason } from "../errors.js";
import type { PrintedStatement, Statements } from "../evaluate/print-statements.js";
import { makeFolder } from "../make-folder-file.js";
import { csvOf, runProgram } from "./run-program.js";
import type { Session } from "./session.js";

export interface Rounds {
  /** A line of the shell that reads SQL on standard input and prints CSV. */
  readonly command: string;
  /** Where results are kept, each under the marker of its statement. */
  readonly folder: string;
  /** The statements that are missing, given the files of results. */
  readonly next: (results: readonly string[]) => Promise<Statements>;
}

/**
 * Runs what is missing, round by round, through a program, until nothing is missing. Results that the folder
 * holds from an earlier run are not asked for again. Says how many there were, and returns the pattern that stands
 * for all results.
 */
export async function runRounds(
  { command, folder, next }: Rounds,
  session: Session,
): Promise<string> {
  const path = session.path(folder);
  await makeFolder(path);
  const before = new Set<string>();
  let bytes = 0;
  for (let round = 1; ; round++) {
    session.signal.throwIfAborted();
    const answer = await next(await resultsIn(path)).catch((error: unknown) => {
      if (error instanceof HindcastError && error.code === "logChanged") {
        session.say(
          `the results in ${folder} are of several states of the log: remove ${folder}/hindcast_*.csv and run again`,
        );
      }
      throw error;
    });
    const again = answer.statements.find(({ marker }) => before.has(marker));
    if (again !== undefined) {
      throw new InternalError(`The result of "${again.purpose}" was taken, and is still missing.`);
    }
    if (answer.statements.length === 0) {
      if (before.size > 0) session.say(`ran ${countsOf(round - 1, before.size, bytes)}`);
      return `${folder}/hindcast_*.csv`;
    }
    const { session: start, statements, held } = answer;
    let areMade = false;
    try {
      if (held.create.length > 0) {
        session.say(`round ${round}: tables of rows that several statements read`);
        await makeTables(command, [...start, ...held.create], session.signal);
        areMade = true;
      }
      for (const [i, statement] of statements.entries()) {
        const place = `round ${round}, statement ${i + 1} of ${statements.length}`;
        session.say(`${place}: ${statement.purpose}`);
        bytes += await run(command, start, statement, path, session);
        before.add(statement.marker);
      }
    } finally {
      for (const drop of held.drop) {
        const isDropped = await ends(command, drop);
        if (areMade && !isDropped) session.say(`note: a table of held rows is left; run: ${drop};`);
      }
    }
  }
}

/** Milliseconds that dropping a table may take. */
const dropPatience = 10_000;

/** Whether a statement succeeds. Not by the session's signal: after an abort tables would stay. */
async function ends(command: string, statement: string): Promise<boolean> {
  const signal = AbortSignal.timeout(dropPatience);
  const ran = await runProgram({ command, input: textOf([statement]), signal }).catch(
    () => undefined,
  );
  return ran?.code === 0;
}

async function makeTables(
  command: string,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { code, stderr } = await runProgram({ command, input: textOf(statements), signal });
  if (code === 0) return;
  const message = `The program of --exec ended with ${code ?? "a signal"} where it should make the tables of --hold. It said: ${stderr.replaceAll(/\s+/g, " ")}. Correct --hold, or the rights in that schema.`;
  throw new EngineError("internal", reason("programFailed", message, { code }));
}

const textOf = (statements: readonly string[]): string =>
  `${statements.map((statement) => `${statement};`).join("\n")}\n`;

function countsOf(rounds: number, statements: number, bytes: number): string {
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
  return `${many(rounds, "round")}, ${many(statements, "statement")}, ${size} of results`;
}

const resultName = /^hindcast_[0-9a-f]{12}\.csv$/;

async function resultsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => resultName.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

async function run(
  command: string,
  start: readonly string[],
  { marker, purpose, sql }: PrintedStatement,
  folder: string,
  session: Session,
): Promise<number> {
  const input = textOf([...start, sql]);
  const output = await runProgram({ command, input, signal: session.signal });
  const csv = csvOf(output, { command, marker, purpose });
  await session.writeBy(join(folder, `${marker}.csv`), (part) => writeFile(part, csv));
  return Buffer.byteLength(csv);
}
