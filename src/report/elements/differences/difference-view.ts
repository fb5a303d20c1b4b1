import { label } from "../../../evaluate/ask/label.js";
import type { Difference, DifferenceRow, Result } from "../../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../../evaluate/conclude/row-key.js";
import { decimalsFor, showBareP, showPercent } from "../../../numeric/index.js";
import { adjustedBy, comparisons } from "../../words/adjusted-by.js";
import { showSignedInterval } from "../../words/interval.js";
import { byQuestion, decides, describeQuestion, type Question } from "../../words/question.js";
import { showRange } from "../../words/range.js";

/** One paired difference from the baseline in figures, adjusted for its family. */
export interface DifferenceView {
  readonly policy: string;
  readonly estimator: string;
  readonly value: string;
  readonly interval: string;
  readonly p: string;
  readonly lift: string;
  /** Whether a verdict rests on this row. */
  readonly decides: boolean;
  readonly row: DifferenceRow;
}

export interface DifferencesView {
  readonly baseline: string;
  readonly question: Question;
  /** What shares the level, over all rows of the question, "4 lines"; null where a row is alone. */
  readonly family: string | null;
  /** Whether rows stand among these that no verdict rests on: they are adjusted for nothing. */
  readonly mixed: boolean;
  /** Who adjusted p and intervals, where these are two; else empty. */
  readonly by: string;
  readonly rows: readonly DifferenceView[];
}

/** The differences over all days, by baseline and question. */
export function describeDifferences({ differences, verdicts }: Result): readonly DifferencesView[] {
  const rows = differences.filter((row) => row.day === null);
  return [...new Set(rows.map(({ baseline }) => baseline))].flatMap((baseline) =>
    byQuestion(rows.filter((row) => row.baseline === baseline)).map((group) => ({
      baseline,
      question: group.question,
      family: sharedBy(group.rows),
      mixed: group.rows.some((row) => !("none" in row) && row.adjusted.method === "none"),
      by: group.rows.map(byOf).find((by) => by !== "") ?? "",
      rows: group.rows.map((row) => ({
        ...describeRow(row),
        decides: decides(row, verdicts),
        row,
      })),
    })),
  );
}

const byOf = (row: DifferenceRow): string => ("none" in row ? "" : adjustedBy(row.adjusted));

function sharedBy(rows: readonly DifferenceRow[]): string | null {
  const adjusted = rows.flatMap((row) => ("none" in row ? [] : [row.adjusted]));
  const most = Math.max(1, ...adjusted.map(({ family }) => family));
  const isChosen = adjusted.some(({ chosenFrom }) => chosenFrom !== undefined);
  return most === 1 ? null : `${isChosen ? "up to " : ""}${comparisons(most, isChosen)}`;
}

function describeRow(row: DifferenceRow): Omit<DifferenceView, "decides" | "row"> {
  const { policy } = row;
  const estimator = label({ name: row.estimator, parameters: row.parameters });
  if (!("none" in row)) return { policy, estimator, ...describeNumbers(row) };
  return { policy, estimator, value: "", interval: "", p: "", lift: "" };
}

function describeNumbers(
  row: Difference,
): Pick<DifferenceView, "value" | "interval" | "p" | "lift"> {
  const decimals = decimalsFor(row.se, row.value);
  const { value, set, interval } = row;
  return {
    value: showRange({ value, set, interval }, decimals, ""),
    interval: showSignedInterval(row.adjusted.interval, decimals),
    p: showBareP(row.adjusted.p),
    lift:
      "none" in row.lift
        ? ""
        : (row.lift.set ?? [row.lift.value]).map((each) => showPercent(each)).join(" to "),
  };
}

/** The differences that a verdict rests on, day by day. */
export interface DaysView {
  readonly title: string;
  readonly rows: readonly Difference[];
}

/** The deciding differences by day, of every verdict that has two days or more. */
export function describeDays({ differences, verdicts }: Result): readonly DaysView[] {
  return verdicts.flatMap((verdict) => {
    const rows = differences
      .filter((row): row is Difference => !("none" in row) && row.day !== null)
      .filter(
        (row) => row.policy === verdict.policy && isSameQuestion({ ...row, day: null }, verdict),
      )
      .toSorted((a, b) => ((a.day ?? "") < (b.day ?? "") ? -1 : 1));
    const title = `${verdict.policy} − ${verdict.baseline}, ${describeQuestion(verdict)}, by day`;
    return rows.length < 2 ? [] : [{ title, rows }];
  });
}
