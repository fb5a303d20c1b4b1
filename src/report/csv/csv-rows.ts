import type {
  DifferenceRow,
  EstimateRow,
  Result,
  RowKey,
  Verdict,
  WhatIf,
} from "../../evaluate/conclude/result.js";
import { type Truth, truthOf } from "../truth.js";
import type { CsvCell } from "./csv-line.js";

/**
 * The columns of the CSV: one table of verdicts, estimates, differences and differences under other
 * curves, told apart by `row`.
 */
export const csvColumns = [
  "row",
  "policy",
  "baseline",
  "estimator",
  "parameters",
  "reward",
  "estimand",
  "feed",
  "day",
  "curve",
  "value",
  "se",
  "lo",
  "hi",
  "p",
  "adjustedP",
  "adjustedLo",
  "adjustedHi",
  "lift",
  "liftLo",
  "liftHi",
  "n",
  "clusters",
  "buckets",
  "skipped",
  "truth",
  "verdict",
  "code",
  "message",
  "warnings",
] as const;

export type CsvRow = Readonly<Partial<Record<(typeof csvColumns)[number], CsvCell>>>;

/** Every row of a result, verdicts first. */
export function csvRows(result: Result, truths?: readonly Truth[]): readonly CsvRow[] {
  return [
    ...result.verdicts.map(verdictRow),
    ...result.estimates.map((row) => ({ ...estimateRow(row), truth: truthOf(row, truths) })),
    ...result.differences.map(differenceRow),
    ...(result.whatIf ?? []).flatMap(whatIfRows),
  ];
}

function verdictRow(row: Verdict): CsvRow {
  const { policy, baseline, reward, feed, estimand, estimator, verdict, reason } = row;
  const parameters = row.parameters === null ? null : JSON.stringify(row.parameters);
  const { code, message } = reason;
  const question = { policy, baseline, estimator, parameters, reward, estimand, feed };
  return { row: "verdict", ...question, verdict, code, message };
}

function estimateRow(row: EstimateRow): CsvRow {
  const who = { row: "estimate", ...keyCells(row) };
  if ("none" in row) return { ...who, code: row.none.code, message: row.none.message };
  const { value, se, n, clusters, buckets, skipped } = row;
  const [lo, hi] = row.interval;
  const warnings = row.warnings.join(" ");
  return { ...who, value, se, lo, hi, n, clusters, buckets, skipped, warnings };
}

function differenceRow(row: DifferenceRow): CsvRow {
  const who = { row: "difference", ...keyCells(row), baseline: row.baseline };
  if ("none" in row) return { ...who, code: row.none.code, message: row.none.message };
  const { value, se, p, n, clusters, buckets, adjusted } = row;
  const [lo, hi] = row.interval;
  const [adjustedLo, adjustedHi] = adjusted.interval;
  const numbers = { value, se, lo, hi, p, adjustedP: adjusted.p, adjustedLo, adjustedHi };
  return { ...who, ...numbers, ...liftCells(row.lift), n, clusters, buckets };
}

/** Differences under other curves; the code is how each reads. */
function whatIfRows(whatIf: WhatIf): readonly CsvRow[] {
  const { baseline, estimator, reward, estimand, feed, curves } = whatIf;
  const parameters = JSON.stringify(whatIf.parameters);
  const who = { row: "whatIf", baseline, estimator, parameters, reward, estimand, feed };
  return curves.flatMap((each): readonly CsvRow[] => {
    const here = { ...who, curve: each.label };
    if ("none" in each) return [{ ...here, code: each.none.code, message: each.none.message }];
    return each.differences.map(({ policy, value, reading }) => {
      return { ...here, policy, value, code: reading };
    });
  });
}

type Lift = Extract<DifferenceRow, { readonly lift: unknown }>["lift"];

function liftCells(lift: Lift): CsvRow {
  if ("none" in lift) return { code: lift.none.code, message: lift.none.message };
  return { lift: lift.value, liftLo: lift.interval[0], liftHi: lift.interval[1] };
}

function keyCells(row: RowKey): CsvRow {
  const { policy, estimator, reward, estimand, feed, day } = row;
  return {
    policy,
    estimator,
    parameters: JSON.stringify(row.parameters),
    reward,
    estimand,
    feed,
    day,
  };
}
