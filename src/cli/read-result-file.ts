import { readFile } from "node:fs/promises";
import { reason, StudyError } from "../errors.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { Truth } from "../report/index.js";

const lists = ["verdicts", "estimates", "differences", "diagnostics", "warnings"] as const;

/** A result, with the known answers where a simulation wrote them beside it. */
export interface ResultFile {
  readonly result: Result;
  readonly truth?: readonly Truth[];
}

/** Reads what `evaluate --format json` wrote. Throws a StudyError for anything else. */
export async function readResultFile(path: string): Promise<ResultFile> {
  const value = parse(path, await readFile(path, "utf8"));
  if (!isResult(value)) {
    throw notResult(path, "it lacks some of hindcast, log, verdicts, estimates and differences");
  }
  const { truth, ...result } = value as Result & { readonly truth?: readonly Truth[] };
  return { result, ...(Array.isArray(truth) && { truth }) };
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notResult(path, error instanceof Error ? error.message : String(error), error);
  }
}

function isResult(value: unknown): value is Result {
  if (typeof value !== "object" || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  const isWhole = lists.every((name) => Array.isArray(record[name]));
  return isWhole && typeof record.hindcast === "string" && typeof record.log === "object";
}

function notResult(path: string, why: string, cause?: unknown): StudyError {
  const message = `${path} is not a result (${why}); \`hindcast evaluate study.yaml --format json --output result.json\` writes one.`;
  return new StudyError(reason("notResult", message, { path }), { cause });
}
