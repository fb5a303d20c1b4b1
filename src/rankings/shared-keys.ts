import { LogError, type Reason, reason } from "../errors.js";
import { type KeyDifference, keyDifference } from "../numeric/key-difference.js";
import type { Labels } from "./labels.js";
import { itemOf, type Lines } from "./read/lines.js";

/** Below these shares of the smaller side keys that differ in the way they are written are an error. */
const [fewUsers, fewItems] = [0.1, 0.01];
/** How many keys of each side are compared, the first by name. */
const mostCompared = 20_000;
/** From so many different items on both sides on, none in common is an error. */
const manyItems = 10;

const sample = (keys: Iterable<string>): readonly string[] =>
  [...keys].sort().slice(0, mostCompared);

const show = ({ key, other, words }: KeyDifference, what: string): string =>
  words === undefined
    ? ` One ${what} of the run is ${JSON.stringify(key)}, one of the labels ${JSON.stringify(other)}.`
    : ` They differ ${words}: ${JSON.stringify(key)} and ${JSON.stringify(other)}.`;

/** Throws a LogError where a run has no user in common with the labels, or few and users that are written otherwise. */
export function requireSharedUsers(
  run: Lines,
  labels: Labels,
  unlabelled: readonly string[],
): void {
  const shared = run.users.length - unlabelled.length;
  if (shared > 0 && shared >= fewUsers * Math.min(run.users.length, labels.users.length)) return;
  const users = new Set(run.users);
  const missing = labels.users.filter((user) => !users.has(user));
  const difference = keyDifference(sample(unlabelled), sample(missing));
  if (shared > 0 && difference?.words === undefined) return;
  const start = `${run.name} and ${labels.lines.name} have ${shared === 0 ? "no user" : `only ${shared} of ${run.users.length} users`} in common.`;
  const hint = difference === undefined ? "" : show(difference, "user");
  const message = `${start}${hint} Write users alike in both, or name their column with --user.`;
  throw new LogError(reason("noSharedUser", message, { run: run.name, labels: labels.lines.name }));
}

/**
 * What a reader must know of items that a run and the labels write otherwise. Throws a LogError where therefore they
 * have (nearly) none in common. `graded` is how many lines of the run have a label.
 */
export function requireSharedItems(run: Lines, labels: Labels, graded: number): readonly Reason[] {
  const isFew = graded < fewItems * Math.min(run.size, labels.lines.size);
  const isPadded = startsWithZero(run) !== startsWithZero(labels.lines);
  if (!isFew && !isPadded) return [];
  const { unlabelled: ofRun, others, shared } = itemsApart(run, labels);
  const [size, all] = [ofRun.size + shared, others.size + shared];
  const difference = keyDifference(sample(ofRun), sample(others));
  const isNearlyNone = shared < fewItems * Math.min(size, all);
  const isWritten = difference?.words !== undefined;
  if (difference === undefined || (!isNearlyNone && !isPadded)) return [];
  if (isNearlyNone && (isWritten || (shared === 0 && Math.min(size, all) >= manyItems))) {
    const start = `${run.name} and ${labels.lines.name} have ${shared === 0 ? "no item" : `only ${shared} of ${size} items`} in common, so that nearly no item of a list has a grade.`;
    const message = `${start}${show(difference, "item")} Write items alike in both, or name their column with --item.`;
    throw new LogError(
      reason("noSharedItem", message, { run: run.name, labels: labels.lines.name }),
    );
  }
  if (shared > 0 && difference.words !== "by zeros in front") return [];
  const what =
    shared === 0
      ? "No item of the run has a label."
      : `${ofRun.size} of ${size} items of the run are in no label, ${others.size} of ${all} items of the labels in no list.`;
  const facts = { run: run.name, labels: labels.lines.name, shared };
  return [reason("noSharedItem", `${run.name}: ${what}${show(difference, "item")}`, facts)];
}

/** The items that only one side holds, and how many are in both. */
function itemsApart(
  run: Lines,
  labels: Labels,
): {
  readonly unlabelled: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly shared: number;
} {
  const { catalogue, of } = labels.numbered();
  const listed = new Uint8Array(catalogue.items);
  const ofRun = new Set<string>();
  for (let line = 0; line < run.size; line++) {
    const place = of(run, line);
    if (place >= 0) listed[place] = 1;
    else ofRun.add(itemOf(run, line));
  }
  const others = new Set<string>();
  for (let line = 0; line < labels.lines.size; line++) {
    if (listed[of(labels.lines, line)] === 0) others.add(itemOf(labels.lines, line));
  }
  return { unlabelled: ofRun, others, shared: listed.reduce((sum, count) => sum + count, 0) };
}

const [zero, nine] = [0x30, 0x39];

/** Whether an item has a zero in front of another digit. */
function startsWithZero({ bytes, from, to, size }: Lines): boolean {
  for (let line = 0; line < size; line++) {
    const at = from[line] ?? 0;
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === zero && at + 1 < (to[line] ?? 0) && next >= zero && next <= nine) return true;
  }
  return false;
}
