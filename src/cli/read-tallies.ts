import { createHash } from "node:crypto";
import { reason, StudyError } from "../errors.js";
import type { StudyTally } from "../evaluate/about.js";
import { showCount } from "../numeric/show-number.js";
import type { PartOfLog } from "../tally/parts-of.js";
import { readWholeFile, tallyFile } from "../whole-file.js";
import type { Session } from "./session.js";

/**
 * The tally in one file, or the sum of those in several; says which file cannot be added, or was given twice. A sum
 * does not know its users: where it is to be passed around, each of several is put into groups before (`isGrouped`).
 */
export async function addedTallies(
  files: readonly string[],
  { modules, path }: Session,
  isGrouped: boolean,
): Promise<StudyTally> {
  const { addTallies, readTally } = await modules.evaluate();
  const [first, ...others] = files;
  if (first === undefined) throw new StudyError(reason("flag", "Expected files of tallies."));
  if (others.length === 0) return readTally(path(first));
  const { groupUsers, isSamePart, partsOf } = await modules.tally();
  const read = async (file: string): Promise<StudyTally> => {
    const tally: StudyTally = await readTally(path(file));
    return isGrouped ? groupUsers(tally) : tally;
  };
  const contents = new Map([[await contentOf(path(first)), first]]);
  let sum = await read(first);
  const parts = partsOf(sum).map((part) => ({ file: first, part }));
  for (const file of others) {
    const content = await contentOf(path(file));
    const same = contents.get(content);
    if (same !== undefined) {
      const message = `${file} has the same content as ${same}: its log would count twice. Name each tally once.`;
      throw new StudyError(reason("tallyTwice", message, { file, same }));
    }
    contents.set(content, file);
    const next = await read(file);
    for (const part of partsOf(next)) {
      const twice = parts.find((other) => other.file !== file && isSamePart(other.part, part));
      if (twice !== undefined) throw countedTwice(file, twice.file, part);
      parts.push({ file, part });
    }
    try {
      sum = addTallies(sum, next);
    } catch (cause) {
      if (!(cause instanceof StudyError)) throw cause;
      const named = cause.problems.map((problem) =>
        reason(problem.code, `${file}: ${problem.message}`, problem.facts),
      );
      throw new StudyError(named, { cause });
    }
  }
  return sum;
}

function countedTwice(
  file: string,
  other: string,
  { stratum, trajectories }: PartOfLog,
): StudyError {
  const { day, feed } = stratum;
  const where = [
    ...(day === null ? [] : [`of ${day}`]),
    ...(feed === null ? [] : [`in feed ${feed}`]),
  ];
  const rows = [showCount(trajectories), "trajectories", ...where].join(" ");
  const advice =
    day === null
      ? "Take each part of a log into one tally only."
      : "If the day was taken again, after late rewards say, add only the newer file; if these are different lists of the same users, name the column that tells them apart as log.feed.";
  const message = `${file} and ${other} both hold ${rows}, as many in every group of users, with equal views: they seem to be the same ones, and would count twice. ${advice}`;
  return new StudyError(
    reason("tallyTwice", message, { file, same: other, day, feed, trajectories }),
  );
}

/** The hash of a file; its name where it cannot be read, which is said where it is read as a tally. */
const contentOf = (file: string): Promise<string> =>
  readWholeFile(file, tallyFile).then(
    (bytes) => createHash("sha256").update(bytes).digest("hex"),
    () => file,
  );
