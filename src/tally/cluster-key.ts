import { hasWholeUsers } from "../log/anonymous.js";
import type { BoundLog } from "../log/bind.js";
import type { Bucketing } from "./request.js";
import type { ClusterKey } from "./tally.js";

/** The key of clusters, its values being whole numbers or text. */
type ValueKey = ClusterKey & { readonly hash: "bigint" | "text" };

/** What the clusters of a log are: its users, else its trajectories, else its rows. */
export function clusterKeyOf(log: BoundLog): ValueKey {
  const { spec, types } = log;
  const role =
    spec.user !== undefined ? "user" : spec.trajectory !== undefined ? "trajectory" : "row";
  const column = role === "row" ? null : (spec[role] ?? null);
  const isWhole =
    role === "user" ? hasWholeUsers(log) : column === null || types.get(column) === "bigint";
  return { role, column, hash: isWhole ? "bigint" : "text" };
}

/** The hash that puts a log's clusters into buckets; only text keys may use the engine's own. */
export function bucketHashOf(log: BoundLog): ClusterKey["hash"] {
  const { hash } = clusterKeyOf(log);
  return hash === "text" && log.spec.hash === "native" ? "native" : hash;
}

/** The cluster key of a tally. Exact clusters are hashed later, by the portable hash. */
export function clusterKeyFor(
  log: BoundLog,
  bucketing: Bucketing,
  engine: { readonly name: string; readonly version: string },
): ClusterKey {
  const { salt } = log;
  const key = { ...clusterKeyOf(log), ...(salt && { salt: salt.fingerprint }) };
  const isNative = bucketing.kind === "hashed" && bucketing.key === "native";
  return isNative ? { ...key, hash: "native", engine: `${engine.name} ${engine.version}` } : key;
}

/** Whether the same cluster falls into the same bucket. */
export const hashAlike = (a: ClusterKey, b: ClusterKey): boolean =>
  sameColumn(a, b) && a.hash === b.hash && a.engine === b.engine && a.salt === b.salt;

/** Whether the same column is hashed differently, at least once by an engine's own hash. */
export const hashDiffers = (a: ClusterKey, b: ClusterKey): boolean =>
  sameColumn(a, b) && !hashAlike(a, b) && (a.hash === "native" || b.hash === "native");

const sameColumn = (a: ClusterKey, b: ClusterKey): boolean =>
  a.role === b.role && a.column === b.column;

/** Whether two tallies or fits hash the same column with different salts, or one of them without. */
export const saltDiffers = (a: ClusterKey, b: ClusterKey): boolean =>
  sameColumn(a, b) && a.salt !== b.salt;

export const describeHash = ({ hash, engine, salt }: ClusterKey): string =>
  `${hash === "native" ? `${engine}'s own hash` : "the portable hash"}${salt === undefined ? "" : ` with salt ${salt}`}`;
