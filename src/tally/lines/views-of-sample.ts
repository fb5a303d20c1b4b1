import { byStratum, canonical } from "../../log/index.js";
import { column, count, type Named, type Relation, select } from "../../sql/index.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { bucketColumn } from "../cells.js";
import { noBucket, type TallyTable } from "../tally.js";
import type { RankCounts, ViewsByRanks } from "../views-by-ranks.js";
import { everyUser, isOfEveryUser, isOfSample } from "./group-sample.js";
import {
  displayedAt,
  groupKey,
  groupsOfLines,
  type LineRequest,
  pairsOfLine,
  placedAt,
  rankKey,
  targetKey,
} from "./line-request.js";
import { cellsOf, grouping, type LineStatement } from "./line-statement.js";
import { binOfRank } from "./rank-bins.js";

/**
 * The counts by ranks from which the views of all users follow: where groups are those of a sample, and rows
 * are counted and nothing else.
 */
export function countsOfEverybody(
  { base, groups = everyUser, shown }: LineRequest,
  target: string,
): RankCounts | undefined {
  const isPlain = base.log.spec.listLength === undefined && shown?.get(target) === undefined;
  const isKnown = base.rankCounts?.has(target) === true;
  return isPlain && isKnown && !isOfEveryUser(groups) ? base.rankCounts : undefined;
}

/** The sample's rows by group, displayed and target rank: few of all rows, and read once for all targets. */
export function viewsOfSample(request: LineRequest, target: string): LineStatement {
  const keys = [rankKey, targetKey];
  const relation = select(sampledRows(request), [
    ["h_feed", canonical.feed],
    [rankKey, displayedAt(request.base)],
    [targetKey, placedAt(request.base, target)],
    ["h_bucket", column("h_bucket")],
  ]);
  const sums: readonly Named[] = [["l_rows", count()]];
  const purpose = "views of a sample by displayed and target rank";
  return {
    name: pairsOfLine(target),
    over: "rows",
    plan: cellsOf(request, purpose, relation, "h_user", keys, sums),
    keys,
    columns: new Map([
      ["rows", "l_rows"],
      ["continuable", "l_rows"],
    ]),
  };
}

function sampledRows(request: LineRequest): Relation {
  const { base, groups = everyUser, targets } = request;
  const columns: Named[] = [
    ["h_feed", canonical.feed],
    [canonical.rank.name, canonical.rank],
    ...targets.map((name): Named => [name, column(name)]),
    ...bucketColumn(grouping(request), canonical.user, "fewRows"),
  ];
  const { keep } = base;
  const where = isOfSample(base.log, groups);
  return select(base.rows, columns, { where, ...(keep && { keep }) });
}

/** Bins of ranks have ten bits. */
const placeOf = (rank: number, target: number): number => rank * 1024 + target;

/** The table of a sample with everybody else's rows: those of all users without the sample's. */
export function withOthers(sample: TallyTable, views: ViewsByRanks): TallyTable {
  const others = othersByFeed(sample, views);
  const strata = [...others.keys()]
    .map((feed) => ({ day: null, feed, logger: null }))
    .sort(byStratum);
  const { [groupKey]: groups, [rankKey]: ranks, [targetKey]: targets } = sample.keys;
  const rows = strata.flatMap(({ feed }, stratum) => {
    const at = sample.strata.findIndex((each) => each.feed === feed);
    const own = [...sample.stratum.keys()].filter((row) => sample.stratum[row] === at);
    const rest = [...(others.get(feed) ?? [])].filter(([, rows]) => rows > 0);
    return [
      ...own.map((row) => ({
        stratum,
        group: groups?.[row] ?? 0,
        place: placeOf(ranks?.[row] ?? 0, targets?.[row] ?? 0),
        rows: sample.columns.rows?.hi[row] ?? 0,
      })),
      ...rest
        .sort(([a], [b]) => a - b)
        .map(([place, rows]) => ({ stratum, group: groupsOfLines, place, rows })),
    ];
  });
  const counts = {
    combine: "sum" as const,
    hi: Float64Array.from(rows, (row) => row.rows),
    lo: null,
  };
  return {
    rows: rows.length,
    strata,
    stratum: Int32Array.from(rows, ({ stratum }) => stratum),
    bucket: new Int32Array(rows.length).fill(noBucket),
    keys: {
      [groupKey]: Float64Array.from(rows, ({ group }) => group),
      [rankKey]: Float64Array.from(rows, ({ place }) => Math.floor(place / 1024)),
      [targetKey]: Float64Array.from(rows, ({ place }) => place % 1024),
    },
    columns: { rows: counts, continuable: counts },
  };
}

/** Rows by feed and place of users outside the sample. */
function othersByFeed(
  sample: TallyTable,
  { table, rank, target, count: views }: ViewsByRanks,
): ReadonlyMap<string | null, ReadonlyMap<number, number>> {
  const byFeed = new Map<string | null, Map<number, number>>();
  const add = (feed: string | null, place: number, rows: number): void => {
    const own = byFeed.get(feed) ?? new Map<number, number>();
    byFeed.set(feed, own);
    const sum = (own.get(place) ?? 0) + rows;
    if (sum < 0) throw logChanged();
    own.set(place, sum);
  };
  for (let row = 0; row < table.rows; row++) {
    const feed = table.strata[table.stratum[row] ?? 0]?.feed ?? null;
    const place = placeOf(binOfRank(rank[row] ?? 0), binOfRank(target[row] ?? 0));
    add(feed, place, views[row] ?? 0);
  }
  const { [rankKey]: ranks, [targetKey]: targets } = sample.keys;
  for (let row = 0; row < sample.rows; row++) {
    const feed = sample.strata[sample.stratum[row] ?? 0]?.feed ?? null;
    const place = placeOf(ranks?.[row] ?? 0, targets?.[row] ?? 0);
    add(feed, place, -(sample.columns.rows?.hi[row] ?? 0));
  }
  return byFeed;
}
