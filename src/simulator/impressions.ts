import type { Trajectory } from "./logged.js";
import type { Visit } from "./visit.js";
import type { World } from "./world.js";

/** Rows of the log in columns, with an entry for each impression; only the first `count` are filled. */
export interface Impressions {
  count: number;
  /** The session; a trajectory is a session in a feed. */
  session: Float64Array;
  user: Int32Array;
  /** Days since 1970-01-01. */
  day: Int32Array;
  /** Index into the world's feeds. */
  feed: Uint8Array;
  item: Int32Array;
  /** Where the item was displayed, from 1, and the rank that the logging policy gave it. */
  position: Int32Array;
  policyRank: Int32Array;
  listLength: Int32Array;
  /** 0 where the item was only offered, and 1 where the end of the trajectory was not observed. */
  viewed: Uint8Array;
  censored: Uint8Array;
  /** By reward of the world. */
  rewards: Float64Array[];
  /** By policy of the world but the first: the rank that it gives the item among all candidates. */
  ranks: Int32Array[];
  /** By policy of the world: expected views of the item, where the world logs them. */
  exposures: Float64Array[];
  /** By reward, where candidates are wanted: the reward that a model expects of a view. */
  predictions: Float64Array[];
}

export function emptyImpressions(world: World, capacity: number, predicted = false): Impressions {
  const ints = (): Int32Array => new Int32Array(capacity);
  const doubles = (): Float64Array => new Float64Array(capacity);
  return {
    count: 0,
    session: doubles(),
    user: ints(),
    day: ints(),
    feed: new Uint8Array(capacity),
    item: ints(),
    position: ints(),
    policyRank: ints(),
    listLength: ints(),
    viewed: new Uint8Array(capacity),
    censored: new Uint8Array(capacity),
    rewards: world.rewards.map(doubles),
    ranks: world.policies.slice(1).map(ints),
    exposures: world.exposures === true ? world.policies.map(doubles) : [],
    predictions: predicted ? world.rewards.map(doubles) : [],
  };
}

export type Columns = Float64Array | Int32Array | Uint8Array;

/** Rows in columns, of impressions or others: a count, and columns or lists of columns. */
export type Rows = Readonly<Record<string, number | Columns | Columns[]>>;

/** The same rows in columns of so many entries: room for more, or exactly those. */
export function resized<T extends object>(from: T, capacity: number): T {
  const { count } = from as { readonly count?: number };
  const copy = (column: Columns): Columns => {
    if (count === capacity) return column.slice(0, count);
    const made = new (column.constructor as new (n: number) => Columns)(capacity);
    made.set(column.subarray(0, Math.min(count ?? 0, capacity)));
    return made;
  };
  const entries = Object.entries(from as Rows).map(([name, value]) => {
    if (typeof value === "number") return [name, value];
    return [name, Array.isArray(value) ? value.map(copy) : copy(value)];
  });
  return Object.fromEntries(entries) as T;
}

export const columnsOf = (rows: object): readonly Columns[] =>
  Object.values(rows as Rows).flatMap((value) => (typeof value === "number" ? [] : value));

/** Writes a trajectory's rows behind those that are there; there must be room for a whole list. Days count from `firstDay`. */
export function record(
  rows: Impressions,
  logged: Trajectory,
  visit: Visit,
  world: World,
  firstDay: number,
): void {
  const kinds = world.rewards.length;
  for (let at = 0; at < logged.rows; at++) {
    if (logged.keep[at] === 0) continue;
    const row = rows.count++;
    const candidate = visit.shown.list[at] as number;
    rows.session[row] = sessionOf(visit, world);
    rows.user[row] = visit.person.user;
    rows.day[row] = firstDay + visit.day;
    rows.feed[row] = visit.feedIndex;
    rows.item[row] = (visit.item[candidate] as number) + 1;
    rows.position[row] = at + 1;
    rows.policyRank[row] = visit.shown.rank[candidate] as number;
    rows.listLength[row] = visit.shown.length;
    rows.viewed[row] = at < logged.viewed ? 1 : 0;
    rows.censored[row] = logged.censored ? 1 : 0;
    for (let k = 0; k < kinds; k++) {
      (rows.rewards[k] as Float64Array)[row] = logged.earned[at * kinds + k] as number;
    }
    for (let p = 0; p < rows.ranks.length; p++) {
      (rows.ranks[p] as Int32Array)[row] = (logged.ranks[p + 1] as Int32Array)[at] as number;
    }
    for (let p = 0; p < rows.exposures.length; p++) {
      (rows.exposures[p] as Float64Array)[row] = (logged.exposures[p] as Float64Array)[
        at
      ] as number;
    }
  }
}

const mostSessions = 2 ** 20;

/** A number for the session that no other one has, the same for its trajectories in every feed. */
export const sessionOf = ({ person, trajectory }: Visit, { feeds }: World): number =>
  person.user * mostSessions + Math.floor(trajectory / feeds.length) + 1;

/** The rows of several records, one behind the other. */
export function joined(world: World, parts: readonly Impressions[]): Impressions {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const all = emptyImpressions(world, count, (parts[0]?.predictions.length ?? 0) > 0);
  const columns = columnsOf(all);
  for (const part of parts) {
    columnsOf(part).forEach((column, at) => {
      columns[at]?.set(column.subarray(0, part.count), all.count);
    });
    all.count += part.count;
  }
  return all;
}
