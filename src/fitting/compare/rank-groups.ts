import type { Transitions } from "../../exposure/transitions/transitions.js";
import { deviancePart } from "../../numeric/deviance-part.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";

/** One or more neighbouring ranks: what happened, and what was to be expected under the hazards. */
export interface RankGroup {
  readonly atRisk: number;
  readonly stops: number;
  readonly expected: number;
  readonly variance: number;
}

/** Expected stops for the χ² tail to hold. */
const enoughExpected = 5;

/** Every rank with views at risk by itself. */
export function expectedAtRanks(
  hazards: readonly number[],
  { atRisk, stops }: Transitions,
): readonly RankGroup[] {
  return atRisk.flatMap((risk, at) => {
    const h = hazards[at] ?? Number.NaN;
    const group = { stops: stops[at] ?? 0, expected: risk * h, variance: risk * h * (1 - h) };
    return risk === 0 ? [] : [{ atRisk: risk, ...group }];
  });
}

/** Neighbours together until five stops are expected; what is left over at the end joins the last. */
export function pooled(ranks: readonly RankGroup[]): readonly RankGroup[] {
  const groups: RankGroup[][] = [];
  let open: RankGroup[] = [];
  for (const rank of ranks) {
    open.push(rank);
    if (sum(open, "expected") < enoughExpected) continue;
    groups.push(open);
    open = [];
  }
  const last = groups.pop() ?? [];
  return [...groups, [...last, ...open]].filter((group) => group.length > 0).map(together);
}

/** Neighbouring ranks as one. */
export const together = (group: readonly RankGroup[]): RankGroup => ({
  atRisk: sum(group, "atRisk"),
  stops: sum(group, "stops"),
  expected: sum(group, "expected"),
  variance: sum(group, "variance"),
});

const sum = (group: readonly RankGroup[], of: keyof RankGroup): number =>
  neumaierSum(group.map((rank) => rank[of]));

/** d·log(d/E) + o·log(o/(N − E)) of d stops and o = N − d that went on, where E stops are expected. */
export function groupDeviance({ atRisk, stops, expected }: RankGroup): number {
  return part(stops, expected) + part(atRisk - stops, atRisk - expected);
}

const part = (count: number, expected: number): number =>
  count === 0 || expected === 0 ? Math.abs(expected - count) : deviancePart(count, expected);
