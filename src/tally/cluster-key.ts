import type { BoundLog } from "../log/index.js";
import type { ClusterKey } from "./tally.js";

/** What the clusters of a log are: its users, else its trajectories, else its rows. */
export function clusterKeyOf({ spec, types }: BoundLog): ClusterKey {
  const role =
    spec.user !== undefined ? "user" : spec.trajectory !== undefined ? "trajectory" : "row";
  const column = role === "row" ? null : (spec[role] ?? null);
  const isWhole = column === null || types.get(column) === "bigint";
  return { role, column, hash: isWhole ? "bigint" : "text" };
}
