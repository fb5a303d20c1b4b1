import { LogError, reason } from "../errors.js";
import { choiceOf } from "./conventions/index.js";
import type { JoinedRun, ListedItems } from "./join.js";
import type { Labels } from "./labels.js";
import type { Measure } from "./measure.js";
import type { Terms, UserList } from "./metrics/metric.js";
import { relevantLabels, termsOf } from "./metrics/parts.js";

/** What a measure is by user, in the order of the labels' users; users who do not count are NaN. */
export interface UserValues {
  readonly values: Float64Array;
  /** What the mean is divided by; null where every user counts 1. */
  readonly per: Float64Array | null;
  /** Users with a relevant label of whom it is not defined all the same: their number, and the first of them. */
  readonly undefinedFor?: { readonly count: number; readonly first: string };
  /** Of a measure of all lists together its value, which rounding keeps the mean of `values` from being. */
  readonly ofAll?: number;
}

const nobody: ListedItems = {
  scores: new Float64Array(0),
  grades: new Float64Array(0),
  compareNames: () => 0,
};

/** Every measure of a run, user by user. Throws a LogError where `missing: refuse` meets a user left out. */
export function scoreRun(
  run: JoinedRun,
  labels: Labels,
  measures: readonly Measure[],
): readonly UserValues[] {
  const users = labels.users.length;
  const all = measures.map(
    ({ metric }): UserValues => ({
      values: new Float64Array(users).fill(Number.NaN),
      per: metric.per === undefined ? null : new Float64Array(users),
    }),
  );
  const terms = measures.map(({ settings, cutoff }) => termsOf(settings, cutoff));
  const unknown = measures.map((): number[] => []);
  const together = new Map<Measure, { readonly lists: UserList[]; readonly users: number[] }>();
  for (let user = 0; user < users; user++) {
    const listed = run.of(user);
    const grades = labels.grades(user);
    const lists = new Map<string, UserList>();
    measures.forEach((measure, at) => {
      const userValues = all[at];
      if (userValues === undefined || !counts(measure, listed, run)) return;
      const list = listOf(measure, listed ?? nobody, { grades, of: labels }, lists);
      if (measure.metric.ofAll === undefined) {
        const isDefined = scoreUser(measure, terms[at] as Terms, list, userValues, {
          user,
          labels,
        });
        if (!isDefined && relevantLabels(list, measure.settings) > 0) unknown[at]?.push(user);
      } else addTo(together, measure, list, user);
    });
  }
  for (const [measure, { lists, users: members }] of together) {
    const at = measures.indexOf(measure);
    const scores = all[at];
    if (scores === undefined || lists.length === 0) continue;
    const { value, values } = valuesOfAll(measure, lists);
    members.forEach((user, k) => {
      scores.values[user] = values[k] ?? Number.NaN;
    });
    all[at] = { ...scores, ofAll: value };
  }
  return all.map((userValues, at) => {
    const [first = -1] = unknown[at] ?? [];
    const name = labels.users[first];
    if (name === undefined) return userValues;
    return { ...userValues, undefinedFor: { count: unknown[at]?.length ?? 0, first: name } };
  });
}

function addTo(
  together: Map<Measure, { readonly lists: UserList[]; readonly users: number[] }>,
  measure: Measure,
  list: UserList,
  user: number,
): void {
  const entry = together.get(measure) ?? { lists: [], users: [] };
  together.set(measure, entry);
  if (isLeftOut(measure, list)) return;
  entry.lists.push(list);
  entry.users.push(user);
}

/** A measure C of all lists together, and users' values of it: C + (n − 1)(dₖ − mean of d), dₖ what C loses without user k. */
export function valuesOfAll(
  { metric, settings, cutoff }: Pick<Measure, "metric" | "settings" | "cutoff">,
  lists: readonly UserList[],
): { readonly value: number; readonly values: Float64Array } {
  const jackknife = metric.ofAll?.(lists, termsOf(settings, cutoff));
  if (jackknife === undefined) return { value: Number.NaN, values: new Float64Array(0) };
  const { value, without } = jackknife;
  const mean = without.reduce((sum, x) => sum + x, 0) / without.length;
  return { value, values: without.map((x) => value + (lists.length - 1) * (mean - x)) };
}

const isLeftOut = ({ settings }: Measure, list: UserList): boolean =>
  choiceOf("empty", settings.empty).leavesOut === true && relevantLabels(list, settings) === 0;

function counts({ settings, text }: Measure, listed: ListedItems | null, run: JoinedRun): boolean {
  if (listed !== null) return true;
  const missing = choiceOf("missing", settings.missing);
  if (missing.refuses !== true) return missing.counts;
  const { count, first } = run.missing;
  const message = `${run.name} leaves out ${count} ${count === 1 ? "user" : "users"} of the labels, the first is "${first}", and ${text} refuses that (missing: refuse). Take missing: zero or missing: skip, complete the run, or, if only --explain-against refuses, explain against another tool.`;
  throw new LogError(reason("usersMissing", message, { run: run.name, users: count, first }));
}

/** Writes a user's value; returns whether the measure is defined for the list. */
function scoreUser(
  measure: Measure,
  terms: Terms,
  list: UserList,
  { values, per }: UserValues,
  { user, labels }: { readonly user: number; readonly labels: Labels },
): boolean {
  const { metric, settings } = measure;
  if (isLeftOut(measure, list)) return true;
  const score = metric.of(list, terms);
  const value = score ?? choiceOf("empty", settings.empty).value;
  if (value === null) return false;
  values[user] = value;
  if (per !== null) per[user] = metric.per?.(list, terms) ?? 0;
  if (!Number.isFinite(value) || !Number.isFinite(per?.[user] ?? 0)) {
    throw tooLarge(measure, labels, user);
  }
  return score !== null;
}

/** The error of gains that a double cannot hold, or of sums of them. */
function tooLarge(
  { text, settings }: Measure,
  { lines, of, users }: Labels,
  user: number,
): LogError {
  const highest = of(user).reduce((a, b) =>
    (lines.value[b] ?? 0) > (lines.value[a] ?? 0) ? b : a,
  );
  const [line = 0, grade = 0] = [lines.line[highest], lines.value[highest]];
  const message = `${lines.name}, line ${line}: user "${users[user]}" has the grade ${grade}, whose gain (gain: ${settings.gain}) makes ${text} too large for a number of 64 bits. Check that this is the column of grades, scale them, or take gain: linear or gain: binary.`;
  return new LogError(reason("gainTooLarge", message, { file: lines.name, line, grade }));
}

/** The user's list in the order of the measure's ties; lists of one order are made once. */
function listOf(
  { settings, cutoff }: Measure,
  { scores, grades, compareNames, places }: ListedItems,
  labels: { readonly grades: Float64Array; readonly of: Labels },
  cache: Map<string, UserList>,
): UserList {
  const ties = choiceOf("ties", settings.ties);
  const rule = `${settings.scores} ${ties.name}`;
  const key = ties.byCutoff === true ? `${rule} ${cutoff}` : rule;
  const made = cache.get(key);
  if (made !== undefined) return made;
  const compared = choiceOf("scores", settings.scores).compared(scores);
  const order = ties.order({ scores: compared, compareNames }, cutoff ?? scores.length);
  const inOrder = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) inOrder[i] = grades[order[i] as number] as number;
  const list = {
    grades: inOrder,
    labels: labels.grades,
    tied: ties.averages === true ? tiesIn(order, compared) : null,
    ...(places && {
      listed: {
        items: order.map((at) => places[at] as number),
        catalogue: labels.of.numbered().catalogue,
      },
    }),
  };
  cache.set(key, list);
  return list;
}

function tiesIn(order: Int32Array, scores: Float64Array): Int32Array {
  const first = new Int32Array(order.length);
  for (let i = 1; i < order.length; i++) {
    const isTie = scores[order[i] ?? 0] === scores[order[i - 1] ?? 0];
    first[i] = isTie ? (first[i - 1] ?? 0) : i;
  }
  return first;
}
