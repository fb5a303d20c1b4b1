import { label } from "../../evaluate/ask/label.js";
import type { Estimate, EstimateRow, Result } from "../../evaluate/conclude/result.js";
import { type Truth, truthOf } from "../truth.js";
import { sayInterval } from "./interval.js";
import { decimalsFor, sayCount, sayNumber } from "./number.js";
import { byQuestion, type Question } from "./question.js";

/** One estimate in words and figures; where there is none, `none` says why. */
export interface SaidEstimate {
  readonly policy: string;
  readonly estimator: string;
  readonly value: string;
  readonly interval: string;
  readonly se: string;
  readonly n: string;
  readonly skipped: string | null;
  readonly truth: string | null;
  /** Whether the interval holds the truth. */
  readonly holdsTruth: boolean | null;
  readonly warnings: readonly string[];
  readonly none: string | null;
  readonly row: EstimateRow;
}

export interface SaidEstimates {
  readonly question: Question;
  readonly rows: readonly SaidEstimate[];
}

/** The estimates over all days, by question. */
export function sayEstimates(
  { estimates }: Result,
  truths?: readonly Truth[],
): readonly SaidEstimates[] {
  return byQuestion(estimates.filter((row) => row.day === null)).map(({ question, rows }) => ({
    question,
    rows: rows.map((row) => sayRow(row, truthOf(row, truths))),
  }));
}

function sayRow(row: EstimateRow, truth: number | undefined): SaidEstimate {
  const who = {
    policy: row.policy,
    estimator: label({ name: row.estimator, parameters: row.parameters }),
    row,
  };
  return "none" in row
    ? { ...who, ...BLANK, truth: sayTruth(truth, null), none: row.none.message }
    : { ...who, ...sayNumbers(row, truth) };
}

const BLANK = {
  value: "",
  interval: "",
  se: "",
  n: "",
  skipped: null,
  holdsTruth: null,
  warnings: [],
} as const;

function sayNumbers(row: Estimate, truth: number | undefined): Omit<SaidEstimate, keyof Who> {
  const decimals = decimalsFor(row.se, row.value);
  const [lo, hi] = row.interval;
  return {
    value: sayNumber(row.value, decimals),
    interval: sayInterval(row.interval, decimals),
    se: sayNumber(row.se, decimals),
    n: row.n === 0 ? "" : sayCount(row.n),
    skipped: row.skipped === undefined || row.skipped === 0 ? null : sayCount(row.skipped),
    truth: sayTruth(truth, row.se),
    holdsTruth: truth === undefined ? null : lo <= truth && truth <= hi,
    warnings: row.warnings,
    none: null,
  };
}

type Who = Pick<SaidEstimate, "policy" | "estimator" | "row">;

function sayTruth(truth: number | undefined, se: number | null): string | null {
  return truth === undefined ? null : sayNumber(truth, decimalsFor(se, truth));
}
