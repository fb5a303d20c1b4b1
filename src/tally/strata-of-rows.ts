import { byStratum, type Stratum, strataRoles, stratumAt } from "../log/strata.js";
import type { Table } from "../sql/run/table.js";

/** The strata of a result in one fixed order, and which of them each row belongs to. */
export interface StrataOfRows {
  readonly strata: readonly Stratum[];
  readonly at: Int32Array;
}

/** Reads the strata's columns of a result; results may have a hundred thousand rows. */
export function strataOfRows(table: Table): StrataOfRows {
  const [days = [], feeds = [], loggers = []] = strataRoles.map((role) => table.texts(role));
  const list: Stratum[] = [];
  const byDay = new Map<unknown, Map<unknown, Map<unknown, number>>>();
  const met = new Int32Array(table.rows);
  for (let row = 0; row < met.length; row++) {
    const byLogger = within(within(byDay, days[row]), feeds[row]);
    let index = byLogger.get(loggers[row]);
    if (index === undefined) {
      index = list.push(stratumAt(table.columns, row)) - 1;
      byLogger.set(loggers[row], index);
    }
    met[row] = index;
  }
  const order = list.map((_, i) => i).sort((a, b) => compare(list[a], list[b]));
  const place = new Int32Array(list.length);
  order.forEach((from, i) => {
    place[from] = i;
  });
  return {
    strata: order.flatMap((i) => list[i] ?? []),
    at: met.map((stratum) => place[stratum] ?? 0),
  };
}

function within<V>(maps: Map<unknown, Map<unknown, V>>, key: unknown): Map<unknown, V> {
  const inner = maps.get(key);
  if (inner !== undefined) return inner;
  const made = new Map<unknown, V>();
  maps.set(key, made);
  return made;
}

const compare = (a: Stratum | undefined, b: Stratum | undefined): number =>
  a === undefined || b === undefined ? 0 : byStratum(a, b);
