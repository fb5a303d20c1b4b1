import { LogError, reason } from "../errors.js";
import { canonical } from "../log/canonical.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import { collectWide } from "../sql/run/collect-wide.js";
import type { Table } from "../sql/run/table.js";
import { clusterKeyOf } from "./cluster-key.js";
import {
  contradictions,
  type DepthsRequest,
  depthsPlan,
  viewsPlan,
  weightSquares,
} from "./depths-plan.js";
import { placeIn } from "./place-in.js";
import { sortedKeys } from "./read-cells.js";
import { strataOfRows } from "./strata-of-rows.js";
import type { TallyTable } from "./tally.js";

export const depthsTable = "depths";
export const depthKey = "depth";
export const censoredKey = "censored";
export const depthsColumn = "trajectories";
/** Of a sampled log also Σw² of what they stand for. */
export const depthSquaresColumn = "squares";

/** How deep trajectories went, and what the pass found of the log's structure. */
export interface DepthSums {
  readonly table: TallyTable;
  /** Keys of clusters by bucket, where every cluster is its own. */
  readonly clusters: readonly string[];
  readonly structure: Readonly<Record<string, number>>;
  /** Trajectories whose flag of censoring contradicts their ranks. */
  readonly contradicting: number;
}

/** Runs the one query that learning curves takes; the table is keyed by feed (or day), bucket and depth. */
export async function takeDepths(
  engine: Engine,
  request: DepthsRequest,
  options?: CallOptions,
): Promise<DepthSums> {
  const byTrajectory = request.counting === "trajectories";
  const plan = byTrajectory ? depthsPlan(request) : viewsPlan(request);
  const [table] = await collectWide(engine, [plan], options);
  const placed = placesOf(request, table);
  const depthHistogram = byTrajectory ? histogram(table) : fromViews(placed, table);
  const total = (name: string): number =>
    table.numbers(`${name}_out`).reduce((sum, count) => sum + count, 0);
  const structure = byTrajectory ? request.structure.outer : [];
  const hasFlags = plan.columns.some(({ name }) => name === `${contradictions}_out`);
  return {
    table: tableOf(placed, depthHistogram),
    clusters: placed.clusters,
    structure: Object.fromEntries(structure.map(([name]) => [name, total(name)])),
    contradicting: hasFlags ? total(contradictions) : 0,
  };
}

interface RowPlaces {
  readonly strata: TallyTable["strata"];
  readonly stratum: Int32Array;
  readonly bucket: Int32Array;
  readonly clusters: readonly string[];
}

function placesOf({ log, bucketing, by }: DepthsRequest, table: Table): RowPlaces {
  const { strata, at: stratum } = strataOfRows(table);
  if (bucketing.kind === "hashed" || by === "days") {
    const bucket = Int32Array.from(table.numbers("bucket"));
    return { strata, stratum, bucket, clusters: [] };
  }
  const keys = table.texts("cluster").map(String);
  const clusters = sortedKeys(keys, clusterKeyOf(log).hash);
  const ordinal = new Map(clusters.map((cluster, i) => [cluster, i]));
  const bucket = Int32Array.from(keys, (key) => placeIn(ordinal, key, "cluster"));
  return { strata, stratum, bucket, clusters };
}

/** Counts of trajectories: parallel lists, `row` being the row of the result that places them. */
interface DepthHistogram {
  readonly row: ArrayLike<number>;
  readonly depth: ArrayLike<number>;
  readonly censored: ArrayLike<number>;
  readonly trajectories: ArrayLike<number>;
  readonly squares?: ArrayLike<number> | undefined;
}

const histogram = (table: Table): DepthHistogram => ({
  row: Int32Array.from({ length: table.rows }, (_, row) => row),
  depth: table.numbers(depthKey),
  censored: table.numbers(censoredKey),
  trajectories: table.numbers("trajectory_count_out"),
  squares: squaresIn(table),
});

const squaresIn = (table: Table): Float64Array | undefined =>
  table.columns.has(`${weightSquares}_out`) ? table.numbers(`${weightSquares}_out`) : undefined;

/** A trajectory that viewed rank r, was not at the list's end and did not view r + 1 stopped at r. */
function fromViews({ stratum, bucket }: RowPlaces, table: Table): DepthHistogram {
  const [rank, viewed, ended] = [
    table.numbers(canonical.rank.name),
    table.numbers("viewed_out"),
    table.numbers("ended_out"),
  ];
  const deepest = largest(rank) + 2;
  const users = largest(bucket) + 1;
  const placeOf = (row: number, at: number): number =>
    ((stratum[row] ?? 0) * users + (bucket[row] ?? 0)) * deepest + at;
  const views = new Map<number, number>();
  rank.forEach((at, row) => {
    views.set(placeOf(row, at), viewed[row] ?? 0);
  });
  const squares = squaresIn(table);
  const lists = { row: [], depth: [], censored: [], trajectories: [], squares: [] } as {
    readonly [List in keyof DepthHistogram]-?: number[];
  };
  const add = (row: number, depth: number, censored: number, trajectories: number): void => {
    if (trajectories === 0) return;
    lists.row.push(row);
    lists.depth.push(depth);
    lists.censored.push(censored);
    lists.trajectories.push(trajectories);
    // Every view of a trajectory stands for as many: the share of what was viewed that ended here.
    const views = viewed[row] ?? 0;
    lists.squares.push(views > 0 ? ((squares?.[row] ?? 0) * trajectories) / views : 0);
  };
  rank.forEach((at, row) => {
    if (at > 1 && !views.has(placeOf(row, at - 1))) throw viewsMissing(at - 1);
    const atEnd = ended[row] ?? 0;
    const stopped = (viewed[row] ?? 0) - atEnd - (views.get(placeOf(row, at + 1)) ?? 0);
    if (stopped < 0) throw viewsMissing(at);
    add(row, at, 0, stopped);
    add(row, at, 1, atEnd);
  });
  return squares === undefined ? { ...lists, squares: undefined } : lists;
}

function viewsMissing(rank: number): LogError {
  const message = `A group of users has fewer views at rank ${rank} than beyond it: some positions hold no item, so that depths do not follow from counting rows. Use log.structure: check, which takes the deepest rank of every trajectory.`;
  return new LogError(reason("viewsMissing", message, { rank }));
}

/** Cells in one fixed order, whatever order the engine returned. */
function tableOf(
  { strata, stratum, bucket }: RowPlaces,
  depthHistogram: DepthHistogram,
): TallyTable {
  const { row, depth, censored, trajectories, squares } = depthHistogram;
  const deepest = largest(depth) + 1;
  const users = largest(bucket) + 1;
  const places = new Float64Array(row.length);
  for (let i = 0; i < places.length; i++) {
    const at = row[i] ?? 0;
    const cell = (stratum[at] ?? 0) * users + (bucket[at] ?? 0);
    places[i] = (cell * deepest + (depth[i] ?? 0)) * 2 + (censored[i] ?? 0);
  }
  const order = ascending(places);
  const take = (list: ArrayLike<number>): Float64Array =>
    new Float64Array(order.length).map((_, at) => list[order[at] ?? 0] ?? 0);
  const ofRow = (list: Int32Array): Int32Array =>
    new Int32Array(order.length).map((_, at) => list[row[order[at] ?? 0] ?? 0] ?? 0);
  return {
    rows: order.length,
    strata,
    stratum: ofRow(stratum),
    bucket: ofRow(bucket),
    keys: { [depthKey]: take(depth), [censoredKey]: take(censored) },
    columns: {
      [depthsColumn]: { combine: "sum", hi: take(trajectories), lo: null },
      ...(squares && { [depthSquaresColumn]: { combine: "sum", hi: take(squares), lo: null } }),
    },
  };
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i] ?? 0);
  return most;
}

/** The order of distinct whole numbers: sorted as numbers with their places in the low digits, where these fit. */
function ascending(values: Float64Array): Int32Array {
  const n = values.length;
  const order = new Int32Array(n).map((_, i) => i);
  if ((largest(values) + 1) * n > Number.MAX_SAFE_INTEGER) {
    return order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  }
  const keyed = values.map((value, i) => value * n + i).sort();
  return order.map((_, at) => (keyed[at] ?? 0) % n);
}
