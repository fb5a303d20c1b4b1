import { addMoments, type Moments, noMoments } from "./moments.js";

/**
 * What users earned, by cell (what it is of: the truth or what was seen online, a policy, a feed), day and reward;
 * the day after the last one stands for all days. One user after the other is added.
 */
export interface Sheet {
  readonly cells: number;
  readonly days: number;
  readonly kinds: number;
  /** Of the present user: trajectories by cell and day, rewards by cell, day and kind; and what was touched. */
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly touched: number[];
  /** Of all users before: users, trajectories, reward, yy, yn, nn by cell, day and kind. */
  readonly all: Float64Array;
}

const width = 6;

export function emptySheet(cells: number, days: number, kinds: number): Sheet {
  const places = cells * (days + 1);
  return {
    cells,
    days,
    kinds,
    counts: new Float64Array(places),
    sums: new Float64Array(places * kinds),
    touched: [],
    all: new Float64Array(places * kinds * width),
  };
}

/** Counts a trajectory of the present user, on its day and over all days. */
export function addTrajectory(sheet: Sheet, cell: number, day: number, values: Float64Array): void {
  addAt(sheet, cell * (sheet.days + 1) + day, values);
  addAt(sheet, cell * (sheet.days + 1) + sheet.days, values);
}

function addAt({ counts, sums, kinds, touched }: Sheet, place: number, values: Float64Array): void {
  if (counts[place] === 0) touched.push(place);
  counts[place] = (counts[place] as number) + 1;
  for (let k = 0; k < kinds; k++) {
    sums[place * kinds + k] = (sums[place * kinds + k] as number) + (values[k] as number);
  }
}

/** Adds the present user to all, and makes room for the next one. */
export function closeUser({ counts, sums, kinds, touched, all }: Sheet): void {
  for (const place of touched) {
    const n = counts[place] as number;
    for (let k = 0; k < kinds; k++) {
      addUser(all, (place * kinds + k) * width, n, sums[place * kinds + k] as number);
      sums[place * kinds + k] = 0;
    }
    counts[place] = 0;
  }
  touched.length = 0;
}

/** Welford's step. */
function addUser(all: Float64Array, at: number, n: number, y: number): void {
  const before = all[at] as number;
  const weight = before / (before + 1);
  const dy = before === 0 ? 0 : y - (all[at + 2] as number) / before;
  const dn = before === 0 ? 0 : n - (all[at + 1] as number) / before;
  all[at] = before + 1;
  all[at + 1] = (all[at + 1] as number) + n;
  all[at + 2] = (all[at + 2] as number) + y;
  all[at + 3] = (all[at + 3] as number) + weight * dy * dy;
  all[at + 4] = (all[at + 4] as number) + weight * dy * dn;
  all[at + 5] = (all[at + 5] as number) + weight * dn * dn;
}

/** The moments of one cell, day (`days`: all of them) and reward. */
export function momentsAt(
  all: Float64Array,
  { days, kinds }: Pick<Sheet, "days" | "kinds">,
  cell: number,
  day: number,
  kind: number,
): Moments {
  const at = ((cell * (days + 1) + day) * kinds + kind) * width;
  const [users = 0, trajectories = 0, value = 0, yy = 0, yn = 0, nn = 0] = all.subarray(at, at + 6);
  return users === 0 ? noMoments : { users, trajectories, value, yy, yn, nn };
}

export function addAll(into: Float64Array, other: Float64Array): void {
  for (let at = 0; at < into.length; at += width) {
    const read = (from: Float64Array): Moments => {
      const [users = 0, trajectories = 0, value = 0, yy = 0, yn = 0, nn = 0] = from.subarray(
        at,
        at + width,
      );
      return { users, trajectories, value, yy, yn, nn };
    };
    const { users, trajectories, value, yy, yn, nn } = addMoments(read(into), read(other));
    into.set([users, trajectories, value, yy, yn, nn], at);
  }
}
