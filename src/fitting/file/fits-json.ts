import { StudyError } from "../../errors.js";
import type { Fit, NamesModel } from "../../exposure/curve.js";
import { carriedBy } from "../../exposure/curve-spec.js";
import type { ClusterKey } from "../../tally/tally.js";
import type { Depths } from "../depths.js";
import { type FeedFit, fitCurve } from "../fit-curve.js";
import { agree, editedFit, estimatesOf } from "./estimates-json.js";
import { fitSchemaVersion, fitToJson } from "./fit-json.js";
import {
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  unreadable,
  wholeOf,
} from "./json-fields.js";

/**
 * The curves of a log as a plain object for a file, which `log.exposure.curve: { file: … }` reads: with the
 * depths by bucket of users that they were fitted to, and without keys of users.
 */
export function fitsToJson(curves: readonly FeedFit[]): Readonly<Record<string, unknown>> {
  const feeds = curves.map(({ depths, fit, ...rest }) => ({
    ...rest,
    depths: listsOf(depths),
    fit: fitToJson(fit),
  }));
  return { schemaVersion: fitSchemaVersion, kind: "fits", feeds };
}

const listsOf = ({ bucket, depth, censored, trajectories }: Depths): Depths => ({
  bucket: Array.from(bucket),
  depth: Array.from(depth),
  censored: Array.from(censored),
  trajectories: Array.from(trajectories),
});

/**
 * The curves that `fitsToJson` wrote, fitted again to the depths of the file, down to rank `to` (of all
 * feeds, or by feed) where that is deeper than the file's. Throws a StudyError for anything else, for
 * estimates other than the depths give (somebody edited the file), and where a curve does not reach `to`.
 */
export function fitsFromJson(
  json: unknown,
  to: number | ((feed: string | null) => number) = 1,
  namesModel: NamesModel = {},
): readonly FeedFit[] {
  const { schemaVersion, kind, feeds } = fieldsOf(json, "Fitted curves");
  if (kind !== "fits") throw unreadable("kind", '"fits"', kind);
  if (schemaVersion !== fitSchemaVersion) {
    throw unreadable("schemaVersion", String(fitSchemaVersion), schemaVersion);
  }
  const curves = listOf(feeds, "feeds").map((feed) =>
    curveOf(fieldsOf(feed, "feeds"), typeof to === "number" ? () => to : to, namesModel),
  );
  const names = new Set(curves.map(({ feed }) => feed));
  if (names.size === curves.length && curves.length > 0) return curves;
  throw unreadable(
    "feeds",
    "one curve or more, each of another feed",
    curves.map(({ feed }) => feed),
  );
}

function curveOf(
  fields: Fields,
  to: (feed: string | null) => number,
  namesModel: NamesModel,
): FeedFit {
  const feed = fields.feed === null ? null : textOf(fields.feed, "feed", feedName);
  const options = { ...optionsOf(fieldsOf(fields.options, "options")), ...carriedBy(namesModel) };
  const depths = depthsOf(fieldsOf(fields.depths, "depths"));
  return {
    feed,
    options,
    fit: again(fieldsOf(fields.fit, "fit"), options, depths, to(feed)),
    depths,
    clusteredBy: clusterKeyOf(fieldsOf(fields.clusteredBy, "clusteredBy")),
    buckets: wholeOf(fields.buckets, "buckets", 1),
  };
}

const feedName = "the name of a feed, or null,";

/** The fit in the file is compared with a new one, not taken as it is. */
function again(fields: Fields, options: FeedFit["options"], depths: Depths, to: number): Fit {
  const estimates = estimatesOf(fields.estimates);
  const before = fields.splice === undefined ? 1 : estimates.length;
  const fit = fitCurve(depths, { ...options, to: Math.max(to, before) });
  if ("code" in fit) throw new StudyError(fit);
  if (fields.model === fit.model && agree(fit.estimates.slice(0, estimates.length), estimates))
    return fit;
  throw editedFit(fit.model);
}

function optionsOf(fields: Fields): FeedFit["options"] {
  const { model, tail, after, cutoff, support } = fields;
  return {
    model: textOf(model, "model", "a name"),
    ...(tail === undefined ? {} : { tail: textOf(tail, "tail", "a name") }),
    ...(after === undefined ? {} : { after: wholeOf(after, "after", 1) }),
    ...(cutoff === undefined ? {} : { cutoff: wholeOf(cutoff, "cutoff", 1) }),
    ...(support === undefined ? {} : { support: numberOf(support, "support") }),
  };
}

function depthsOf(fields: Fields): Depths {
  const column = (name: keyof Depths, least: number): readonly number[] =>
    listOf(fields[name], name).map((value) => wholeOf(value, name, least));
  const depth = column("depth", 1);
  const sameLength = (name: keyof Depths, values = column(name, 0)): readonly number[] => {
    if (values.length === depth.length) return values;
    throw unreadable(name, `${depth.length} entries, as many as depths,`, values.length);
  };
  const censored = sameLength("censored");
  const odd = censored.find((value) => value > 1);
  if (odd !== undefined) throw unreadable("censored", "0 or 1", odd);
  return {
    bucket: sameLength("bucket"),
    depth,
    censored,
    trajectories: sameLength(
      "trajectories",
      listOf(fields.trajectories, "trajectories").map(counted),
    ),
  };
}

function counted(value: unknown): number {
  const count = numberOf(value, "trajectories");
  if (count >= 0) return count;
  throw unreadable("trajectories", "numbers of 0 or more", count);
}

const roles: readonly unknown[] = ["user", "trajectory", "row"];

function clusterKeyOf({ role, column, hash, engine, salt }: Fields): ClusterKey {
  if (!roles.includes(role)) throw unreadable("role", "user, trajectory or row", role);
  if (hash !== "bigint" && hash !== "text" && hash !== "native") {
    throw unreadable("hash", "bigint, text or native", hash);
  }
  return {
    role: role as ClusterKey["role"],
    column: column === null ? null : textOf(column, "column", "the name of a column, or null,"),
    hash,
    ...(salt === undefined ? {} : { salt: textOf(salt, "salt", "the fingerprint of a salt") }),
    ...(hash === "native" ? { engine: textOf(engine, "engine", "an engine and its version") } : {}),
  };
}
