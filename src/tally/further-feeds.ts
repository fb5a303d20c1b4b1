import { canonical, trajectoryKeys } from "../log/canonical.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import { bigint, cast, column, count, greater, min, plus, sum } from "../sql/expression.js";
import { group, type Named, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { collectWide } from "../sql/run/collect-wide.js";
import type { Table } from "../sql/run/table.js";
import { bucketColumn, cellsPlan } from "./cells.js";
import { regroup } from "./fold.js";
import { placeIn } from "./place-in.js";
import type { TallyRequest } from "./request.js";
import { strataOfRows } from "./strata-of-rows.js";
import type { SummedCells } from "./take.js";
import type { TallyTable } from "./tally.js";

/** A trajectory is one of each feed that it is in: this table has, by bucket, in how many feeds beyond its first. */
export const furtherFeedsTable = "further feeds";

const further = "further";

/**
 * Σ (feeds − 1) over sessions by bucket, a session being the trajectories of one key and user: over all days (day
 * null), and of each day over the feeds in which a key begins on it. Trajectories over all feeds less these are sessions.
 */
export async function takeFurtherFeeds(
  engine: Engine,
  request: TallyRequest,
  { buckets, clusters }: Pick<SummedCells, "buckets" | "clusters">,
  options?: CallOptions,
): Promise<TallyTable> {
  const hasDays = request.log.spec.day !== undefined;
  const plans = [furtherPlan(request, false), ...(hasDays ? [furtherPlan(request, true)] : [])];
  const tables = await collectWide(engine, plans, options);
  const places = new Map(clusters.map((cluster, at) => [cluster, at]));
  const bucketsIn = (table: Table): Int32Array =>
    buckets.kind === "exact"
      ? Int32Array.from(table.texts("cluster"), (key) => placeIn(places, String(key), "cluster"))
      : Int32Array.from(table.numbers("bucket"));
  return regroup(
    tables.map((table): TallyTable => {
      const { strata, at } = strataOfRows(table);
      const hi = Float64Array.from(table.numbers("k_further_out"));
      const columns = { [further]: { combine: "sum" as const, hi, lo: null } };
      return { rows: table.rows, strata, stratum: at, bucket: bucketsIn(table), keys: {}, columns };
    }),
  );
}

/** The table of a log in which no trajectory is in several feeds. */
export const noFurtherFeeds = (): TallyTable => ({
  rows: 0,
  strata: [],
  stratum: new Int32Array(),
  bucket: new Int32Array(),
  keys: {},
  columns: { [further]: { combine: "sum", hi: new Float64Array(), lo: null } },
});

function furtherPlan(request: TallyRequest, byDay: boolean): WidePlan {
  const { trajectory, user, day } = canonical;
  const days: readonly Named[] = byDay ? [["k_first", min(day)]] : [];
  const feeds = group(request.rows, trajectoryKeys, [["k_user", min(user)], ...days]);
  const keys = [trajectory.name, "k_user", ...days.map(([name]) => name)];
  const trajectories = group(feeds, keys, [["k_feeds", count()]]);
  const relation = select(
    trajectories,
    [
      ["k_user", column("k_user")],
      ...(byDay ? [["k_day", column("k_first")] as const] : []),
      ["k_more", plus(column("k_feeds"), bigint(-1n))],
      ...bucketColumn(request, column("k_user"), "fewRows"),
    ],
    { where: greater(column("k_feeds"), bigint(1n)) },
  );
  const strata = byDay ? { day: "k_day" } : {};
  const places = { strata, cluster: "k_user" };
  const sums: readonly Named[] = [["k_further", cast(sum(column("k_more")), "bigint")]];
  return cellsPlan("further feeds of trajectories", relation, places, request.bucketing, sums);
}

/** By bucket, how many trajectories over all feeds are further ones of their key; undefined where a tally does not say. */
export function furtherFeedsIn(
  table: TallyTable | undefined,
  day: string | null,
): ReadonlyMap<number, number> | undefined {
  if (table === undefined) return undefined;
  const places = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    if ((table.strata[table.stratum[row] ?? 0]?.day ?? null) !== day) continue;
    const bucket = table.bucket[row] ?? 0;
    places.set(bucket, (places.get(bucket) ?? 0) + (table.columns[further]?.hi[row] ?? 0));
  }
  return places;
}
