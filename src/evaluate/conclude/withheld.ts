import type { ReasonCode } from "../../codes.js";
import { observedReward } from "../../estimators/index.js";
import { allFeeds } from "../../inference/index.js";
import type { RowKey, Verdict } from "./result.js";

/** Undecided for what the numbers themselves lack: views, right weights, or any reward to move. */
const lacking: ReadonlySet<string> = new Set<ReasonCode>(["support", "excessWeight", "noReward"]);

/** Whether the numbers behind a verdict answer its question: not if they are wrong, or lack what it takes. */
export const isAnswer = ({ verdict, reason }: Pick<Verdict, "verdict" | "reason">): boolean =>
  verdict !== "doNotTrust" && !(verdict === "cannotTell" && lacking.has(reason.code));

/**
 * Marks rows of a policy and reward whose verdict is not answered by its numbers, with the code of that
 * verdict: whatever estimator or day, and pooled rows that hold such a feed. What was observed online stays.
 */
export function markWithheld<Row extends RowKey>(
  rows: readonly Row[],
  verdicts: readonly Verdict[],
): readonly (Row & { readonly withheld?: ReasonCode })[] {
  const open = verdicts.filter((verdict) => !isAnswer(verdict));
  if (open.length === 0) return rows;
  return rows.map((row) => {
    const found = open.find((verdict) => isOfLine(row, verdict));
    return found === undefined || "none" in row ? row : { ...row, withheld: found.reason.code };
  });
}

const isOfLine = (row: RowKey, { policy, reward, feed }: Verdict): boolean =>
  row.policy === policy &&
  row.reward === reward &&
  (row.feed === feed || row.feed === allFeeds) &&
  row.estimator !== observedReward.name;
