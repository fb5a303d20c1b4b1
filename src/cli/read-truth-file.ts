import { reason, StudyError } from "../errors.js";
import type { Truth } from "../report/index.js";
import { readWholeFile } from "../whole-file.js";
import { isSystemError } from "./exit-codes.js";
import { isRecord } from "./is-record.js";

/** Reads the known answers that `hindcast simulate` wrote. Throws a StudyError for anything else. */
export async function readTruthFile(
  path: string,
  sandbox: readonly string[] | undefined,
): Promise<readonly Truth[]> {
  const value = parse(await textOf(path, sandbox));
  const rows = isRecord(value) ? value.truth : undefined;
  if (Array.isArray(rows) && rows.every(isTruth)) return rows;
  throw refused(path, "it is not a file of known answers, as hindcast simulate writes it");
}

async function textOf(path: string, sandbox: readonly string[] | undefined): Promise<string> {
  try {
    return (await readWholeFile(path, { what: "a file of known answers", sandbox })).toString(
      "utf8",
    );
  } catch (cause) {
    if (cause instanceof StudyError) throw cause;
    const code = isSystemError(cause) ? cause.code : undefined;
    throw refused(path, code === "ENOENT" ? "there is no such file" : "it cannot be read", cause);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isTruth = (value: unknown): value is Truth =>
  isRecord(value) &&
  typeof value.policy === "string" &&
  typeof value.reward === "string" &&
  (typeof value.feed === "string" || value.feed === null) &&
  typeof value.value === "number";

const refused = (path: string, why: string, cause?: unknown): StudyError =>
  new StudyError(
    reason(
      "truthUnreadable",
      `truth: ${path} cannot be read as known answers: ${why}. Leave the key out where the log is not simulated.`,
      { path },
    ),
    { cause },
  );
