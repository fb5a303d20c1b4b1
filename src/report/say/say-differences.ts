import { label } from "../../evaluate/ask/label.js";
import type { Difference, DifferenceRow, Result } from "../../evaluate/conclude/result.js";
import { saySignedInterval } from "./interval.js";
import { decimalsFor, sayBareP, sayPercent, saySigned } from "./number.js";
import { answers, byQuestion, type Question } from "./question.js";

/** One paired difference from the baseline in figures, adjusted for its family; `none` says why there is none. */
export interface SaidDifference {
  readonly policy: string;
  readonly estimator: string;
  readonly value: string;
  readonly interval: string;
  readonly p: string;
  readonly lift: string;
  readonly none: string | null;
  /** Whether a verdict rests on this row. */
  readonly decides: boolean;
  readonly row: DifferenceRow;
}

export interface SaidDifferences {
  readonly baseline: string;
  readonly question: Question;
  /** Comparisons that share the level, over all rows of the question. */
  readonly family: number;
  readonly rows: readonly SaidDifference[];
}

/** The differences over all days, by baseline and question. */
export function sayDifferences({ differences, verdicts }: Result): readonly SaidDifferences[] {
  const decides = (row: DifferenceRow): boolean =>
    verdicts.some(
      (verdict) =>
        verdict.policy === row.policy && verdict.baseline === row.baseline && answers(row, verdict),
    );
  const rows = differences.filter((row) => row.day === null);
  return [...new Set(rows.map(({ baseline }) => baseline))].flatMap((baseline) =>
    byQuestion(rows.filter((row) => row.baseline === baseline)).map((group) => ({
      baseline,
      question: group.question,
      family: Math.max(1, ...group.rows.map(familyOf)),
      rows: group.rows.map((row) => ({ ...sayRow(row), decides: decides(row), row })),
    })),
  );
}

function familyOf(row: DifferenceRow): number {
  return "none" in row ? 1 : row.adjusted.family;
}

function sayRow(row: DifferenceRow): Omit<SaidDifference, "decides" | "row"> {
  const { policy } = row;
  const estimator = label({ name: row.estimator, parameters: row.parameters });
  if (!("none" in row)) return { policy, estimator, ...sayNumbers(row), none: null };
  const blank = { value: "", interval: "", p: "", lift: "" };
  return { policy, estimator, ...blank, none: row.none.message };
}

function sayNumbers(row: Difference): Pick<SaidDifference, "value" | "interval" | "p" | "lift"> {
  const decimals = decimalsFor(row.se, row.value);
  return {
    value: saySigned(row.value, decimals),
    interval: saySignedInterval(row.adjusted.interval, decimals),
    p: sayBareP(row.adjusted.p),
    lift: "none" in row.lift ? "" : sayPercent(row.lift.value),
  };
}
