import { LogError, type Reason, reason } from "../errors.js";
import { itemMatcher, itemTable, type Matcher } from "./item-table.js";
import type { Labels, NumberedItems } from "./labels.js";
import { itemOf, type Lines } from "./read/lines.js";
import { requireSharedItems, requireSharedUsers } from "./shared-keys.js";

/** Lines by user: those of user u are `at[starts[u]] … at[starts[u + 1] − 1]`, in the order of the file. */
interface ByUser {
  readonly at: Int32Array;
  readonly starts: Int32Array;
}

function byUser({ users, user, size }: Lines): ByUser {
  const starts = new Int32Array(users.length + 1);
  for (let i = 0; i < size; i++) {
    const slot = (user[i] ?? 0) + 1;
    starts[slot] = (starts[slot] ?? 0) + 1;
  }
  for (let u = 0; u < users.length; u++) starts[u + 1] = (starts[u + 1] ?? 0) + (starts[u] ?? 0);
  const next = starts.slice();
  const at = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    const slot = user[i] ?? 0;
    const place = next[slot] ?? 0;
    at[place] = i;
    next[slot] = place + 1;
  }
  return { at, starts };
}

function numberItems(lines: Lines): NumberedItems {
  const table = itemTable(lines);
  table.clear(lines.size);
  const place = new Int32Array(lines.size);
  let items = 0;
  for (let line = 0; line < lines.size; line++) {
    const first = table.add(line);
    place[line] = first >= 0 ? (place[first] as number) : items++;
  }
  const holders = new Int32Array(items);
  for (let line = 0; line < lines.size; line++) {
    const item = place[line] as number;
    if ((lines.value[line] as number) > 0) holders[item] = (holders[item] as number) + 1;
  }
  return {
    catalogue: { items, users: lines.users.length, holders },
    of(other, line) {
      const match = table.find(other, line);
      return match < 0 ? -1 : (place[match] as number);
    },
  };
}

/**
 * Groups labels by user, users by name: sums over them do not depend on the order of the file. Throws a LogError with
 * both lines where an item is labelled twice.
 */
export function labelsOf(lines: Lines): Labels {
  const { at, starts } = byUser(lines);
  const order = Int32Array.from(lines.users, (_, place) => place).sort((a, b) =>
    (lines.users[a] ?? "") < (lines.users[b] ?? "") ? -1 : 1,
  );
  const users = Array.from(order, (place) => lines.users[place] ?? "");
  const cut = <Part>(user: number, part: (from: number, to: number) => Part): Part => {
    const place = order[user] as number;
    return part(starts[place] as number, starts[place + 1] as number);
  };
  const of = (user: number): Int32Array => cut(user, (from, to) => at.subarray(from, to));
  requireSingle(lines, of);
  const sorted = new Float64Array(lines.size);
  const grades = (user: number): Float64Array => cut(user, (from, to) => sorted.subarray(from, to));
  for (let user = 0; user < users.length; user++) bestFirst(lines.value, of(user), grades(user));
  let numbered: NumberedItems | undefined;
  return {
    numbered: () => {
      numbered ??= numberItems(lines);
      return numbered;
    },
    lines,
    users,
    of,
    grades,
    indexOf: new Map(users.map((name, index) => [name, index])),
  };
}

/** Grades from here on, below `counted`, are counted rather than sorted: most grades are small whole numbers. */
const [lowest, counted] = [-8, 24];
/** Writes the grades of some lines, best first: by counting where they are small whole numbers. */
export function bestFirst(values: Float64Array, lines: Int32Array, sorted: Float64Array): void {
  const counts = new Int32Array(counted - lowest);
  for (let i = 0; i < lines.length; i++) {
    const grade = values[lines[i] as number] as number;
    if (!Number.isInteger(grade) || grade < lowest || grade >= counted) {
      sorted.set(Float64Array.from(lines, (line) => values[line] as number));
      sorted.sort().reverse();
      return;
    }
    counts[grade - lowest] = (counts[grade - lowest] as number) + 1;
  }
  let at = 0;
  for (let grade = counted - 1; grade >= lowest; grade--) {
    const end = at + (counts[grade - lowest] as number);
    while (at < end) sorted[at++] = grade;
  }
}

function requireSingle(lines: Lines, of: (user: number) => Int32Array): void {
  const table = itemTable(lines);
  for (let user = 0; user < lines.users.length; user++) {
    const list = of(user);
    table.clear(list.length);
    for (let i = 0; i < list.length; i++) {
      const line = list[i] as number;
      const before = table.add(line);
      if (before >= 0) throw duplicate(lines, before, line);
    }
  }
}

function duplicate(lines: Lines, before: number, line: number): LogError {
  const { name, kind, line: at } = lines;
  const item = itemOf(lines, line);
  const user = lines.users[lines.user[line] ?? 0] ?? "";
  const [first = 0, second = 0] = [at[before], at[line]];
  const what = kind === "run" ? "lists" : "labels";
  const message = `${name}, line ${second}: it ${what} item "${item}" of user "${user}" a second time; the first is line ${first}. Keep one of them.`;
  return new LogError(
    reason("duplicateItem", message, {
      file: name,
      user,
      item,
      lines: [first, second],
    }),
  );
}

/** What a run lists for one labelled user, in the order of its file; its arrays are written over by the next user. */
export interface ListedItems {
  readonly scores: Float64Array;
  /** The label's grade of each item; 0 where there is none. */
  readonly grades: Float64Array;
  readonly compareNames: (a: number, b: number) => number;
  /** Their places in the catalogue, where a measure reads these. */
  readonly places?: Int32Array;
}

export interface JoinedRun {
  readonly name: string;
  /** What it lists for a labelled user; null where it leaves the user out. */
  readonly of: (user: number) => ListedItems | null;
  /** How many of its users the labels do not hold, and the first of them. */
  readonly unlabelled: { readonly count: number; readonly first: string | null };
  /**
   * What a reader must know of its items, once all users were asked for. Throws a LogError where it has (nearly) no item
   * in common with the labels.
   */
  readonly notes: () => readonly Reason[];
  /** Labelled users whom it leaves out. */
  readonly missing: { readonly count: number; readonly first: string | null };
}

/**
 * Joins a run with labels, user by user. Throws a LogError where the run lists an item of a user twice, and
 * where it has no user in common with the labels.
 */
export function joinRun(run: Lines, labels: Labels, readsItems = false): JoinedRun {
  const { at, starts } = byUser(run);
  const place = new Int32Array(labels.users.length).fill(-1);
  const unlabelled: string[] = [];
  run.users.forEach((name, user) => {
    const index = labels.indexOf.get(name);
    if (index !== undefined) place[index] = user;
    else unlabelled.push(name);
  });
  const missing = place.reduce((count, user) => count + (user < 0 ? 1 : 0), 0);
  requireSharedUsers(run, labels, unlabelled);
  let graded = 0;
  let longest = 0;
  for (let user = 0; user < run.users.length; user++) {
    longest = Math.max(longest, (starts[user + 1] ?? 0) - (starts[user] ?? 0));
  }
  const room = { scores: new Float64Array(longest), grades: new Float64Array(longest) };
  const matcher = itemMatcher(labels.lines, run, (before, line) => {
    throw duplicate(run, before, line);
  });
  return {
    name: run.name,
    unlabelled: { count: unlabelled.length, first: firstByName(unlabelled) },
    notes: () => requireSharedItems(run, labels, graded),
    missing: { count: missing, first: labels.users[place.indexOf(-1)] ?? null },
    of(user) {
      const row = place[user] ?? -1;
      if (row < 0) return null;
      const lines = at.subarray(starts[row], starts[row + 1]);
      const match = listedOf(run, labels, { labelled: labels.of(user), lines, room }, matcher);
      graded += match.graded;
      const { listed } = match;
      if (!readsItems) return listed;
      const { of: placeOf } = labels.numbered();
      return { ...listed, places: lines.map((line) => placeOf(run, line)) };
    },
  };
}

const firstByName = (names: readonly string[]): string | null => [...names].sort()[0] ?? null;

interface UserLines {
  readonly labelled: Int32Array;
  readonly lines: Int32Array;
  /** Memory for the longest list. */
  readonly room: { readonly scores: Float64Array; readonly grades: Float64Array };
}

function listedOf(
  run: Lines,
  labels: Labels,
  { labelled, lines, room }: UserLines,
  matcher: Matcher,
): { readonly listed: ListedItems; readonly graded: number } {
  let graded = 0;
  matcher.begin(labelled, lines.length);
  const scores = room.scores.subarray(0, lines.length);
  const grades = room.grades.subarray(0, lines.length);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as number;
    const label = matcher.labelOf(line);
    scores[i] = run.value[line] as number;
    grades[i] = label >= 0 ? (labels.lines.value[label] as number) : 0;
    if (label >= 0) graded += 1;
  }
  const compareNames = (a: number, b: number): number =>
    compareBytes(run, lines[a] ?? 0, lines[b] ?? 0);
  return { listed: { scores, grades, compareNames }, graded };
}

function compareBytes({ bytes, from, to }: Lines, a: number, b: number): number {
  let [i, j] = [from[a] ?? 0, from[b] ?? 0];
  const [end, other] = [to[a] ?? 0, to[b] ?? 0];
  for (; i < end && j < other; i++, j++) {
    const apart = (bytes[i] ?? 0) - (bytes[j] ?? 0);
    if (apart !== 0) return apart;
  }
  return end - i - (other - j);
}
