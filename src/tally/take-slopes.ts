import type { Component } from "../estimators/estimator.js";
import { byStratum, strataRoles, stratumAt } from "../log/index.js";
import { addDoubleDouble, type DoubleDouble } from "../numeric/index.js";
import type { CallOptions, Engine, Plan, Table } from "../sql/index.js";
import { cast, collect, column, group, type Named, nothing, select } from "../sql/index.js";
import { fingerprint } from "./columns.js";
import { regroup } from "./fold.js";
import { rankKey } from "./pairs.js";
import type { TallyRequest } from "./request.js";
import { scaledSums, unscale } from "./scale.js";
import { type SlopeOf, type Slopes, slopesIn } from "./slopes.js";
import { noBucket, type TallyTable } from "./tally.js";

/** The name of the table of slopes: keyed by stratum and rank, a column a component. */
export const slopesTable = "slopes";

/**
 * How the sum of a component moves with every log p_k of an estimated curve, by stratum and rank k. One
 * pass tells of all ranks that a row names (displayed, target, place in the ideal) unless these have too
 * many combinations; then one pass each.
 */
export async function takeSlopes(
  engine: Engine,
  request: TallyRequest,
  component: Component,
  slopeOf: SlopeOf,
  passes: "one" | "each",
  options?: CallOptions,
): Promise<TallyTable> {
  const found = slopesIn(request, component, slopeOf);
  const mark = fingerprint(request.log, component);
  const together = passes === "one" ? [found.slopes] : found.slopes.map((each) => [each]);
  const tables: TallyTable[] = [];
  for (const slopes of together) {
    const asked = { ...found, slopes };
    tables.push(readSlopes(await collect(engine, slopesPlan(asked), options), asked, mark));
  }
  return regroup(tables, () => noBucket);
}

function slopesPlan({ relation, strata, slopes, scale }: Slopes): Plan {
  const keys = Object.values(strata);
  const ranks = slopes.map(({ rank }, i): Named => [`k_${i}`, rank]);
  const values = slopes.map(({ slope }, i): Named => [`s_${i}`, slope]);
  const base = select(relation, [
    ...keys.map((name): Named => [name, column(name)]),
    ...ranks,
    ...values,
  ]);
  const sums = values.flatMap(([alias]) =>
    scaledSums(column(alias), scale).map((value, at): Named => [`${alias}_${at}`, value]),
  );
  const grouped = group(base, [...keys, ...ranks.map(([alias]) => alias)], sums);
  const columns: readonly Named[] = [
    ...strataRoles.map((role): Named => {
      const key = strata[role];
      return [role, key === undefined ? nothing("text") : cast(column(key), "text")];
    }),
    ...ranks.map(([alias]): Named => [`${alias}_out`, column(alias)]),
    ...sums.map(([alias]): Named => [`${alias}_out`, column(alias)]),
  ];
  return {
    purpose: "how sums move with the curve",
    relation: select(grouped, columns),
    columns: columns.map(([name], i) => ({
      name,
      type: i < strataRoles.length ? "text" : name.startsWith("k_") ? "bigint" : "double",
    })),
  };
}

/** Slopes by stratum and rank: each row of the result tells of several ranks. */
function readSlopes(table: Table, { slopes, scale }: Slopes, mark: string): TallyTable {
  const cells = new Map<
    string,
    { readonly stratum: number; readonly rank: number; sum: DoubleDouble }
  >();
  const all = Array.from({ length: table.rows }, (_, i) => stratumAt(table.columns, i));
  const keyed = new Map(all.map((stratum) => [JSON.stringify(stratum), stratum]));
  const strata = [...keyed.values()].sort(byStratum);
  const index = new Map(strata.map((stratum, i) => [JSON.stringify(stratum), i]));
  const factors = unscale(scale);
  const order = rowOrder(table);
  for (const i of order) {
    const stratum = index.get(JSON.stringify(all[i])) ?? 0;
    slopes.forEach((_, s) => {
      const rank = Number(table.columns.get(`k_${s}_out`)?.[i] ?? 0);
      if (rank < 1) return;
      const key = `${stratum}|${rank}`;
      const cell = cells.get(key) ?? { stratum, rank, sum: { hi: 0, lo: 0 } };
      factors.forEach((factor, at) => {
        const part = Number(table.columns.get(`s_${s}_${at}_out`)?.[i] ?? 0) * factor;
        cell.sum = addDoubleDouble(cell.sum, { hi: part, lo: 0 });
      });
      cells.set(key, cell);
    });
  }
  const rows = [...cells.values()].sort((a, b) => a.stratum - b.stratum || a.rank - b.rank);
  return {
    rows: rows.length,
    strata,
    stratum: Int32Array.from(rows, ({ stratum }) => stratum),
    bucket: new Int32Array(rows.length).fill(noBucket),
    keys: { [rankKey]: Float64Array.from(rows, ({ rank }) => rank) },
    columns: {
      [mark]: { combine: "sum", hi: Float64Array.from(rows, ({ sum: { hi } }) => hi), lo: null },
    },
  };
}

/** Rows in an order that does not depend on the engine's. */
function rowOrder(table: Table): readonly number[] {
  const names = [...table.columns.keys()].filter((name) => name.startsWith("k_"));
  const text = (i: number): string =>
    JSON.stringify([
      stratumAt(table.columns, i),
      ...names.map((name) => String(table.columns.get(name)?.[i])),
    ]);
  const keys = Array.from({ length: table.rows }, (_, i) => text(i));
  return keys.map((_, i) => i).sort((a, b) => ((keys[a] ?? "") < (keys[b] ?? "") ? -1 : 1));
}
