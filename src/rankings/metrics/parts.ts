import { choiceOf } from "../conventions/index.js";
import type { Settings } from "../settings.js";
import type { Terms, UserList } from "./metric.js";

export function discounted(gains: Float64Array, { cutoff, discounts }: Terms): number {
  const weights = discounts(Math.min(gains.length, cutoff));
  let sum = 0;
  for (let i = 0; i < gains.length && i < cutoff; i++) {
    const gain = gains[i] ?? 0;
    if (gain !== 0) sum += gain * (weights[i] ?? 0);
  }
  return sum;
}

/** What metrics are computed under: one for all users, who share the table of discounts, which grows as lists need it. */
export function termsOf(settings: Settings, cutoff: number | null): Terms {
  const { at } = choiceOf("discount", settings.discount);
  let table = new Float64Array(0);
  return {
    settings,
    cutoff: cutoff ?? Infinity,
    discounts(ranks) {
      if (table.length < ranks) {
        const size = Math.max(ranks, 2 * table.length, 100);
        table = Float64Array.from({ length: size }, (_, i) => at(i + 1));
      }
      return table;
    },
  };
}

/** Gains by rank; over ties that are averaged, the mean gain of the tie. */
export const gainsOf = (list: UserList, settings: Settings): Float64Array =>
  averaged(gainsUpTo(list.grades, settings, list.grades.length), list.tied);

function gainsUpTo(grades: Float64Array, settings: Settings, ranks: number): Float64Array {
  const { of } = choiceOf("gain", settings.gain);
  const { of: counted } = choiceOf("negatives", settings.negatives);
  const gains = new Float64Array(Math.min(ranks, grades.length));
  for (let i = 0; i < gains.length; i++) {
    gains[i] = of(counted(grades[i] as number), settings.relevant);
  }
  return gains;
}

/** 1 where the item is relevant, else 0; over ties that are averaged, the share that is. */
export function relevanceOf(list: UserList, { relevant }: Settings): Float64Array {
  return averaged(
    list.grades.map((grade) => (grade >= relevant ? 1 : 0)),
    list.tied,
  );
}

function averaged(values: Float64Array, tied: Int32Array | null): Float64Array {
  if (tied === null) return values;
  const sums = new Float64Array(values.length);
  const counts = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const first = tied[i] ?? i;
    sums[first] = (sums[first] ?? 0) + (values[i] ?? 0);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return values.map((_, i) => (sums[tied[i] ?? i] ?? 0) / (counts[tied[i] ?? i] ?? 1));
}

/** Σ gain·discount of grades by rank, without an array of gains: it is what a million lines need most. */
function discountedGrades(grades: Float64Array, { settings, cutoff, discounts }: Terms): number {
  const { of } = choiceOf("gain", settings.gain);
  const { of: counted } = choiceOf("negatives", settings.negatives);
  const ranks = Math.min(grades.length, cutoff);
  const weights = discounts(ranks);
  let sum = 0;
  for (let i = 0; i < ranks; i++) {
    const gain = of(counted(grades[i] as number), settings.relevant);
    if (gain !== 0) sum += gain * (weights[i] as number);
  }
  return sum;
}

export const dcgOf = (list: UserList, terms: Terms): number =>
  list.tied === null
    ? discountedGrades(list.grades, terms)
    : discounted(gainsOf(list, terms.settings), terms);

export const idealOf = (list: UserList, terms: Terms): number =>
  discountedGrades(choiceOf("ideal", terms.settings.ideal).of(list.grades, list.labels), terms);

export function relevantLabels({ labels }: UserList, { relevant }: Settings): number {
  let count = 0;
  while (count < labels.length && (labels[count] ?? 0) >= relevant) count += 1;
  return count;
}

export function sumUpTo(values: Float64Array, cutoff: number): number {
  let sum = 0;
  for (let i = 0; i < values.length && i < cutoff; i++) sum += values[i] ?? 0;
  return sum;
}

/** The first rank that counts and holds a relevant item, from 1; Infinity without one. */
export function firstRelevant({ grades }: UserList, { settings, cutoff }: Terms): number {
  for (let i = 0; i < grades.length && i < cutoff; i++) {
    if ((grades[i] ?? 0) >= settings.relevant) return i + 1;
  }
  return Infinity;
}

/** The mean over the listed items that count of what `of` makes of their holders among all users; null without one. */
export function meanOfListed(
  { listed }: UserList,
  { cutoff }: Terms,
  of: (holders: number, users: number) => number,
): number | null {
  if (listed === undefined) return null;
  const { items, catalogue } = listed;
  const ranks = Math.min(items.length, cutoff);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank++) {
    sum += of(catalogue.holders[items[rank] as number] ?? 0, catalogue.users);
  }
  return ranks === 0 ? null : sum / ranks;
}
