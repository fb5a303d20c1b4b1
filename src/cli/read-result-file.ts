import type { ReasonCode } from "../codes.js";
import { reason, StudyError } from "../errors.js";
import type {
  Answered,
  DifferenceRow,
  EstimateRow,
  Result,
  Verdict,
} from "../evaluate/conclude/result.js";
import { withholdVerdict } from "../evaluate/conclude/withheld.js";
import { withholdNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { type OwnForm, ownFormOf } from "../own-form.js";
import type { Truth } from "../report/index.js";
import { readWholeFile } from "../whole-file.js";
import { isRecord } from "./is-record.js";
import { withNewKeys } from "./renamed-keys.js";
import { resultShape } from "./shapes/result.js";
import { listOf, type Misfit, nullable, number, record, text } from "./shapes/shape.js";

const lists = ["verdicts", "estimates", "differences", "diagnostics", "warnings"] as const;

/** A result, with the known answers where a simulation wrote them next to it. */
export interface ResultFile {
  readonly result: Result;
  readonly truth?: readonly Truth[];
}

/** Reads what `evaluate --format json` wrote. Throws a StudyError for anything else. */
export async function readResultFile(path: string): Promise<ResultFile> {
  if (/\.ya?ml$/i.test(path))
    throw notResult(path, `by its name it is ${aStudy.what}: ${aStudy.use}`);
  const value = parse(path, (await readWholeFile(path, { what: "a result" })).toString("utf8"));
  if (!isResult(value)) {
    const other = isRecord(value) && "policies" in value ? aStudy : ownFormOf(value);
    throw other === undefined
      ? notResult(path, "it lacks some of hindcast, log, verdicts, estimates and differences")
      : notResult(path, `it is ${other.what}: ${other.use}`);
  }
  const { truth, ...fields } = value as Result & { readonly truth?: readonly Truth[] };
  const result = upToDate(withNewKeys(fields) as Result);
  const misfit =
    resultShape(result, "") ?? (truth === undefined ? undefined : truthShape(truth, "truth"));
  if (misfit !== undefined) throw unreadable(path, misfit);
  return {
    result: { ...result, verdicts: result.verdicts.map(withholdVerdict) },
    ...(truth && { truth }),
  };
}

const truthShape = listOf(
  record<Truth>({ policy: text(), reward: text(), feed: nullable(text()), value: number }),
);

function unreadable(file: string, { path, expected, came }: Misfit): StudyError {
  const shown = came === undefined ? "missing" : (JSON.stringify(came)?.slice(0, 80) ?? "");
  const message = `${file}: expected ${expected} as ${path}; it is ${shown}. Write the result again: hindcast evaluate study.yaml --format json --output ${file}`;
  return new StudyError(reason("unreadableResult", message, { file, path, expected }));
}

const aStudy: OwnForm = { what: "a study", use: "evaluate it first" };

/**
 * Version 0.1.0 wrote no fitted curves, no numbers of verdicts, and the confidence and the rewards in the study alone; it also wrote
 * numbers that are no answer beside the code for which they are none.
 */
function upToDate(result: Result): Result {
  const { curves = [], interval = "t", adjust = "bonferroni", ...rest } = result as Partial<Result>;
  const { confidence, rewards, study } = rest;
  const level = study?.confidence;
  return {
    ...result,
    verdicts: result.verdicts.map(withoutCode),
    estimates: result.estimates.map(withoutNumbers),
    differences: result.differences.map(withoutNumbers),
    curves,
    interval,
    adjust,
    confidence: confidence ?? (typeof level === "number" ? level : usualConfidence),
    rewards: rewards ?? rewardsIn(study?.log),
  };
}

const codeOf = (line: unknown): ReasonCode | undefined =>
  isRecord(line) && typeof line.withheld === "string" ? (line.withheld as ReasonCode) : undefined;

function withoutCode(verdict: Verdict): Verdict {
  const whole = { ...verdict, ...noNumbers, ...verdict };
  const { withheld: _, ...rest } = whole;
  return codeOf(verdict) === undefined ? whole : rest;
}

function withoutNumbers<Row extends EstimateRow | DifferenceRow>(row: Row): Row {
  const code = codeOf(row);
  return code === undefined ? row : withholdNumbers<Row>(row as Answered<Row>, code);
}

const usualConfidence = 0.95;
const noNumbers = {
  ...{ value: null, se: null, df: null, interval: null, p: null, adjustedP: null, lift: null },
  ...{ family: 1, level: usualConfidence },
};

function rewardsIn(log: unknown): Result["rewards"] {
  if (!isRecord(log) || !isRecord(log.rewards)) return [];
  return Object.entries(log.rewards).map(([name, spec]) => ({
    name,
    better: isRecord(spec) && spec.better === "lower" ? "lower" : "higher",
  }));
}

function parse(path: string, text: string): unknown {
  const value = parsed(path, text);
  if (isDeeper(value, deepest)) throw notResult(path, `it nests more than ${deepest} values`);
  return value;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notResult(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** No result of ours is as deep, and what reads one may go down it. */
const deepest = 100;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function isResult(value: unknown): value is Result {
  if (!isRecord(value)) return false;
  const isWhole = lists.every((name) => Array.isArray(value[name]));
  return isWhole && typeof value.hindcast === "string" && typeof value.log === "object";
}

function notResult(path: string, why: string, cause?: unknown): StudyError {
  const message = `${path} is not a result (${why}); \`hindcast evaluate study.yaml --format json --output result.json\` writes one.`;
  return new StudyError(reason("notResult", message, { path }), { cause });
}
