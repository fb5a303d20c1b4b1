import { eachInTurn } from "../../each-in-turn.js";
import type { ScopeAnswers } from "../answers.js";
import { decidingRow } from "../deciding-row.js";
import { driftingFeeds } from "../drifting-days.js";
import { type ComparisonPlace, type Evidence, placesOf } from "../evidence.js";
import type { OpenTally } from "../open-tally.js";
import { isByCurve } from "../withholding.js";
import { type VerdictComparison, verdictComparison } from "./verdict-comparisons.js";

/** The deciding differences of a study, each with what it is tested by. */
export async function comparisonsOf(
  base: OpenTally,
  evidence: Pick<Evidence, "study" | "baseline" | "policies" | "rewards" | "feeds">,
  answers: readonly (readonly ScopeAnswers[])[],
): Promise<readonly VerdictComparison[]> {
  const drifting = base.someDays === undefined ? [] : driftingFeeds(base, evidence.feeds);
  const byCurve = isByCurve(base);
  const comparisonAt = (place: ComparisonPlace): readonly VerdictComparison[] => {
    const overall = answers.find(([first]) => first?.reader.key.feed === place.feed)?.[0];
    const { compared = [], reader } = overall ?? {};
    const row = decidingRow(evidence.study, place, compared, (row) =>
      "none" in row ? row : row.key,
    );
    if (row === undefined || "none" in row || reader === undefined) return [];
    const drift = drifting.find(({ feed }) => feed === place.feed && byCurve(row.key));
    return [verdictComparison(base, row, reader.scope, drift?.reason)];
  };
  return (await eachInTurn(placesOf(evidence), comparisonAt, base.signal)).flat();
}
