import { byStratum, canonical } from "../../log/index.js";
import {
  column,
  count,
  type Expression,
  type Named,
  type Relation,
  select,
} from "../../sql/index.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { bucketOfHeld, heldRows } from "../held-rows.js";
import type { TableOf } from "../shape.js";
import { noBucket, type TallyTable } from "../tally.js";
import type { RankCounts, ViewsByRanks } from "../views-by-ranks.js";
import { everyUser, isOfEveryUser, isOfSample } from "./group-sample.js";
import { displayedAt, groupsOfLines, type LineRequest, placedAt } from "./line-request.js";
import { groupKey, type LinePairs, pairsOfLine, rankKey, targetKey } from "./line-shapes.js";
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

/** The sample's rows by group, displayed and target rank: few of all rows, and held for all targets. */
export function viewsOfSample(request: LineRequest, target: string): LineStatement<LinePairs> {
  const keys = [rankKey, targetKey] as const;
  const relation = select(sampledRows(request), [
    ["h_feed", canonical.feed],
    [rankKey, displayedAt(request.base)],
    [targetKey, placedAt(request.base, target)],
    ["h_bucket", column("h_bucket")],
  ]);
  const sums: readonly Named[] = [["l_rows", count()]];
  const purpose = "views of a sample by displayed and target rank";
  return {
    into: pairsOfLine(target),
    over: "rows",
    cells: cellsOf(request, purpose, relation, "h_user", keys, sums),
    keys,
    columns: new Map([
      ["rows", "l_rows"],
      ["continuable", "l_rows"],
    ]),
  };
}

/** Which rows a request's statements about a sample of users read, where there are any. */
export function sampleOfViews(request: LineRequest): readonly Expression[] {
  const { base, groups = everyUser, targets } = request;
  const isRead = targets.some((target) => countsOfEverybody(request, target) !== undefined);
  return isRead ? [isOfSample(base.log, groups)] : [];
}

function sampledRows(request: LineRequest): Relation {
  const { base, groups = everyUser, targets } = request;
  const columns: Named[] = [
    ["h_feed", canonical.feed],
    [canonical.rank.name, canonical.rank],
    ...targets.map((name): Named => [name, column(name)]),
    ...bucketOfHeld(grouping(request)),
  ];
  const where = isOfSample(base.log, groups);
  const { keep } = base;
  // Held by themselves too: where rows with a reward are too many to hold, a sample is not.
  return select(heldRows(base, where), columns, { where, ...(keep && { keep }) });
}

/** Bins of ranks have ten bits. */
const placeOf = (rank: number, target: number): number => rank * 1024 + target;

/** The table of a sample with everybody else's rows: those of all users without the sample's. */
export function withOthers(sample: TableOf<LinePairs>, views: ViewsByRanks): TallyTable {
  const others = othersByFeed(sample, views);
  const strata = [...others.keys()]
    .map((feed) => ({ day: null, feed, logger: null }))
    .sort(byStratum);
  const rest = strata.map(({ feed }) => Float64Array.from(placesWithRows(others.get(feed))).sort());
  const most = rest.reduce((sum, places) => sum + places.length, sample.rows);
  const stratum = new Int32Array(most);
  const columns = { group: new Float64Array(most), place: new Float64Array(most) };
  const count = new Float64Array(most);
  const { [groupKey]: groups, [rankKey]: ranks, [targetKey]: targets } = sample.keys;
  const samples = sample.columns.rows?.hi;
  let rows = 0;
  const add = (at: number, group: number, place: number, own: number): void => {
    stratum[rows] = at;
    columns.group[rows] = group;
    columns.place[rows] = place;
    count[rows++] = own;
  };
  for (const [at, { feed }] of strata.entries()) {
    const sampled = sample.strata.findIndex((each) => each.feed === feed);
    for (let row = 0; row < sample.rows; row++) {
      if (sample.stratum[row] !== sampled) continue;
      const place = placeOf(ranks?.[row] ?? 0, targets?.[row] ?? 0);
      add(at, groups?.[row] ?? 0, place, samples?.[row] ?? 0);
    }
    const own = others.get(feed);
    for (const place of rest[at] ?? []) add(at, groupsOfLines, place, own?.get(place) ?? 0);
  }
  const place = columns.place.subarray(0, rows);
  const counts = { combine: "sum" as const, hi: count.slice(0, rows), lo: null };
  return {
    rows,
    strata,
    stratum: stratum.slice(0, rows),
    bucket: new Int32Array(rows).fill(noBucket),
    keys: {
      [groupKey]: columns.group.slice(0, rows),
      [rankKey]: place.map((own) => Math.floor(own / 1024)),
      [targetKey]: place.map((own) => own % 1024),
    } satisfies TableOf<LinePairs>["keys"],
    columns: { rows: counts, continuable: counts } satisfies TableOf<LinePairs>["columns"],
  };
}

function* placesWithRows(others: ReadonlyMap<number, number> = new Map()): Generator<number> {
  for (const [place, rows] of others) if (rows > 0) yield place;
}

/** Rows by feed and place of users outside the sample. */
function othersByFeed(
  sample: TableOf<LinePairs>,
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
