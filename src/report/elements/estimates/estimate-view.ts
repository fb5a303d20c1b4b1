import { label } from "../../../evaluate/ask/label.js";
import type { Estimate, EstimateRow } from "../../../evaluate/conclude/result.js";
import { decimalsFor, showCount, showNumber } from "../../../numeric/index.js";
import type { Truth } from "../../source.js";
import { showInterval } from "../../words/interval.js";
import { byQuestion, type Question } from "../../words/question.js";
import { truthOf } from "./truth.js";

/** One estimate in words and figures. */
export interface EstimateView {
  readonly policy: string;
  readonly estimator: string;
  readonly value: string;
  readonly interval: string;
  readonly n: string;
  readonly skipped: string | null;
  readonly truth: string | null;
  readonly truthValue: number | undefined;
  /** Whether the interval holds the truth. */
  readonly holdsTruth: boolean | null;
  readonly warnings: readonly string[];
  readonly row: EstimateRow;
}

export interface EstimatesView {
  readonly question: Question;
  readonly rows: readonly EstimateView[];
}

/** The estimates over all days, by question. */
export function describeEstimates(
  estimates: readonly EstimateRow[],
  truths?: readonly Truth[],
): readonly EstimatesView[] {
  return byQuestion(estimates.filter((row) => row.day === null)).map(({ question, rows }) => ({
    question,
    rows: rows.map((row) => describeRow(row, truthOf(row, truths))),
  }));
}

function describeRow(row: EstimateRow, truth: number | undefined): EstimateView {
  const who = {
    policy: row.policy,
    estimator: label({ name: row.estimator, parameters: row.parameters }),
    truthValue: truth,
    row,
  };
  return "none" in row
    ? { ...who, ...BLANK, truth: describeTruth(truth, null) }
    : { ...who, ...describeNumbers(row, truth) };
}

const BLANK = {
  value: "",
  interval: "",
  n: "",
  skipped: null,
  holdsTruth: null,
  warnings: [],
} as const;

function describeNumbers(row: Estimate, truth: number | undefined): Omit<EstimateView, keyof Who> {
  const decimals = decimalsFor(row.se, row.value);
  const [lo, hi] = row.interval;
  return {
    value: showNumber(row.value, decimals),
    interval: showInterval(row.interval, decimals),
    n: row.n === 0 ? "" : showCount(row.n),
    skipped: row.skipped === undefined || row.skipped === 0 ? null : showCount(row.skipped),
    truth: describeTruth(truth, row.se),
    holdsTruth: truth === undefined ? null : lo <= truth && truth <= hi,
    warnings: row.warnings,
  };
}

type Who = Pick<EstimateView, "policy" | "estimator" | "truthValue" | "row">;

function describeTruth(truth: number | undefined, se: number | null): string | null {
  return truth === undefined ? null : showNumber(truth, decimalsFor(se, truth));
}
