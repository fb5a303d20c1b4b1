import { reason, StudyError } from "../errors.js";
import type { StudyTally } from "../evaluate/about.js";
import type { Session } from "./session.js";

/** The tally in one file, or the sum of those in several; says which file cannot be added. */
export async function addedTallies(
  files: readonly string[],
  { modules, path }: Session,
): Promise<StudyTally> {
  const { addTallies, readTally } = await modules.evaluate();
  const [first, ...others] = files;
  if (first === undefined) throw new StudyError(reason("flag", "Expected files of tallies."));
  let sum = await readTally(path(first));
  for (const file of others) {
    const next = await readTally(path(file));
    try {
      sum = addTallies(sum, next);
    } catch (cause) {
      if (!(cause instanceof StudyError)) throw cause;
      const named = cause.problems.map((each) =>
        reason(each.code, `${file}: ${each.message}`, each.facts),
      );
      throw new StudyError(named, { cause });
    }
  }
  return sum;
}
