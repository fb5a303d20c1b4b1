import { outOfDomain } from "./out-of-domain.js";

/**
 * How far the share of intervals that hold the truth may be from the nominal one in so many independent replications:
 * z·√(nominal·(1 − nominal)/replications), z binomial standard errors. Throws a RangeError for a nominal share outside
 * (0, 1) or fewer than one replication. `coverageTolerance(0.95, 2000)` is 0.0194936.
 */
export function coverageTolerance(nominal: number, replications: number, z = 4): number {
  if (!(nominal > 0 && nominal < 1)) {
    throw outOfDomain("coverageTolerance", "nominal", "(0, 1)", nominal);
  }
  if (!(replications >= 1)) {
    throw outOfDomain("coverageTolerance", "replications", "[1, ∞)", replications);
  }
  return z * Math.sqrt((nominal * (1 - nominal)) / replications);
}
