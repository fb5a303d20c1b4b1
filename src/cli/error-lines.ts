import { LogError, reason, StudyError } from "../errors.js";
import { readWholeFile, studyFile } from "../whole-file.js";
import type { Session } from "./session.js";

/** The error with the line of the study file at which each mistake stands, as far as it does not say so itself. */
export async function withLines(
  error: unknown,
  argv: readonly string[],
  { path }: Session,
): Promise<unknown> {
  const file = argv.find((each) => /\.(ya?ml|json)$/i.test(each));
  const isLogs = error instanceof LogError && error.code === "columnType";
  if (!(error instanceof StudyError || isLogs) || file === undefined) return error;
  const isOpen = error.problems.some(({ facts }) => "path" in facts && !("file" in facts));
  if (!isOpen) return error;
  const bytes = await readWholeFile(path(file), studyFile).catch(() => undefined);
  if (bytes === undefined) return error;
  const text = bytes.toString("utf8");
  const { lineOfPath } = await import("../study/line-of-path.js");
  const problems = error.problems.map((problem) => {
    const { code, message, facts } = problem;
    if (typeof facts.path !== "string" || "file" in facts) return problem;
    const line = lineOfPath(text, facts.path);
    if (line === undefined) return problem;
    return reason(code, `${file}:${line}: ${message}`, { ...facts, file, line });
  });
  return new (isLogs ? LogError : StudyError)(problems, { cause: error });
}
