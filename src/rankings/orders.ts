import type { Cause, Disagreement, Inversion, Orders } from "../answers/index.js";
import { kendall, pearson } from "../numeric/correlation.js";
import { type Measure, measure } from "./measure.js";
import { dcgFamily } from "./metrics/index.js";
import type { UserValues } from "./score.js";
import type { Settings } from "./settings.js";

/** DCG, nDCG and post-normalised DCG of one cutoff and one set of conventions. */
export interface Family {
  readonly sum: Measure;
  readonly byUser: Measure;
  readonly once: Measure;
}

export interface FamilyValues {
  readonly run: string;
  readonly sum: UserValues;
  readonly byUser: UserValues;
  readonly once: UserValues;
}

/** The family of the first measure that belongs to one; null where none does. */
export function familyOf(measures: readonly Measure[]): Family | null {
  const members = Object.values(dcgFamily);
  const first = measures.find(({ metric }) => members.includes(metric));
  return first === undefined ? null : familyUnder(first.settings, first.cutoff);
}

export function familyUnder(settings: Settings, cutoff: number | null): Family {
  const of = (metric: Measure["metric"]): Measure => measure(metric, cutoff, settings);
  return { sum: of(dcgFamily.sum), byUser: of(dcgFamily.byUser), once: of(dcgFamily.once) };
}

/** The measure of all users that count: Σ value ÷ Σ per, or that of all lists together. */
export function meanOf({ values, per, ofAll }: UserValues): number {
  if (ofAll !== undefined) return ofAll;
  let [sum, all] = [0, 0];
  values.forEach((value, user) => {
    if (Number.isNaN(value)) return;
    sum += value;
    all += per?.[user] ?? 1;
  });
  return sum / all;
}

/** How many users an inversion names, and how many inversions name any. */
const [mostUsers, mostExplained] = [5, 20];

/**
 * Compares the order of runs by DCG with that by nDCG, over the users who count in every run, and finds the users
 * who make the two differ.
 */
export function ordersOf(
  family: Family,
  runs: readonly FamilyValues[],
  users: readonly string[],
): Orders {
  const { all, skipped } = overSameUsers(runs);
  const rows = all.map(({ run, sum, byUser, once }) => ({
    run,
    dcg: meanOf(sum),
    ndcg: meanOf(byUser),
    pndcg: meanOf(once),
  }));
  const [dcg, ndcg] = [rows.map((row) => row.dcg), rows.map((row) => row.ndcg)];
  const rankIn = (values: readonly number[], value: number): number | null =>
    Number.isNaN(value) ? null : 1 + values.filter((other) => other > value).length;
  const { sum, byUser, once } = family;
  return {
    measures: { dcg: sum.text, ndcg: byUser.text, pndcg: once.text },
    runs: rows
      .map((row) => ({
        ...row,
        rankByDcg: rankIn(dcg, row.dcg),
        rankByNdcg: rankIn(ndcg, row.ndcg),
      }))
      .sort((a, b) => b.dcg - a.dcg),
    skipped,
    inversions: inversionsIn(rows, all, users),
    disagreement: disagreementOf(dcg, ndcg),
    pearson: pearson(dcg, ndcg),
    kendall: kendall(dcg, ndcg),
  };
}

/** Means over different users do not compare runs: a user who does not count in one run counts in none. */
function overSameUsers(runs: readonly FamilyValues[]): {
  readonly all: readonly FamilyValues[];
  readonly skipped: number;
} {
  const apart = new Set<number>();
  const only = (part: (run: FamilyValues) => UserValues): readonly UserValues[] => {
    const values = runs.map(part);
    const left = [...(values[0]?.values.keys() ?? [])].filter((user) => {
      const counts = values.reduce((n, of) => (Number.isNaN(of.values[user]) ? n : n + 1), 0);
      return counts > 0 && counts < values.length;
    });
    for (const user of left) apart.add(user);
    return left.length === 0 ? values : values.map((value) => without(value, left));
  };
  const sums = only(({ sum }) => sum);
  const byUsers = only(({ byUser }) => byUser);
  const onces = only(({ once }) => once);
  const all = runs.map((run, at) => ({
    run: run.run,
    sum: sums[at] ?? run.sum,
    byUser: byUsers[at] ?? run.byUser,
    once: onces[at] ?? run.once,
  }));
  return { all, skipped: apart.size };
}

function without({ values, per, ...rest }: UserValues, users: readonly number[]): UserValues {
  const left = (of: Float64Array): Float64Array => {
    const kept = of.slice();
    for (const user of users) kept[user] = Number.NaN;
    return kept;
  };
  return { ...rest, values: left(values), per: per === null ? null : left(per) };
}

interface Row {
  readonly run: string;
  readonly dcg: number;
  readonly ndcg: number;
}

function inversionsIn(
  rows: readonly Row[],
  all: readonly FamilyValues[],
  users: readonly string[],
): readonly Inversion[] {
  const inversions = rows.flatMap((a, i) =>
    rows.flatMap((b, j) =>
      a.dcg > b.dcg && a.ndcg < b.ndcg
        ? [{ i, j, byDcg: a.run, byNdcg: b.run, dcg: a.dcg - b.dcg, ndcg: a.ndcg - b.ndcg }]
        : [],
    ),
  );
  return inversions
    .sort((a, b) => a.ndcg - b.ndcg)
    .map(({ i, j, ...inversion }, at) => ({
      ...inversion,
      users: at < mostExplained ? causes(all[i], all[j], users) : [],
    }));
}

/**
 * nDCG weighs user u by w_u = 1/iDCG_u where DCG weighs all alike: Δ nDCG_u − w̄·Δ DCG_u is what the weights
 * add, w̄ their mean. Of the users who prefer the other run, those with the most negative parts turn the order round.
 */
function causes(
  a: FamilyValues | undefined,
  b: FamilyValues | undefined,
  users: readonly string[],
): readonly Cause[] {
  if (a === undefined || b === undefined) return [];
  const dcg = users.map((_, u) => (a.sum.values[u] ?? 0) - (b.sum.values[u] ?? 0));
  const ndcg = users.map((_, u) => (a.byUser.values[u] ?? 0) - (b.byUser.values[u] ?? 0));
  const weights = users.flatMap((_, u) => {
    const ideal = a.once.per?.[u] ?? 0;
    return ideal > 0 ? [1 / ideal] : [];
  });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length);
  return users
    .map((user, u) => ({ user, dcg: dcg[u] ?? 0, ndcg: ndcg[u] ?? 0 }))
    .filter((row) => row.ndcg < 0 && row.ndcg - mean * row.dcg < 0)
    .sort((one, other) => one.ndcg - mean * one.dcg - (other.ndcg - mean * other.dcg))
    .slice(0, mostUsers);
}

/**
 * Compares the orders that two measures give the same models. One pair in four inverted has `inverted` .25. A model
 * that either gives no value (NaN) is in no pair; shares are null where no pair is left.
 */
export function disagreementOf(x: ArrayLike<number>, y: ArrayLike<number>): Disagreement {
  let [agreeing, disagreeing, pairs, concordant, discordant] = [0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < x.length; j++) {
      const [a, b] = [(x[i] ?? 0) - (x[j] ?? 0), (y[i] ?? 0) - (y[j] ?? 0)];
      if (Number.isNaN(a) || Number.isNaN(b)) continue;
      if (i < j) pairs += 1;
      if (a === 0 && b === 0) continue;
      if ((a < 0 && b <= 0) || (a > 0 && b >= 0)) agreeing += 1;
      else disagreeing += 1;
      if (i >= j) continue;
      if (a * b > 0) concordant += 1;
      if (a * b < 0) discordant += 1;
    }
  }
  const total = agreeing + disagreeing;
  return {
    probability: total === 0 ? null : disagreeing / total,
    agreeing,
    disagreeing,
    inverted: pairs === 0 ? null : discordant / pairs,
    concordant,
    discordant,
  };
}
