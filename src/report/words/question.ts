import type { RowKey, Verdict } from "../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../evaluate/conclude/row-key.js";
import { estimandWords, feedWords } from "./names.js";

/** What rows of one table have in common. */
export type Question = Pick<RowKey, "reward" | "estimand" | "feed">;

/** Rows of one question, in the order in which they came. */
export interface Group<Row> {
  readonly question: Question;
  readonly rows: readonly Row[];
}

/** Rows by reward, estimand and feed, in the order of their first appearance. */
export function byQuestion<Row extends Question>(rows: readonly Row[]): readonly Group<Row>[] {
  const groups = new Map<string, { question: Question; rows: Row[] }>();
  for (const row of rows) {
    const { reward, estimand, feed } = row;
    const key = JSON.stringify([reward, estimand, feed]);
    const group = groups.get(key) ?? { question: { reward, estimand, feed }, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** "like per trajectory, feed home" */
export function describeQuestion({ reward, estimand, feed }: Question): string {
  return [`${reward} ${estimandWords[estimand]}`, feedWords(feed)].filter(Boolean).join(", ");
}

/** Whether a verdict rests on a difference. */
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
