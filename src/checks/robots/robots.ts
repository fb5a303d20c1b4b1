import type { Facts } from "../../errors.js";
import { clusterVariance } from "../../inference/clusters.js";
import { square } from "../../numeric/elementary/square.js";
import type { Check, Finding, MovedDifference } from "../check.js";
import type { Comparison, ComparisonClusters } from "../comparison.js";
import { figure, movedWithBase, share, untested } from "../figures.js";
import { defineCheck } from "../judged.js";
import { about, behindOthers, withoutReaders } from "./without-readers.js";

/** Times the trajectories of the average cluster, and share of all, from which on one stands out … */
const timesAverage = 10;
const leastShare = 0.01;
/** … or the share of the difference's squared error, of a cluster of more than twice the average's trajectories:
 * normal sums of 40 clusters or more stay below it, and one session with a large amount is not a robot. */
const mostOfVariance = 0.25;
const timesAverageForError = 2;
const enoughClusters = 40;

/** Of all trajectories, from which on one id hardly stands for one person. */
const mostOfOneUser = 0.1;

interface Heaviest {
  readonly at: number;
  readonly share: number;
  readonly ofVariance: number;
  readonly standsOut: boolean;
  /** It is an id that stands for many people, probably. */
  readonly isMany: boolean;
}

export const robots: Check = {
  ...withoutReaders,
  examine(comparison: Comparison): Finding {
    const heaviest = withoutHeaviest.examine(comparison);
    const readers = behindOthers(comparison, withoutReaders.examine(comparison));
    if (!readers.applies) return heaviest.applies || readers.effect === "none" ? heaviest : readers;
    if (!heaviest.applies) return readers;
    const isFirst = heaviest.effect === "cannotTell";
    const [first, second] = isFirst ? [heaviest, readers] : [readers, heaviest];
    return { ...first, message: `${first.message} ${second.message}` };
  },
};

/** The difference without the cluster that stands out most. */
const withoutHeaviest: Check = defineCheck({
  ...about,
  read(comparison: Comparison) {
    const { clusters } = comparison;
    if (clusters === undefined || clusters.sizes.length < 3) {
      const message = "Too few clusters of users are known to leave one out.";
      return untested("share", message, "too few users");
    }
    const heaviest = heaviestOf(clusters);
    const facts = {
      share: heaviest.share,
      shareOfVariance: heaviest.ofVariance,
      ...(heaviest.isMany && { standsForMany: true }),
    };
    if (heaviest.standsOut) return movedWithout(comparison, clusters, heaviest, facts);
    const message = `No user stands out: none accounts for more than ${share(heaviest.share)} of the trajectories, or ${share(heaviest.ofVariance)} of the squared error of the difference.`;
    return { measured: figure(heaviest.share, "share", "no evidence"), message, facts };
  },
});

function movedWithout(
  comparison: Comparison,
  clusters: ComparisonClusters,
  { at, isMany, ...found }: Heaviest,
  facts: Facts,
): MovedDifference {
  const key = clusters.keys?.get(at);
  const remedy = isMany ? remedyOfMany(clusters, key) : remedyOfOne(clusters, key);
  const brings = `accounts for ${share(found.share)} of the trajectories and ${share(found.ofVariance)} of the squared error of the difference`;
  const many = isMany
    ? ": probably an id that stands for many people (guests, an empty field)"
    : "";
  const { ofBase, ...rest } = withoutCluster(comparison, clusters, at);
  const { instead, reread: _, ...moved } = movedWithBase(comparison, rest, ofBase);
  return {
    ...moved,
    ...{ hasSign: true, isSaid: true, tipping: null },
    measured: figure(found.share, "share", `${key === undefined ? "one" : `"${key}"`} ${brings}`),
    message: `${whoIs(clusters, key)} ${brings}${many}; without it the difference is ${instead}. ${remedy}`,
    facts: { ...facts, ...(key !== undefined && { key }), df: rest.df },
  };
}

function whoIs({ areUsers }: ComparisonClusters, key: string | undefined): string {
  if (key !== undefined) return `User "${key}"`;
  return areUsers ? "One user" : "One group of users";
}

/** Groups have no name: an id in one is found by counting. */
const howToFind = ({ areUsers }: ComparisonClusters, key: string | undefined): string => {
  if (key !== undefined) return "";
  return areUsers
    ? " (privacy: { keys: true } names it)"
    : " (groups have no name here: count the sessions of each user in the log to find it)";
};

const remedyOfOne = (clusters: ComparisonClusters, key: string | undefined): string =>
  `Check whether it is a robot${howToFind(clusters, key)}; log.source can leave it out.`;

/** Users that are NULL are each their own. */
function remedyOfMany(clusters: ComparisonClusters, key: string | undefined): string {
  const { name, isWhole } = clusters.userColumn ?? { name: "user", isWhole: false };
  const column = /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
  const value = key === undefined ? "…" : isWhole ? key : `'${key.replaceAll("'", "''")}'`;
  const sql = `select * replace (nullif(${column}, ${value}) as ${column}) from …`;
  return `If so, read it as no user${howToFind(clusters, key)}, and each of its sessions is a user of its own: log.source: { sql: ${JSON.stringify(sql)} }. A robot is left out there.`;
}

/**
 * The cluster that stands out most: by its part of the error where it does so there, else by trajectories;
 * where none stands out, the largest share of each.
 */
function heaviestOf({ sizes, sums }: ComparisonClusters): Heaviest {
  const count = sizes.length;
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const squares = sums.reduce((sum, each) => sum + each * each, 0);
  const of = (at: number): Heaviest => {
    const own = (sizes[at] ?? 0) / n;
    const ofVariance = squares === 0 ? 0 : square(sums[at] ?? 0) / squares;
    const isLarge = own * count > timesAverage && own > leastShare;
    const canCarry = count >= enoughClusters && own * count > timesAverageForError;
    const standsOut = isLarge || (canCarry && ofVariance > mostOfVariance);
    return { at, share: own, ofVariance, standsOut, isMany: isLarge && own > mostOfOneUser };
  };
  const [largest, farthest] = [of(most(sizes, (size) => size)), of(most(sums, Math.abs))];
  if (largest.isMany) return largest;
  if (farthest.standsOut || largest.standsOut) return farthest.standsOut ? farthest : largest;
  return { ...largest, ofVariance: farthest.ofVariance };
}

function most(values: Float64Array, of: (value: number) => number): number {
  return values.reduce((best, value, at) => (of(value) > of(values[best] ?? 0) ? at : best), 0);
}

/**
 * Δ − S_b/(n − m_b), and what the baseline's value changes by so; the error changes as that of the clusters'
 * plain sums does, its degrees of freedom as those of clusters of these sizes.
 */
function withoutCluster(
  comparison: Comparison,
  { sizes, sums, baseSums }: ComparisonClusters,
  at: number,
): Pick<Comparison, "difference" | "se" | "df"> & { readonly ofBase: number | undefined } {
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const left = n - (sizes[at] ?? 0);
  const change = -(sums[at] ?? 0) / left;
  const rest = sums.map((sum, b) => sum - (sizes[b] ?? 0) * change).filter((_, b) => b !== at);
  const all = errorOf(sums, n);
  const se = all === 0 ? comparison.se : (comparison.se * errorOf(rest, left)) / all;
  const [dfOfAll, dfOfRest] = [
    clusterVariance({ sizes, sums }, 0).df,
    clusterVariance({ sizes: sizes.filter((_, b) => b !== at), sums: rest }, 0).df,
  ];
  const df = Math.min(Math.max(comparison.df, dfOfRest), (comparison.df * dfOfRest) / dfOfAll);
  const ofBase = baseSums && -(baseSums[at] ?? 0) / left;
  return { difference: comparison.difference + change, se, df, ofBase };
}

function errorOf(sums: Float64Array, n: number): number {
  const squares = sums.reduce((sum, each) => sum + each * each, 0);
  return Math.sqrt((sums.length / (sums.length - 1)) * squares) / n;
}
