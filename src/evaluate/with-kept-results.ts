import type { KeepingEngine, KeepOptions } from "../engines/results/index.js";
import { LogError, reason, StudyError } from "../errors.js";
import type { Engine } from "../sql/index.js";
import { closing } from "./open-engine.js";

/**
 * Uses an engine whose finished statements are kept in a folder, and not run again where an earlier run kept them.
 * What was kept of a log that changed under the run is removed. The caller forgets it once it is not needed any more.
 */
export async function withKeptResults<T>(
  engine: Engine,
  options: KeepOptions,
  use: (engine: KeepingEngine) => Promise<T>,
): Promise<T> {
  if ((await engine.info()).inRounds === true) throw nothingToKeep(engine);
  const { keepResults } = await import("../engines/results/index.js");
  return closing(await keepResults(engine, options), async (keeping) => {
    try {
      return await use(keeping);
    } catch (error) {
      if (error instanceof LogError && error.code === "logChanged") await keeping.forget();
      throw error;
    }
  });
}

const nothingToKeep = ({ name }: Engine): StudyError =>
  new StudyError(
    reason(
      "engineOption",
      "--resume keeps results of statements, and this study reads results of statements already; leave it out.",
      { engine: name },
    ),
  );
