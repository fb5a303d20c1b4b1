import type { Stratum } from "../log/strata.js";

/**
 * Sums and nothing else: what an engine returned of a log, keyed by stratum and bucket of clusters.
 * Frozen and additive; every number of a result follows from it without the log. `About` is what it is a
 * tally of, which the room `evaluate` decides; in a file it is JSON.
 */
export interface Tally<About = unknown> {
  readonly buckets: Buckets;
  /** What a cluster is: tallies of other clusters put the same user into other buckets. */
  readonly clusteredBy: ClusterKey;
  /** Distinct clusters by feed and day; null where the tally cannot know, as after adding. */
  readonly clusters: readonly ScopeCount[] | null;
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly about: About;
}

/** `exact`: every cluster is its own bucket, known by ordinal and by its place among 1,024. */
export type Buckets =
  | {
      readonly kind: "exact";
      readonly hashes: readonly number[];
      /** Keys of users with many trajectories, where the study allows keys in results. */
      readonly frequent?: readonly FrequentUser[];
    }
  | { readonly kind: "hashed"; readonly count: number };

/** A user with many trajectories, by the bucket that the tally knows it by. */
export interface FrequentUser {
  readonly bucket: number;
  readonly key: string;
}

/** The role and the column whose values are clusters, and how a value becomes a bucket. */
export interface ClusterKey {
  /** `row`: the log names neither users nor trajectories. */
  readonly role: "user" | "trajectory" | "row";
  readonly column: string | null;
  /** `native`: by an engine's own hash. */
  readonly hash: "bigint" | "text" | "native";
  /** The fingerprint of the salt that enters the hash. */
  readonly salt?: string;
  /** Name and version of the engine whose own hash it is; another engine may assign users to other buckets. */
  readonly engine?: string;
}

/** How many clusters a feed holds on a day; day null: over all days. */
export interface ScopeCount {
  readonly feed: string | null;
  readonly day: string | null;
  readonly clusters: number;
}

/** One row a stratum, bucket and extra key. */
export interface TallyTable {
  readonly rows: number;
  readonly strata: readonly Stratum[];
  /** Index into `strata`, by row. */
  readonly stratum: Int32Array;
  /** `noBucket` where a table is not split by clusters. */
  readonly bucket: Int32Array;
  /** Further keys, such as the displayed rank; most tables have none. */
  readonly keys: Readonly<Record<string, Float64Array>>;
  /** Columns by the fingerprint of what they add up. */
  readonly columns: Readonly<Record<string, TallyColumn>>;
}

/** Values as unevaluated sums hi + lo; `lo` is null where hi holds every bit. */
export interface TallyColumn {
  readonly combine: "sum" | "max";
  readonly hi: Float64Array;
  readonly lo: Float64Array | null;
  /** The most by which rounding changed what one trajectory adds, if it did; Infinity where nothing bounds it. */
  readonly rounding?: number;
}

/** A column whose values were rounded by so much a trajectory. */
export const rounded = (column: TallyColumn, rounding = 0): TallyColumn =>
  rounding === 0 ? column : { ...column, rounding };

/** The bucket of rows that are not split by clusters. */
export const noBucket = -1;
