import type { Danger } from "./danger.js";
import type { Line } from "./line.js";

/** Whether a line has what a danger reads. */
export function isFor(
  { needs, needsViews }: Pick<Danger, "needs" | "needsViews">,
  { policy, base, rows, trust, log, reward }: Line,
): boolean {
  if (needsViews && rows === "offered") return false;
  const byWeight = [policy, base].some((each) => each?.cells.weight !== undefined);
  if (needs === "targetRanksOrTrust") return trust !== undefined || !byWeight;
  if (needs === "clusters") return !byWeight && log.rewards[reward]?.neighbours !== undefined;
  return needs === undefined || byWeight === (needs === "weights");
}
