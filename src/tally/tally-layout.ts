import type { Stratum } from "../log/strata.js";
import type { Buckets, ClusterKey, Tally } from "./tally.js";

/** The layout of the file; readers refuse any other. */
export const format = "hindcast-tally-2";

export interface Header {
  readonly about: string;
  /** `user`: a row a cluster, to be handled as data of single users; `bucket`: none stands alone. */
  readonly level: "user" | "bucket";
  readonly buckets: Buckets;
  readonly clusteredBy: ClusterKey;
  readonly clusters: Tally["clusters"];
  readonly tables: readonly {
    readonly name: string;
    readonly strata: readonly Stratum[];
    readonly keys: readonly string[];
    readonly columns: readonly (readonly [
      fingerprint: string,
      combine: "sum" | "max",
      fine: boolean,
      /** As JSON has no Infinity, null. */
      rounding: number | null,
    ])[];
  }[];
}
