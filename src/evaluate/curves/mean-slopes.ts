import { InternalError } from "../../errors.js";
import type { Component } from "../../estimators/estimator.js";
import { furtherIn, inScope, type ScopeKey } from "../../inference/scope.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { atFeed } from "../../log/feeds.js";
import { type FingerprintOf, fingerprintOf } from "../../tally/columns.js";
import { rankKey, targetKey } from "../../tally/pairs-table.js";
import { rowSlopes, type SlopeOf } from "../../tally/row-slopes.js";
import { trajectoriesColumn } from "../../tally/take.js";
import { slopesTable } from "../../tally/take-slopes.js";
import type { Tally, TallyColumn, TallyTable } from "../../tally/tally.js";
import { type ComponentInPairs, componentInPairs, valueByRanks } from "./component-in-pairs.js";
import { dependsOnCurve } from "./curve-slopes.js";

/**
 * How the mean of a component over the trajectories of a scope moves with log p_k of one feed's curve,
 * for ranks k = 1 …; empty where it does not.
 */
export type MeanSlopes = (
  component: Component,
  key: ScopeKey,
  feed: string | null,
) => readonly number[];

/** Reads slopes from a tally's tables of pairs and of slopes; what a component adds is worked out once. */
export function meanSlopesIn(
  tally: Tally,
  log: BoundLog,
  fingerprintOf: FingerprintOf,
  slopeOf: SlopeOf,
  standingFor: string = trajectoriesColumn,
): MeanSlopes {
  const slopes = new Map<string, SlopesByStratum>();
  const readers = new Map<string, ((feed: string | null) => SlopesByStratum) | undefined>();
  const sizes = trajectoriesBy(tally, standingFor);
  return (component, key, feed) => {
    const print = fingerprintOf(component);
    if (!readers.has(print)) readers.set(print, slopeReader(tally, log, slopeOf, component));
    const slopesOf = readers.get(print);
    if (slopesOf === undefined) return [];
    const mark = `${print} of ${feed}`;
    const rows = slopes.get(mark) ?? slopesOf(feed);
    slopes.set(mark, rows);
    const sums = summed(rows, key, feed);
    const n = sizes(key);
    return sums.map((sum) => sum / n);
  };
}

/** Trajectories of a scope, or what those of a sampled log stand for. */
function trajectoriesBy(tally: Tally, name: string): (key: ScopeKey) => number {
  const { cells } = tally.tables;
  const column = cells?.columns[name];
  const counts = column === undefined ? [] : valuesOf(column);
  const totals = new Map<string, number>();
  return (key) => {
    const place = JSON.stringify([key.feed, key.day, key.days, key.perList]);
    const further = (): number => [...furtherIn(tally, key).values()].reduce((a, b) => a + b, 0);
    const size = totals.get(place) ?? sizeOf(cells, counts, key) - further();
    totals.set(place, size);
    return size;
  };
}

function sizeOf(cells: TallyTable | undefined, counts: ArrayLike<number>, key: ScopeKey): number {
  const inside = (cells?.strata ?? []).map((stratum) => inScope(key, stratum));
  let size = 0;
  cells?.stratum.forEach((stratum, row) => {
    if (inside[stratum] === true) size += counts[row] ?? 0;
  });
  return size;
}

/** Slopes of a component's sum by rank, a list for each stratum of a table. */
interface SlopesByStratum {
  readonly strata: TallyTable["strata"];
  readonly sums: readonly (readonly number[])[];
}

/** What each row of a table adds to the slope at which rank. */
interface Entry {
  readonly ranks: ArrayLike<number>;
  readonly slopes: Float64Array;
}

function byStratumOf(
  { strata, stratum, rows }: TallyTable,
  entries: readonly Entry[],
): SlopesByStratum {
  const sums = strata.map((): number[] => []);
  for (const { ranks, slopes } of entries) {
    for (let row = 0; row < rows; row++) {
      const rank = ranks[row] ?? 0;
      const byRank = sums[stratum[row] ?? 0];
      if (rank < 1 || byRank === undefined || slopes[row] === 0) continue;
      while (byRank.length < rank) byRank.push(0);
      byRank[rank - 1] = (byRank[rank - 1] ?? 0) + (slopes[row] ?? 0);
    }
  }
  return { strata, sums };
}

/** How a component's sum moves with the curve of each feed; undefined where it does not. */
function slopeReader(
  tally: Tally,
  log: BoundLog,
  slopeOf: SlopeOf,
  component: Component,
): ((feed: string | null) => SlopesByStratum) | undefined {
  if (!dependsOnCurve(component, slopeOf)) return undefined;
  const mark = fingerprintOf(log, component);
  const slopes = tally.tables[slopesTable];
  const column = slopes?.columns[mark];
  if (slopes !== undefined && column !== undefined) {
    const ofAll = byStratumOf(slopes, [
      { ranks: slopes.keys[rankKey] ?? [], slopes: valuesOf(column) },
    ]);
    return () => ofAll;
  }
  const inPairs = componentInPairs(tally.tables, log, component);
  if (inPairs === undefined) {
    throw new InternalError(
      "The tally does not hold how a component depends on a fitted curve, as slopes or in pairs.",
      { component: mark },
    );
  }
  return (feed) =>
    fromPairs({ ...inPairs, value: atFeed(log, inPairs.value, feed) }, slopeOf, feed);
}

/** Both parts of every value in one double. */
function valuesOf(column: TallyColumn): Float64Array {
  const { hi, lo } = column;
  const values = new Float64Array(hi.length);
  for (let row = 0; row < values.length; row++) values[row] = (hi[row] ?? 0) + (lo?.[row] ?? 0);
  return values;
}

/** Of the strata of one feed: those of others have a curve of their own. */
function fromPairs(
  { table, factor, target, value }: ComponentInPairs,
  slopeOf: SlopeOf,
  feed: string | null,
): SlopesByStratum {
  const isAsked = table.strata.map((stratum) => stratum.feed === feed);
  const sums = valuesOf(factor);
  const ranks = table.keys[rankKey] ?? [];
  const targets = table.keys[targetKey] ?? [];
  const pairs = pairOfRow(table);
  const entries = rowSlopes(value, slopeOf).map(({ rank, slope }) => {
    const perUnit = valueByRanks(slope, target);
    const units: (number | undefined)[] = [];
    const slopes = new Float64Array(table.rows);
    for (let row = 0; row < slopes.length; row++) {
      const pair = pairs[row] ?? 0;
      if (isAsked[table.stratum[row] ?? 0] !== true) continue;
      let unit = units[pair];
      if (unit === undefined) units[pair] = unit = perUnit(ranks[row] ?? 0, targets[row] ?? 0);
      slopes[row] = (sums[row] ?? 0) * unit;
    }
    const isDisplayed = rank.kind === "column" && rank.name === canonical.rank.name;
    return { ranks: isDisplayed ? ranks : targets, slopes };
  });
  return byStratumOf(table, entries);
}

/** For each row of a table a number of its pair of ranks, from 0 on. */
function pairOfRow(table: TallyTable): Int32Array {
  const numbers = pairsOfTables.get(table) ?? numberedPairs(table);
  pairsOfTables.set(table, numbers);
  return numbers;
}

const pairsOfTables = new WeakMap<TallyTable, Int32Array>();

function numberedPairs({ keys, rows }: TallyTable): Int32Array {
  const [ranks, targets] = [keys[rankKey] ?? [], keys[targetKey] ?? []];
  // Keys of a Map are found faster where they are small whole numbers.
  let stride = 1;
  for (let row = 0; row < targets.length; row++) stride = Math.max(stride, 1 + (targets[row] ?? 0));
  const met = new Map<number, number>();
  const numbers = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const key = (ranks[row] ?? 0) * stride + (targets[row] ?? 0);
    const number = met.get(key) ?? met.size;
    met.set(key, number);
    numbers[row] = number;
  }
  return numbers;
}

/** Σ over the strata of a scope and feed, by rank. */
function summed(
  { strata, sums }: SlopesByStratum,
  key: ScopeKey,
  feed: string | null,
): readonly number[] {
  const total: number[] = [];
  strata.forEach((stratum, at) => {
    if (stratum.feed !== feed || !inScope(key, stratum)) return;
    sums[at]?.forEach((slope, k) => {
      while (total.length <= k) total.push(0);
      total[k] = (total[k] ?? 0) + slope;
    });
  });
  return total;
}
