import { type AlternativeFacts, alternativeFacts } from "../../../checks/alternative-facts.js";
import type { Comparison } from "../../../checks/comparison.js";
import { type CheckOutcome, decide } from "../../../checks/decide.js";
import { checks } from "../../../checks/index.js";
import { type MissingFacts, missingFacts } from "../../../checks/missing-facts.js";
import { movedBy } from "../../../checks/missing-of-comparison.js";
import type { Difference } from "../result.js";
import { answeredComparison } from "./comparison-answer.js";
import type { TestedComparison } from "./verdict-comparisons.js";

export interface ComparisonDecision extends CheckOutcome {
  /** What the log lacks of the comparison's views, where that is seen. */
  readonly missing?: MissingFacts;
  /** The differences that the log has instead of the study's, and that one, where there are any. */
  readonly alternatives?: readonly AlternativeFacts[];
}

/** Whether a verdict holds under the checks that apply; undefined where the tally has no tables for them. */
export function decisionOfComparison(
  comparison: TestedComparison,
  row: Difference,
  confidence: number,
): ComparisonDecision | undefined {
  const { clusters } = comparison;
  const comparisons = row.adjusted.family / comparison.chosenFrom;
  const answer = answeredComparison(comparison, comparisons);
  if (answer === undefined) return undefined;
  const judged = {
    ...comparisonMoved(answer, row),
    level: levelOf(row, 1 - confidence),
    df: row.df,
    clusters,
  };
  const { missing } = judged;
  const alternatives = alternativeFacts(judged);
  return {
    ...decide(checks, judged),
    ...(missing && { missing: missingFacts(judged, missing) }),
    ...(alternatives.length > 1 && { alternatives }),
  };
}

/** A comparison whose difference is that of its row, moved as against the margin of a guardrail. */
function comparisonMoved(
  comparison: Comparison,
  { value: difference, se }: Difference,
): Comparison {
  const by = difference - comparison.difference;
  const stretched = comparison.se > 0 ? se / comparison.se : 1;
  const { study, missing } = comparison;
  return {
    ...comparison,
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
