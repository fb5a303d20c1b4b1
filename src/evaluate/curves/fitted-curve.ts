import { InternalError } from "../../errors.js";
import type { CurveSpec, Fit, NamesModel } from "../../exposure/curve.js";
import type { Depths } from "../../fitting/depths.js";

import { fitFromJson, fitToJson } from "../../fitting/file/fit-json.js";
import type { FeedFit } from "../../fitting/fit-curve.js";
import {
  censoredKey,
  depthKey,
  depthSquaresColumn,
  depthsColumn,
  depthsTable,
} from "../../tally/take-depths.js";
import type { Buckets, Tally, TallyTable } from "../../tally/tally.js";

/** A curve with an error of its own: the fit of a feed and the depths that it was fitted on. */
export interface FittedCurve {
  readonly feed: string | null;
  readonly curve: CurveSpec;
  readonly fit: Fit;
  readonly depths: Depths;
  /** Whether the buckets of `depths` are those of the tally: the same users in the same buckets. */
  readonly aligned: boolean;
  readonly origin: "log" | "file";
  /** The file that it comes from: its feeds share their users. */
  readonly file: string | null;
}

/** The fit of a feed; depths of the tally's own log are in its table. */
export interface FitOfFeed {
  readonly feed: string | null;
  readonly fit: Fit;
  readonly elsewhere: ForeignDepths | null;
}

/** The same as a tally keeps it. */
export interface SavedFit extends Omit<FitOfFeed, "fit"> {
  readonly fit: Readonly<Record<string, unknown>>;
}

export const savedFit = ({ feed, fit, elsewhere }: FitOfFeed): SavedFit => ({
  feed,
  fit: fitToJson(fit),
  elsewhere,
});

export const readFit = ({ feed, fit, elsewhere }: SavedFit, namesModel: NamesModel): FitOfFeed => ({
  feed,
  fit: fitFromJson(fit, namesModel),
  elsewhere,
});

interface SavedDepths {
  readonly bucket: readonly number[];
  readonly depth: readonly number[];
  readonly censored: readonly number[];
  readonly trajectories: readonly number[];
}

/** Depths of another log: whether they hash the same key of users, and into how many buckets. */
export interface ForeignDepths {
  readonly file: string;
  readonly depths: SavedDepths;
  readonly sameKey: boolean;
  readonly buckets: number;
}

export const fitOfFile = (
  feed: string | null,
  { fit, depths, buckets }: Pick<FeedFit, "fit" | "depths" | "buckets">,
  { file, sameKey }: Pick<ForeignDepths, "file" | "sameKey">,
): FitOfFeed => ({ feed, fit, elsewhere: { file, depths: listed(depths), sameKey, buckets } });

const listed = ({ bucket, depth, censored, trajectories }: Depths): SavedDepths => ({
  bucket: Array.from(bucket),
  depth: Array.from(depth),
  censored: Array.from(censored),
  trajectories: Array.from(trajectories),
});

/** The fitted curve of a tally; throws an InternalError where that lacks its depths. */
export function fittedCurve(
  { buckets, tables }: Pick<Tally, "buckets" | "tables">,
  { feed, fit, elsewhere }: FitOfFeed,
): FittedCurve {
  const { curve } = fit;
  if (elsewhere !== null) {
    const { file } = elsewhere;
    return { feed, fit, curve, origin: "file", file, ...alignedWith(buckets, elsewhere) };
  }
  const table = tables[depthsTable];
  if (table === undefined) {
    throw new InternalError("The tally lacks the depths that its curves were fitted on.");
  }
  const depths = depthsOf(table, feed);
  return { feed, fit, curve, depths, aligned: true, origin: "log", file: null };
}

/** Depths of a file in the tally's buckets, where both hash the same key; else apart. */
function alignedWith(
  to: Buckets,
  { depths, sameKey, buckets }: ForeignDepths,
): Pick<FittedCurve, "depths" | "aligned"> {
  if (!sameKey || to.kind === "exact" || to.count > buckets) return { depths, aligned: false };
  const factor = buckets / to.count;
  const bucket = depths.bucket.map((index) => Math.floor(index / factor));
  return { depths: { ...depths, bucket }, aligned: true };
}

/**
 * The depths of one feed (on one day, where the table has days), in the table's order. Trajectories of a sampled log
 * are as many as say as much, (Σw)²/Σw² of the feed (Kish 1965), each a share of these by what it stands for.
 */
export function depthsOf(
  table: TallyTable,
  feed: string | null,
  day: string | null = null,
): Depths {
  const lists = rowsOf(table).filter((_, at) => {
    const stratum = table.strata[at];
    return stratum?.feed === feed && stratum.day === day;
  });
  const rows =
    (lists.length === 1
      ? lists[0]
      : Int32Array.from(lists.flatMap((list) => [...list]).sort((a, b) => a - b))) ??
    new Int32Array();
  const take = (list: ArrayLike<number> | undefined): Float64Array => {
    const values = new Float64Array(rows.length);
    for (let at = 0; at < values.length; at++) values[at] = list?.[rows[at] ?? 0] ?? 0;
    return values;
  };
  return {
    bucket: take(table.bucket),
    depth: take(table.keys[depthKey]),
    censored: take(table.keys[censoredKey]),
    trajectories: effective(take(table.columns[depthsColumn]?.hi), shareOf(table, feed)),
  };
}

/** Σw/Σw² of a feed: what one of the trajectories that the kept ones stand for says. */
function shareOf(
  { columns, strata, stratum }: TallyTable,
  feed: string | null,
): number | undefined {
  const squares = columns[depthSquaresColumn]?.hi;
  if (squares === undefined) return undefined;
  const weights = columns[depthsColumn]?.hi;
  let [sum, ofSquares] = [0, 0];
  for (let row = 0; row < squares.length; row++) {
    if (strata[stratum[row] ?? 0]?.feed !== feed) continue;
    sum += weights?.[row] ?? 0;
    ofSquares += squares[row] ?? 0;
  }
  return ofSquares > 0 ? sum / ofSquares : 1;
}

/** Counts that say as much, in steps so fine that they add exactly, in any order. */
function effective(counts: Float64Array, share: number | undefined): Float64Array {
  if (share === undefined) return counts;
  const total = counts.reduce((sum, count) => sum + count, 0) * share;
  let steps = 1;
  while (2 * steps * total < mostExact) steps *= 2;
  return counts.map((count) =>
    count === 0 ? 0 : Math.max(1, Math.round(count * share * steps)) / steps,
  );
}

/** Below it sums of whole numbers lose nothing. */
const mostExact = 4_503_599_627_370_496;

/** The rows of each stratum, found once a table: studies may have many feeds. */
function rowsOf(table: TallyTable): readonly Int32Array[] {
  const lists = byStratum.get(table) ?? splitByStratum(table);
  byStratum.set(table, lists);
  return lists;
}

const byStratum = new WeakMap<TallyTable, readonly Int32Array[]>();

function splitByStratum({ strata, stratum, rows }: TallyTable): readonly Int32Array[] {
  const ends = new Int32Array(strata.length);
  for (let row = 0; row < rows; row++) {
    const at = stratum[row] ?? 0;
    ends[at] = (ends[at] ?? 0) + 1;
  }
  const lists = Array.from(ends, (count) => new Int32Array(count));
  ends.fill(0);
  for (let row = 0; row < rows; row++) {
    const part = stratum[row] ?? 0;
    const list = lists[part];
    if (list === undefined) continue;
    const at = ends[part] ?? 0;
    list[at] = row;
    ends[part] = at + 1;
  }
  return lists;
}
