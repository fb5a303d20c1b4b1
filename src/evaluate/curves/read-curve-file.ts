import { reason, StudyError } from "../../errors.js";
import type { NamesModel } from "../../exposure/curve.js";
import { fitsFromJson, type LearntCurve } from "../../fitting/index.js";
import { readWholeFile } from "../../whole-file.js";

/**
 * The curves of a file that `hindcast fit --output` wrote, fitted again on its counts as far as
 * each feed's curve must reach. Throws a StudyError where the file cannot be read or is of another kind.
 */
export async function readCurveFile(
  path: string,
  reach: (feed: string | null) => number,
  own: NamesModel,
  sandbox?: readonly string[],
): Promise<readonly LearntCurve[]> {
  try {
    const bytes = await readWholeFile(path, { what: "the file of a curve", sandbox });
    return fitsFromJson(JSON.parse(bytes.toString("utf8")), reach, own);
  } catch (cause) {
    if (cause instanceof StudyError) throw inFile(path, cause);
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isMissing ? "there is no such file" : "it is not JSON, or cannot be read";
    const message = `log.exposure.curve.file: expected what \`hindcast fit … --output ${path}\` writes; ${why}: ${path}.`;
    throw new StudyError(reason("unreadable", message, { path }), { cause });
  }
}

/** The same mistakes, with the key and the file in which they are. */
function inFile(path: string, cause: StudyError): StudyError {
  const problems = cause.problems.map(({ code, message, facts }) =>
    reason(code, `log.exposure.curve.file (${path}): ${message}`, { ...facts, path }),
  );
  return new StudyError(problems, { cause });
}
