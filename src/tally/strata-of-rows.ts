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
  const found: Stratum[] = [];
  const byDay = new Map<unknown, Map<unknown, Map<unknown, number>>>();
  const met = new Int32Array(table.rows);
  for (let row = 0; row < met.length; row++) {
    const own = within(within(byDay, days[row]), feeds[row]);
    let known = own.get(loggers[row]);
    if (known === undefined) {
      known = found.push(stratumAt(table.columns, row)) - 1;
      own.set(loggers[row], known);
    }
    met[row] = known;
  }
  const order = found.map((_, i) => i).sort((a, b) => compare(found[a], found[b]));
  const place = new Int32Array(found.length);
  order.forEach((own, i) => {
    place[own] = i;
  });
  return {
    strata: order.flatMap((i) => found[i] ?? []),
    at: met.map((own) => place[own] ?? 0),
  };
}

function within<V>(maps: Map<unknown, Map<unknown, V>>, key: unknown): Map<unknown, V> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<unknown, V>();
  maps.set(key, made);
  return made;
}

const compare = (a: Stratum | undefined, b: Stratum | undefined): number =>
  a === undefined || b === undefined ? 0 : byStratum(a, b);
