import { findEstimator } from "../../estimators/index.js";
import type { RowKey, Verdict } from "../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../evaluate/conclude/row-key.js";
import { estimandWords, feedWords } from "./names.js";

export interface Question extends Pick<RowKey, "reward" | "estimand" | "feed"> {
  /** Scores order policies and are not rewards: the two share no column and no axis. */
  readonly isScore?: boolean;
}

export interface Group<Row> {
  readonly question: Question;
  readonly rows: readonly Row[];
}

/** Rows by reward, estimand and feed, in the order of their first appearance; scores after rewards. */
export function byQuestion<Row extends RowKey>(rows: readonly Row[]): readonly Group<Row>[] {
  const groups = new Map<string, { question: Question; rows: Row[] }>();
  for (const row of rows) {
    const { reward, estimand, feed } = row;
    const isScore = isScoreRow(row);
    const key = JSON.stringify([reward, estimand, feed, isScore]);
    const group = groups.get(key) ?? { question: { reward, estimand, feed, isScore }, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  return [
    ...all.filter(({ question }) => !question.isScore),
    ...all.filter(({ question }) => question.isScore),
  ];
}

/** Whether a row's estimator, with its parameters, only orders policies. An estimator of a user's own is not known here. */
export const isScoreRow = ({ estimator, parameters }: RowKey): boolean =>
  findEstimator(estimator)?.role(parameters) === "score";

/** "like per trajectory, feed home", or of scores "scores by like, feed home" */
export function describeQuestion({ reward, estimand, feed, isScore }: Question): string {
  const what = isScore
    ? `scores by ${reward}, not rewards`
    : `${reward} ${estimandWords[estimand]}`;
  return [what, feedWords(feed)].filter(Boolean).join(", ");
}

/** Whether a verdict is based on the difference. */
export function decides(
  row: RowKey & { readonly baseline: string },
  verdicts: readonly Verdict[],
): boolean {
  return verdicts.some(
    (verdict) =>
      verdict.policy === row.policy &&
      verdict.baseline === row.baseline &&
      isSameQuestion(row, verdict),
  );
}
