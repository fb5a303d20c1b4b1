import type { DecidingComparison, OnlineRow } from "../../diagnostics/index.js";
import { standardError } from "../../inference/delta.js";
import type { Study } from "../../study/study.js";
import type { VerdictComparison } from "./comparisons/verdict-comparisons.js";
import type { Contrast } from "./difference-rows.js";
import type { Answered, DifferenceRow } from "./result.js";

/** Lifts of past tests that the study gives; values without a feed, as all that a study gives. */
export const liftsGiven = ({ policies }: Pick<Study, "policies">): readonly OnlineRow[] =>
  Object.entries(policies).flatMap(([policy, { online }]) =>
    online === undefined || !("values" in online)
      ? []
      : Object.entries(online.values).flatMap(([reward, value]) =>
          "lift" in value
            ? [{ policy, reward, value: value.lift, se: value.se, isLift: true as const }]
            : [],
        ),
  );

/** The comparisons of a feed as diagnostics see them, without those that have no number. */
export const decidingComparisons = (
  { guardrails = {} }: Study,
  comparisons: readonly VerdictComparison[],
  rows: ReadonlyMap<Contrast, Answered<DifferenceRow>>,
): readonly DecidingComparison[] =>
  comparisons.flatMap(({ compared, better }): readonly DecidingComparison[] => {
    const row = rows.get(compared);
    if (row === undefined || "none" in row) return [];
    const { policy, reward, lift, adjusted } = row;
    const guard = Object.hasOwn(guardrails, reward) ? guardrails[reward] : undefined;
    const base = { value: compared.base.value, se: standardError(compared.base) };
    return [
      {
        ...{ policy, reward, better, base, lift, level: adjusted.level },
        margin: guard?.notWorseThan,
      },
    ];
  });
