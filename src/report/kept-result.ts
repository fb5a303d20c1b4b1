import type { ReasonCode } from "../codes.js";
import type { Guardrail, LogFacts, Result, Verdict } from "../evaluate/conclude/result.js";
import type { Parameters } from "../parameters.js";
import type { Truth } from "./source.js";
import { describeConclusion } from "./words/conclusion.js";
import { changeOf } from "./words/truth-sentence.js";

/** A verdict as a page of several results shows it; without numbers where these are not an answer. */
export interface KeptLine
  extends Pick<
    Verdict,
    "policy" | "baseline" | "reward" | "feed" | "estimand" | "verdict" | "lift" | "level"
  > {
  /** The reason of the verdict. */
  readonly code: ReasonCode;
  readonly estimator: Verdict["estimator"];
  readonly parameters: Parameters | null;
  /** Candidate − baseline, for comparisons without a lift. */
  readonly value: Verdict["value"];
  readonly interval: Verdict["interval"];
  /** Where one end of the lift's range is a ceiling alone. */
  readonly oneSided: "least" | "most" | null;
  /** The lift that a simulator knows. */
  readonly truth?: number;
}

/** Whether a policy is shown to keep a guarded reward. */
export type KeptGuardrail = Pick<
  Guardrail,
  "policy" | "reward" | "feed" | "notWorseThan" | "outcome"
>;

/** A result as one of several on a page. */
export interface KeptResult
  extends Pick<Result, "hindcast" | "confidence" | "interval" | "adjust">,
    Pick<LogFacts, "firstDay" | "lastDay" | "days" | "trajectories" | "impressions" | "users"> {
  readonly file: string;
  /** Its own page, seen from the page that names it; null where there is none beside it. */
  readonly page: string | null;
  readonly conclusion: string;
  readonly policies: readonly string[];
  readonly baselines: readonly string[];
  readonly rewards: readonly string[];
  readonly lines: readonly KeptLine[];
  /** Absent where the study has none. */
  readonly guardrails?: readonly KeptGuardrail[];
}

/** A result that is read from a file, and what it was made from. */
export interface NamedInput {
  readonly file: string;
  readonly page: string | null;
  readonly result: Result;
  readonly truth?: readonly Truth[];
}

export function keptResult({ file, page, result, truth = [] }: NamedInput): KeptResult {
  const { hindcast, confidence, interval, adjust, log, verdicts } = result;
  const { firstDay, lastDay, days, trajectories, impressions, users } = log;
  const distinct = (key: "policy" | "baseline" | "reward"): readonly string[] =>
    [...new Set(verdicts.map((line) => line[key]))].toSorted();
  return {
    ...{ file, page, hindcast, confidence, interval, adjust },
    ...{ firstDay, lastDay, days, trajectories, impressions, users },
    conclusion: verdicts.length === 0 ? "No verdict." : describeConclusion(verdicts),
    policies: distinct("policy"),
    baselines: distinct("baseline"),
    rewards: distinct("reward"),
    lines: verdicts.map((line) => keptLine(line, truth)),
    ...(result.guardrails && { guardrails: result.guardrails.map(keptGuardrail) }),
  };
}

const keptGuardrail = (row: Guardrail): KeptGuardrail => {
  const { policy, reward, feed, notWorseThan, outcome } = row;
  return { policy, reward, feed, notWorseThan, outcome };
};

function keptLine(line: Verdict, truths: readonly Truth[]): KeptLine {
  const { policy, reward, feed, estimand, verdict, reason, missing } = line;
  const { estimator, parameters, value, interval, lift, level, baseline } = line;
  const truth =
    estimand === "perTrajectory" ? changeOf(truths, policy, baseline, reward, feed) : undefined;
  return {
    ...{ policy, baseline, reward, feed, estimand, verdict, code: reason.code },
    ...{ estimator, parameters, value, interval, lift, level },
    oneSided: missing?.oneSided ?? null,
    ...(truth !== undefined && { truth }),
  };
}
