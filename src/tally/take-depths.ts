import { LogError, reason } from "../errors.js";
import { byStratum, type Stratum, stratumAt } from "../log/index.js";
import { type CallOptions, collect, type Engine, type Table } from "../sql/index.js";
import { clusterKeyOf } from "./cluster-key.js";
import { contradictions, type DepthsRequest, depthsPlan, viewsPlan } from "./depths-plan.js";
import { sortedKeys } from "./read-cells.js";
import type { TallyTable } from "./tally.js";

/** The name of the table of depths in a tally, and of its two keys. */
export const depthsTable = "depths";
export const depthKey = "depth";
export const censoredKey = "censored";
/** Its one column: how many trajectories. */
export const depthsColumn = "trajectories";

/** How deep trajectories went, and what the pass found of the log's structure. */
export interface TakenDepths {
  readonly table: TallyTable;
  /** Keys of clusters by bucket, where every cluster is its own. */
  readonly clusters: readonly string[];
  readonly structure: Readonly<Record<string, number>>;
  /** Trajectories whose flag of censoring contradicts their ranks. */
  readonly contradicting: number;
}

/** Runs the one query that learning curves takes; the table is keyed by stratum, bucket and depth. */
export async function takeDepths(
  engine: Engine,
  request: DepthsRequest,
  options?: CallOptions,
): Promise<TakenDepths> {
  const byTrajectory = request.counting === "trajectories";
  const plan = byTrajectory ? depthsPlan(request) : viewsPlan(request);
  const table = await collect(engine, plan, options);
  const found = byTrajectory ? histogram(table) : fromViews(table);
  const clusters = sortedClusters(request, found);
  const total = (name: string): number =>
    (table.columns.get(`${name}_out`) ?? []).reduce<number>((sum, n) => sum + Number(n ?? 0), 0);
  const structure = byTrajectory ? request.structure.outer : [];
  return {
    table: tableOf(found, clusters, request.bucketing.kind === "exact"),
    clusters,
    structure: Object.fromEntries(structure.map(([name]) => [name, total(name)])),
    contradicting: total(contradictions),
  };
}

interface Cell {
  readonly stratum: Stratum;
  readonly cluster: string;
  readonly depth: number;
  readonly censored: number;
  readonly trajectories: number;
}

const clusterAt = ({ columns }: Table, i: number): string =>
  String((columns.get("cluster") ?? columns.get("bucket"))?.[i]);

const numberAt = ({ columns }: Table, name: string, i: number): number =>
  Number(columns.get(name)?.[i] ?? 0);

function histogram(table: Table): Cell[] {
  return Array.from({ length: table.rows }, (_, i) => ({
    stratum: stratumAt(table.columns, i),
    cluster: clusterAt(table, i),
    depth: numberAt(table, "depth", i),
    censored: numberAt(table, "censored", i),
    trajectories: numberAt(table, "trajectory_count_out", i),
  }));
}

/** Whoever viewed rank r, was not at the list's end and did not view r + 1 has stopped at r. */
function fromViews(table: Table): Cell[] {
  const views = Array.from({ length: table.rows }, (_, i) => ({
    stratum: stratumAt(table.columns, i),
    cluster: clusterAt(table, i),
    rank: numberAt(table, "h_rank", i),
    viewed: numberAt(table, "viewed_out", i),
    ended: numberAt(table, "ended_out", i),
  }));
  const placeOf = (stratum: Stratum, cluster: string, rank: number): string =>
    JSON.stringify([stratum, cluster, rank]);
  const viewed = new Map(
    views.map((each) => [placeOf(each.stratum, each.cluster, each.rank), each.viewed]),
  );
  for (const { stratum, cluster, rank } of views) {
    if (rank > 1 && !viewed.has(placeOf(stratum, cluster, rank - 1))) throw viewsMissing(rank - 1);
  }
  return views.flatMap(({ stratum, cluster, rank, viewed: here, ended }) => {
    const next = viewed.get(placeOf(stratum, cluster, rank + 1)) ?? 0;
    const stopped = here - ended - next;
    if (stopped < 0) throw viewsMissing(rank);
    const cell = { stratum, cluster, depth: rank };
    return [
      ...(stopped > 0 ? [{ ...cell, censored: 0, trajectories: stopped }] : []),
      ...(ended > 0 ? [{ ...cell, censored: 1, trajectories: ended }] : []),
    ];
  });
}

function viewsMissing(rank: number): LogError {
  const message = `A group of users has fewer views at rank ${rank} than beyond it: some positions hold no item, so that depths cannot be told by counting rows. Use log.structure: check, which takes the deepest rank of every trajectory.`;
  return new LogError(reason("viewsMissing", message, { rank }));
}

function sortedClusters(
  { log, bucketing }: DepthsRequest,
  cells: readonly Cell[],
): readonly string[] {
  if (bucketing.kind === "hashed") return [];
  return sortedKeys(
    cells.map(({ cluster }) => cluster),
    clusterKeyOf(log).hash,
  );
}

/** Cells in one fixed order, whatever order the engine returned. */
function tableOf(cells: readonly Cell[], clusters: readonly string[], exact: boolean): TallyTable {
  const keyed = new Map(cells.map(({ stratum }) => [JSON.stringify(stratum), stratum]));
  const strata = [...keyed.values()].sort(byStratum);
  const index = new Map(strata.map((stratum, i) => [JSON.stringify(stratum), i]));
  const ordinal = new Map(clusters.map((cluster, i) => [cluster, i]));
  const rows = cells
    .map(({ stratum, cluster, ...rest }) => ({
      ...rest,
      stratum: index.get(JSON.stringify(stratum)) ?? 0,
      bucket: exact ? (ordinal.get(cluster) ?? 0) : Number(cluster),
    }))
    .sort(
      (a, b) =>
        a.stratum - b.stratum ||
        a.bucket - b.bucket ||
        a.depth - b.depth ||
        a.censored - b.censored,
    );
  return {
    rows: rows.length,
    strata,
    stratum: Int32Array.from(rows, ({ stratum }) => stratum),
    bucket: Int32Array.from(rows, ({ bucket }) => bucket),
    keys: {
      [depthKey]: Float64Array.from(rows, ({ depth }) => depth),
      [censoredKey]: Float64Array.from(rows, ({ censored }) => censored),
    },
    columns: {
      [depthsColumn]: {
        combine: "sum",
        hi: Float64Array.from(rows, ({ trajectories }) => trajectories),
        lo: null,
      },
    },
  };
}
