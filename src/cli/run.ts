import { CommanderError } from "commander";
import type { Effects } from "./effects.js";
import { withLines } from "./error-lines.js";
import { exitCodeOf, exitCodes } from "./exit-codes.js";
import { exitCodeOfInterruption } from "./interruption.js";
import { printError } from "./print-error.js";
import { buildProgram } from "./program.js";
import { openSession, type Session } from "./session.js";

/** Runs one command line and returns its exit code; every error ends here, in words on stderr. */
export async function run(effects: Effects): Promise<number> {
  const session = openSession(effects);
  let code: number = exitCodes.answered.code;
  try {
    const program = await buildProgram(effects, session, (given) => {
      code = given;
    });
    await program.parseAsync([...effects.argv], { from: "user" });
    return effects.signal.aborted ? reportInterruption(session) : code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (effects.signal.aborted) return reportInterruption(session);
    const located = await withLines(error, effects.argv, session);
    printError(located, effects.stderr, isDebugging(effects));
    return exitCodeOf(error);
  }
}

function reportInterruption(session: Session): number {
  const kept = session.keptFiles();
  const what = kept.length === 0 ? "nothing was written" : `kept ${kept.join(", ")}, whole`;
  session.say(`interrupted: ${what}; the log is untouched.`);
  return exitCodeOfInterruption(session.signal.reason);
}

function isDebugging({ argv, env }: Effects): boolean {
  return argv.includes("--debug") || (env.HINDCAST_DEBUG ?? "") !== "";
}
