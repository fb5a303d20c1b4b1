import { deviancePart } from "../../numeric/deviance-part.js";
import type { RankGroup } from "./rank-groups.js";

/** d·log(d/E) + o·log(o/(N − E)) of d stops and o = N − d that went on, where E stops are expected. */
export function groupDeviance({ atRisk, stops, expected }: RankGroup): number {
  return part(stops, expected) + part(atRisk - stops, atRisk - expected);
}

const part = (count: number, expected: number): number =>
  count === 0 || expected === 0 ? Math.abs(expected - count) : deviancePart(count, expected);
