import type { Command } from "commander";
import type { Engine } from "../sql/engine.js";
import type { Study } from "../study/study.js";
import type { Session } from "./session.js";

export const declareResume = (command: Command): Command =>
  command.option(
    "--resume",
    "keep finished statements in <output>.kept until all is written, and do not run again what is kept there",
  );

/** Where a run keeps its finished statements: next to its output, else to its study. */
export const folderOfRun = (output: string | undefined, input: string): string =>
  `${output ?? (/\.(ya?ml|json)$/i.test(input) ? input : "hindcast")}.kept`;

export interface KeptRun {
  /** Writes the answer, and removes what was kept once it is written; says where it is where it cannot be. */
  readonly until: <T>(write: () => Promise<T>) => Promise<T>;
}

export const nothingKept: KeptRun = { until: (write) => write() };

/**
 * Uses the engine of a study, keeping its finished statements in a folder where one is given. A run that ends early
 * says where they are.
 */
export async function onKeeping<T>(
  engine: Engine,
  { study, folder }: { readonly study: Study; readonly folder: string | undefined },
  session: Session,
  use: (engine: Engine) => Promise<T>,
): Promise<{ readonly answer: T; readonly kept: KeptRun }> {
  if (folder === undefined) {
    const answer = await use(engine).catch(async (error: unknown) => {
      if (session.signal.aborted && (await mayResume(engine)))
        session.say("nothing was kept; with --resume a run can go on after an interruption");
      throw error;
    });
    return { answer, kept: nothingKept };
  }
  const { withKeptResults } = await session.modules.evaluate();
  const options = { folder: session.path(folder), say: session.say };
  return withKeptResults(engine, study, options, async (keeping) => {
    const telling = async <R>(job: () => Promise<R>): Promise<R> => {
      try {
        return await job();
      } catch (error) {
        const many = keeping.kept();
        if (many > 0) {
          session.kept(folder);
          session.say(
            `${many} finished statement${many === 1 ? " is" : "s are"} kept in ${folder}: the same command with --resume goes on from there`,
          );
        }
        throw error;
      }
    };
    const until = async <R>(write: () => Promise<R>): Promise<R> => {
      const written = await telling(write);
      await keeping.forget();
      return written;
    };
    return { answer: await telling(() => use(keeping)), kept: { until } };
  });
}

/** Results that were saved elsewhere are kept already. */
async function mayResume(engine: Engine): Promise<boolean> {
  try {
    return (await engine.info()).inRounds !== true;
  } catch {
    return false;
  }
}
