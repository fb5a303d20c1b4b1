import type { Transitions } from "../../exposure/transitions/transitions.js";
import { type RankGroup, together } from "../compare/rank-groups.js";

/** Fewest expected stops, and continuations, for the χ² tail to hold. */
const enough = 5;

/**
 * Neighbouring ranks put together, the same on all days, until every day expects five stops and five
 * continuations under the hazards; a list of groups, of each day one. What is left over joins the last.
 */
export function commonGroups(
  hazards: readonly number[],
  days: readonly Transitions[],
): readonly (readonly RankGroup[])[] {
  const groups: (readonly RankGroup[])[] = [];
  let open = days.map(() => empty);
  for (const [at, h] of hazards.entries()) {
    open = joined(
      open,
      days.map((day) => rankOf(day, at, h)),
    );
    if (open.every(isEnough)) {
      groups.push(open);
      open = days.map(() => empty);
    }
  }
  return [...groups.slice(0, -1), joined(groups.at(-1) ?? days.map(() => empty), open)];
}

const empty: RankGroup = { atRisk: 0, stops: 0, expected: 0, variance: 0 };

const isEnough = ({ atRisk, expected }: RankGroup): boolean =>
  Math.min(expected, atRisk - expected) >= enough;

const joined = (one: readonly RankGroup[], other: readonly RankGroup[]): RankGroup[] =>
  one.map((group, day) => together([group, other[day] ?? empty]));

function rankOf({ atRisk, stops }: Transitions, at: number, h: number): RankGroup {
  const risk = atRisk[at] ?? 0;
  return { atRisk: risk, stops: stops[at] ?? 0, expected: risk * h, variance: risk * h * (1 - h) };
}
