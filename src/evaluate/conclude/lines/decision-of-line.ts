import { type Decision, decide } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import type { Difference } from "../result.js";
import type { VerdictLine } from "./verdict-lines.js";

/** Whether a call survives the dangers of which the log shows a sign; undefined where the tally has no tables for them. */
export function decisionOfLine(
  { tables, better, clusters }: VerdictLine,
  row: Difference,
  confidence: number,
): Decision | undefined {
  if (tables === undefined) return undefined;
  const { value: difference, se, df } = row;
  const lines = row.adjusted.family;
  return decide(dangers, {
    ...tables,
    better,
    level: levelOf(row, 1 - confidence),
    lines,
    difference,
    se,
    df,
    clusters,
  });
}

/** The level of the row's interval; where p alone is adjusted, that at which its own p is judged. */
function levelOf({ p, adjusted }: Difference, alpha: number): number {
  if (adjusted.method === adjusted.intervalBy) return adjusted.level;
  return p > 0 && adjusted.p > 0 ? alpha * Math.min(1, p / adjusted.p) : adjusted.level;
}
