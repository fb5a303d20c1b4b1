import { type Decision, decide } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import type { Line } from "../../../dangers/line.js";
import { type MissingFacts, missingFacts } from "../../../dangers/missing-facts.js";
import { movedBy } from "../../../dangers/missing-rewards.js";
import { type ReadingFacts, readingFacts } from "../../../dangers/reading-facts.js";
import type { Difference } from "../result.js";
import { answeredLine } from "./line-answer.js";
import type { TestedLine } from "./verdict-lines.js";

export interface LineDecision extends Decision {
  /** What the log lacks of the line's views, where that is seen. */
  readonly missing?: MissingFacts;
  /** The differences that the log has instead of the study's, and that one, where there are any. */
  readonly readings?: readonly ReadingFacts[];
}

/** Whether a call survives the dangers of which the log shows a sign; undefined where the tally has no tables for them. */
export function decisionOfLine(
  line: TestedLine,
  row: Difference,
  confidence: number,
): LineDecision | undefined {
  const { clusters } = line;
  const lines = row.adjusted.family / line.chosenFrom;
  const found = answeredLine(line, lines);
  if (found === undefined) return undefined;
  const judged = {
    ...lineMoved(found, row),
    level: levelOf(row, 1 - confidence),
    df: row.df,
    clusters,
  };
  const { missing } = judged;
  const readings = readingFacts(judged);
  return {
    ...decide(dangers, judged),
    ...(missing && { missing: missingFacts(judged, missing) }),
    ...(readings.length > 1 && { readings }),
  };
}

/** A line whose difference is that of its row, moved as against the margin of a guardrail. */
function lineMoved(line: Line, { value: difference, se }: Difference): Line {
  const by = difference - line.difference;
  const stretched = line.se > 0 ? se / line.se : 1;
  const { study, missing } = line;
  return {
    ...line,
    difference,
    se,
    ...(missing && { missing: movedBy(missing, by, stretched) }),
    ...(study && {
      study: {
        difference: study.difference + by,
        se: study.se * stretched,
        ...(study.missing && { missing: movedBy(study.missing, by, stretched) }),
      },
    }),
  };
}

/** The level of the row's interval; where p alone is adjusted, that at which its own p is judged. */
function levelOf({ p, adjusted }: Difference, alpha: number): number {
  if (adjusted.method === adjusted.intervalBy) return adjusted.level;
  return p > 0 && adjusted.p > 0 ? alpha * Math.min(1, p / adjusted.p) : adjusted.level;
}
