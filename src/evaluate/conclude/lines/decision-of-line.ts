import { type Decision, decide } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import type { Line } from "../../../dangers/line.js";
import { type MissingFacts, missingFacts } from "../../../dangers/missing-facts.js";
import type { MissingOfLine } from "../../../dangers/missing-rewards.js";
import type { Difference } from "../result.js";
import { withMissingViews } from "./line-answer.js";
import type { TestedLine } from "./verdict-lines.js";

export interface LineDecision extends Decision {
  /** What the log lacks of the line's views, where that is seen. */
  readonly missing?: MissingFacts;
}

/** Whether a call survives the dangers of which the log shows a sign; undefined where the tally has no tables for them. */
export function decisionOfLine(
  line: TestedLine,
  row: Difference,
  confidence: number,
): LineDecision | undefined {
  const { tables, better, clusters } = line;
  if (tables === undefined) return undefined;
  const { value: difference, se, df } = row;
  const lines = row.adjusted.family;
  const found = withMissingViews(line, lines);
  const missing = found?.missing && missingMoved(found.missing, found, row);
  const judged = {
    ...tables,
    better,
    level: levelOf(row, 1 - confidence),
    lines,
    difference,
    se,
    df,
    clusters,
    ...(missing && { missing }),
  };
  const decision = decide(dangers, judged);
  return missing === undefined ? decision : { ...decision, missing: missingFacts(judged, missing) };
}

/** What is missing of a line whose difference is moved, as against the margin of a guardrail. */
function missingMoved(
  missing: MissingOfLine,
  { difference, se }: Line,
  row: Difference,
): MissingOfLine {
  const moved = row.value - difference;
  const stretched = se > 0 ? row.se / se : 1;
  if (moved === 0 && stretched === 1) return missing;
  const { without, byReward } = missing;
  return {
    ...missing,
    without: { difference: without.difference + moved, se: without.se * stretched },
    byReward: {
      ...byReward,
      none: byReward.none + moved,
      atNothing: byReward.atNothing + moved,
    },
  };
}

/** The level of the row's interval; where p alone is adjusted, that at which its own p is judged. */
function levelOf({ p, adjusted }: Difference, alpha: number): number {
  if (adjusted.method === adjusted.intervalBy) return adjusted.level;
  return p > 0 && adjusted.p > 0 ? alpha * Math.min(1, p / adjusted.p) : adjusted.level;
}
