import { InternalError } from "../errors.js";
import type { Component } from "../estimators/estimator.js";
import { canonical, strataRoles } from "../log/index.js";
import type { CallOptions, Engine, Table } from "../sql/index.js";
import { cast, column, count, group, type Named, nullOf, plan, select } from "../sql/index.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { collectWide } from "../sql/run/collect-wide.js";
import { type Column, columnsOfKind, rewardsOf } from "./columns.js";
import { factorByRanks } from "./factor-by-ranks.js";
import { isRewarded, scaledStages } from "./queries.js";
import { readColumn } from "./read-cells.js";
import type { TallyRequest } from "./request.js";
import { strataOfRows } from "./strata-of-rows.js";
import { noBucket, type TallyTable } from "./tally.js";

/** The keys of a table of pairs; a target rank of 0 stands for an item that is not shown. */
export const rankKey = "rank";
export const targetKey = "target";

/** The column of target ranks in the statement. */
const targetColumn = "h_target";
const { rank } = canonical;

/** The name of the table of pairs of displayed ranks with the ranks of a column. */
export const pairsTable = (target: string | null): string => `pairs ${target ?? "none"}`;

/**
 * The table of pairs that holds a factor: that of its target ranks; for displayed ranks alone any table
 * does, since every row stands in each.
 */
export function pairsWith(
  tables: Readonly<Record<string, TallyTable>>,
  target: string | null,
  mark: string,
): TallyTable | undefined {
  const own = tables[pairsTable(target)];
  if (own !== undefined || target !== null) return own;
  const others = Object.entries(tables).filter(
    ([name]) => name.startsWith(pairsTable("")) && name !== pairsTable(null),
  );
  return others.find(([, { columns }]) => Object.hasOwn(columns, mark))?.[1];
}

/** Which tables of pairs components need, and what each adds up; one entry a column of target ranks. */
export function pairsNeeded(
  components: readonly Component[],
): ReadonlyMap<string | null, readonly Component[]> {
  const needed = new Map<string | null, Component[]>();
  for (const component of components) {
    const factors = factorByRanks(component);
    if (factors === undefined) continue;
    needed.set(factors.target, [...(needed.get(factors.target) ?? []), factors.factor]);
  }
  return needed;
}

/** How finely pairs are split: by every stratum, or over all days. */
export type PairStrata = "strata" | "overDays";

/** A table beside the cells, and how many of its columns' ranges were too wide to be added exactly. */
export interface SideTable {
  readonly table: TallyTable;
  readonly inexact: number;
}

/**
 * Adds up rewards and views by displayed and target rank, without buckets: views over all rows, rewards over
 * the few that have one.
 */
export async function takePairs(
  engine: Engine,
  request: TallyRequest,
  target: string | null,
  split: PairStrata,
  options?: CallOptions,
): Promise<SideTable> {
  const asked = (["rows", "rewarded"] as const)
    .map((kind) => columnsOfKind(request, kind, request.impressions))
    .filter(({ length }) => length > 0);
  const plans = asked.map((columns) => pairsPlan(request, target, split, columns));
  const tables = await collectWide(engine, plans, options);
  const [first, second] = tables.map((table, at) => readPairs(table, asked[at] ?? []));
  const inexact = asked.flat().filter(({ exact }) => !exact && request.sums === "exact").length;
  if (first === undefined) throw new InternalError("A table of pairs must add something up.");
  return { table: second === undefined ? first : beside(first, second), inexact };
}

/** The columns of a second table in the places of the first, which has every pair that the second has. */
function beside(first: TallyTable, second: TallyTable): TallyTable {
  const stratumOf = second.strata.map((own) => {
    const key = JSON.stringify(own);
    return first.strata.findIndex((each) => JSON.stringify(each) === key);
  });
  const places = placesOf(first, (stratum) => stratum);
  const row = new Map(Array.from(places, (place, at) => [place, at]));
  const at = placesOf(second, (stratum) => stratumOf[stratum] ?? -1).map(
    (place) => row.get(place) ?? -1,
  );
  const moved = (values: Float64Array): Float64Array => {
    const placed = new Float64Array(first.rows);
    values.forEach((value, from) => {
      const to = at[from] ?? -1;
      if (to < 0) throw new InternalError("A reward stands at a pair of ranks that nobody viewed.");
      placed[to] = value;
    });
    return placed;
  };
  const columns = Object.entries(second.columns).map(([mark, { combine, hi, lo }]) => [
    mark,
    { combine, hi: moved(hi), lo: lo === null ? null : moved(lo) },
  ]);
  return { ...first, columns: { ...first.columns, ...Object.fromEntries(columns) } };
}

/** A number for every stratum and pair; ranks stay below 2^20 where pairs are asked for. */
const placesOf = ({ stratum, keys }: TallyTable, of: (stratum: number) => number): Float64Array =>
  Float64Array.from(
    stratum,
    (own, row) =>
      (of(own) * 2 ** 20 + (keys[rankKey]?.[row] ?? 0)) * 2 ** 20 + (keys[targetKey]?.[row] ?? 0),
  );

function pairsPlan(
  { log, rows }: TallyRequest,
  target: string | null,
  split: PairStrata,
  columns: readonly Column[],
): WidePlan {
  const roles = strataRoles.filter(
    (role) => log.spec[role] !== undefined && (split === "strata" || role !== "day"),
  );
  const keys = [...roles.map((role) => canonical[role].name), rank.name, targetColumn];
  const read = [...new Set(columns.flatMap(rewardsOf))];
  const where = columns.every(({ component }) => component.over === "rewarded")
    ? isRewarded(columns)
    : undefined;
  const base = select(
    rows,
    [
      ...roles.map((role): Named => [canonical[role].name, canonical[role]]),
      [rank.name, rank],
      [targetColumn, target === null ? nullOf("bigint") : column(target)],
      ...read.map((name): Named => [name, column(name)]),
    ],
    { where },
  );
  const sums = columns.flatMap((each) => scaledStages(each, each.component.value));
  const grouped = group(base, keys, [["row_count", count()], ...sums]);
  const strata = strataRoles.map((role): Named => {
    return [role, roles.includes(role) ? cast(canonical[role], "text") : nullOf("text")];
  });
  const pairs = select(grouped, [
    ...strata,
    [rankKey, rank],
    [targetKey, column(targetColumn)],
    ...sums.map(([alias]): Named => [`${alias}_out`, column(alias)]),
  ]);
  return {
    ...plan("rewards by displayed and target rank", pairs),
    keys: [...strataRoles, rankKey, targetKey],
  };
}

/** Rows in one fixed order of stratum and ranks, whatever order the engine returned. */
function readPairs(table: Table, columns: readonly Column[]): TallyTable {
  const { strata, at } = strataOfRows(table);
  const [ranks, targets] = [table.numbers(rankKey), table.numbers(targetKey)];
  const most = (list: Float64Array): number => list.reduce((a, b) => Math.max(a, b), 0) + 1;
  const [width, depth] = [most(targets), most(ranks)];
  const place = Float64Array.from(
    at,
    (stratum, row) => (stratum * depth + (ranks[row] ?? 0)) * width + (targets[row] ?? 0),
  );
  const order = Int32Array.from(place, (_, row) => row).sort(
    (a, b) => (place[a] ?? 0) - (place[b] ?? 0),
  );
  const take = (list: ArrayLike<number>): Float64Array =>
    Float64Array.from(order, (row) => list[row] ?? 0);
  const values = (alias: string): Float64Array => take(table.numbers(`${alias}_out`));
  return {
    rows: table.rows,
    strata,
    stratum: Int32Array.from(take(at)),
    bucket: new Int32Array(table.rows).fill(noBucket),
    keys: { [rankKey]: take(ranks), [targetKey]: take(targets) },
    columns: Object.fromEntries(
      columns.map((each) => [each.fingerprint, readColumn(each, values)]),
    ),
  };
}
