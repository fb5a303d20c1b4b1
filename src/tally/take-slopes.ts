import type { Component } from "../estimators/estimator.js";
import { longestCurve } from "../exposure/curve-view.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import { collectWide } from "../sql/run/collect-wide.js";
import type { Table } from "../sql/run/table.js";
import { fingerprintOf } from "./columns.js";
import { regroup } from "./fold.js";
import { rankKey } from "./pairs-table.js";
import type { TallyRequest } from "./request.js";
import type { SlopeOf } from "./row-slopes.js";
import { type Slopes, slopesIn, slopesPlan } from "./slopes-plan.js";
import { strataOfRows } from "./strata-of-rows.js";
import type { SideTable } from "./take-pairs.js";
import { noBucket, type TallyTable } from "./tally.js";

/** The name of the table of slopes: keyed by stratum and rank, a column a component. */
export const slopesTable = "slopes";

/**
 * The derivative of a component's sum by every log p_k of a fitted curve, by stratum and rank k. One pass
 * gives those at all ranks that a row names (displayed, target, place in the ideal) unless these have too
 * many combinations; then one pass each.
 */
export async function takeSlopes(
  engine: Engine,
  request: TallyRequest,
  component: Component,
  slopeOf: SlopeOf,
  passes: "one" | "each",
  options?: CallOptions,
): Promise<SideTable> {
  const both = slopesIn(request, component, slopeOf);
  const fingerprint = fingerprintOf(request.log, component);
  if (both.slopes.length === 0) return { table: withoutSlopes(fingerprint), inexact: 0 };
  const together = passes === "one" ? [both.slopes] : both.slopes.map((slope) => [slope]);
  const parts = together.map((slopes): Slopes => ({ ...both, slopes }));
  const results = await collectWide(engine, parts.map(slopesPlan), options);
  const tables = results.map((table, at) => readSlopes(table, parts[at] ?? both, fingerprint));
  const inexact = request.sums === "exact" && both.scale.kind === "plain" ? 1 : 0;
  return { table: regroup(tables, () => noBucket), inexact };
}

/** A count does not move with a curve, though it looks one up to decide what counts. */
const withoutSlopes = (fingerprint: string): TallyTable => ({
  rows: 0,
  strata: [],
  stratum: new Int32Array(),
  bucket: new Int32Array(),
  keys: { [rankKey]: new Float64Array() },
  columns: { [fingerprint]: { combine: "sum", hi: new Float64Array(), lo: null } },
});

/**
 * Slopes by stratum and rank: each row of the result holds those at several ranks. Bins are whole multiples of their steps
 * and add without error in any order; plain ones are added in an order that does not depend on the engine's.
 */
function readSlopes(table: Table, { slopes, scale }: Slopes, fingerprint: string): TallyTable {
  const { strata, at } = strataOfRows(table);
  const ranks = slopes.map((_, s) =>
    table.numbersOrZero(`k_${s}_out`).map((rank) => (rank > longestCurve ? 0 : rank)),
  );
  const deepest = ranks.flatMap((list) => list.reduce((a, b) => Math.max(a, b), 0));
  const width = Math.max(1, ...deepest) + 1;
  const bins = scale.kind === "bins" ? scale.steps : [0];
  const sums = bins.map(() => new Float64Array(strata.length * width));
  const order = scale.kind === "plain" ? orderOf(at, ranks) : undefined;
  slopes.forEach((_, s) => {
    bins.forEach((_bin, part) => {
      const values = table.numbers(`s_${s}_${part}_out`);
      const total = sums[part] ?? new Float64Array();
      for (let i = 0; i < values.length; i++) {
        const row = order?.[i] ?? i;
        const cell = (at[row] ?? 0) * width + (ranks[s]?.[row] ?? 0);
        total[cell] = (total[cell] ?? 0) + (values[row] ?? 0);
      }
    });
  });
  const cells = Int32Array.from({ length: strata.length * width }, (_, cell) => cell);
  const moved = cells.filter((cell) => cell % width > 0 && sums.some((sum) => sum[cell] !== 0));
  const values = Float64Array.from(moved, (cell) =>
    sums.reduce((total, sum) => total + (sum[cell] ?? 0), 0),
  );
  return {
    rows: moved.length,
    strata,
    stratum: moved.map((cell) => Math.floor(cell / width)),
    bucket: new Int32Array(moved.length).fill(noBucket),
    keys: { [rankKey]: Float64Array.from(moved, (cell) => cell % width) },
    columns: { [fingerprint]: { combine: "sum", hi: values, lo: null } },
  };
}

function orderOf(at: Int32Array, ranks: readonly Float64Array[]): Int32Array {
  const lists: readonly ArrayLike<number>[] = [at, ...ranks];
  return at
    .map((_, row) => row)
    .sort((a, b) => lists.reduce((by, list) => by || (list[a] ?? 0) - (list[b] ?? 0), 0));
}
