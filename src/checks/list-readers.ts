import { regularizedGammaQ } from "../numeric/incomplete-gamma.js";
import {
  type ComparisonUsers,
  readerKey,
  sessionsKey,
  usersOfComparisons,
} from "../tally/comparisons/comparison-shapes.js";
import { tableIn } from "../tally/shape.js";
import type { TallyTable } from "../tally/tally.js";
import { columnOf } from "./feed-rows.js";

/** Users with 2^size sessions or more, fewer than twice as many each; those of size 5 with any number from 32 on. */
export interface UsersByEnds {
  readonly size: number;
  /** Whether each of them views four in five lists or more to the end. */
  readonly areReaders: boolean;
  readonly users: number;
  readonly sessions: number;
  /** The sessions that end at the end of their list. */
  readonly ended: number;
}

/** Users with 2^size sessions or more who view nearly every list to its end, as robots do. */
export interface ListReaders extends Omit<UsersByEnds, "areReaders"> {}

/** The most that people view lists to the end, however keen: all but one list in 50. */
const mostOfPeople = 0.98;
/** Of the sessions of all others: where most of these end there, lists are seen at once. */
const mostOfOthers = 0.5;
/** Robots come often: times the sessions of the average user, … */
const timesAverage = 2;
/** … and people who come seldom do not view lists so. */
const timesAsOften = 2;
const level = 0.001;
const sizes = [2, 3, 4, 5];

/**
 * The users, from some number of sessions on, of whose lists fewer are left before the end than if each were in one case
 * of 50: Poisson's tail, below .001. Undefined where there are none.
 */
export function listReaders(users: readonly UsersByEnds[]): ListReaders | undefined {
  const all = total(users);
  for (const from of sizes) {
    const often = users.filter(({ size }) => size >= from);
    const seldom = users.filter(({ size }) => size >= 1 && size < from);
    const counts = total(often.filter(({ areReaders }) => areReaders));
    const left = counts.sessions - counts.ended;
    const isSteady = regularizedGammaQ(left + 1, (1 - mostOfPeople) * counts.sessions) < level;
    const comesOften = counts.sessions * all.users >= timesAverage * all.sessions * counts.users;
    const isOfFew = shareOfReaders(often) >= timesAsOften * shareOfReaders(seldom);
    const isUnlikeOthers =
      all.ended - counts.ended <= mostOfOthers * (all.sessions - counts.sessions);
    if (counts.users > 1 && isSteady && comesOften && isOfFew && isUnlikeOthers)
      return { size: from, ...counts };
  }
  return undefined;
}

const shareOfReaders = (users: readonly UsersByEnds[]): number =>
  total(users.filter(({ areReaders }) => areReaders)).users / (total(users).users || 1);

type Counts = Pick<UsersByEnds, "users" | "sessions" | "ended">;

const total = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (all, { users, sessions, ended }) => ({
      users: all.users + users,
      sessions: all.sessions + sessions,
      ended: all.ended + ended,
    }),
    { users: 0, sessions: 0, ended: 0 },
  );

/** The same of all feeds of a tally; undefined where it does not have the table. */
export function listReadersIn(
  tables: Readonly<Record<string, TallyTable>>,
): ListReaders | undefined {
  const table = tableIn(tables, usersOfComparisons);
  if (table === undefined) return undefined;
  const [users, sessions, ended] = (["users", "sessions", "ended"] as const).map(
    (name) => columnOf<ComparisonUsers>({ table }, name).hi,
  );
  const rows = Array.from({ length: table.rows }, (_, row) => ({
    size: table.keys[sessionsKey]?.[row] ?? 0,
    areReaders: table.keys[readerKey]?.[row] === 1,
    users: users?.[row] ?? 0,
    sessions: sessions?.[row] ?? 0,
    ended: ended?.[row] ?? 0,
  }));
  return listReaders(rows);
}
