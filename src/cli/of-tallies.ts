import { InternalError, reason, StudyError } from "../errors.js";

/**
 * What a command makes of tallies, which anybody may have written: a value that no tally of ours holds, met where
 * it is used, is an error of the files and not of Hindcast.
 */
export async function ofTallies<T>(files: readonly string[], make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (cause) {
    if (!isMisfit(cause)) throw cause;
    const which = files.length === 1 ? files[0] : `one of ${files.join(", ")}`;
    const message = `${which} is not a tally that hindcast saved (${cause.message.replace(/\.$/, "")}): it was edited, or written by another program. Take it again from the log. If hindcast wrote it, --debug shows what to report.`;
    throw new StudyError(reason("tallyFile", message, { files: [...files] }), { cause });
  }
}

const isMisfit = (cause: unknown): cause is Error =>
  cause instanceof TypeError || cause instanceof RangeError || cause instanceof InternalError;
