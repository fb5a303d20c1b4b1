import type { Danger, Need } from "./danger.js";
import type { Line } from "./line.js";

/** Whether a line has what a danger needs. */
export const isFor = ({ needs = [] }: Pick<Danger, "needs">, line: Line): boolean =>
  needs.every((need) => has[need](line));

const isByWeight = ({ policy, base }: Line): boolean =>
  [policy, base].some((each) => each?.cells.weight !== undefined);

const has: Readonly<Record<Need, (line: Line) => boolean>> = {
  views: ({ rows }) => rows !== "offered",
  targetRanks: (line) => !isByWeight(line),
  weights: isByWeight,
  targetRanksOrTrust: (line) => line.trust !== undefined || !isByWeight(line),
  clusters: (line) => !isByWeight(line) && line.log.rewards[line.reward]?.neighbours !== undefined,
};
