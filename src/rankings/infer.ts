import { type Reason, reason } from "../errors.js";
import type { Functional } from "../estimators/estimator.js";
import { estimateIn, type PointEstimate, type Scope, scopeOf } from "../inference/index.js";
import { type Tally, type TallyColumn, trajectoriesColumn } from "../tally/index.js";
import type { UserValues } from "./score.js";

/** Columns of users' values by name: a user is a cluster of one trajectory. */
export interface UserColumns {
  readonly scope: Scope;
  readonly estimate: (of: string) => PointEstimate | Reason;
}

const numerator = (name: string): string => `${name} value`;
const denominator = (name: string): string => `${name} per`;

/** Values of users as a scope of src/inference, from which errors, differences and lifts follow. */
export function userColumns(users: number, values: ReadonlyMap<string, UserValues>): UserColumns {
  const columns: Record<string, TallyColumn> = {
    [trajectoriesColumn]: column(new Float64Array(users).fill(1)),
  };
  const isMean = new Map<string, boolean>();
  for (const [name, { values: own, per }] of values) {
    const counted = own.map((value, user) => (Number.isNaN(value) ? 0 : (per?.[user] ?? 1)));
    columns[numerator(name)] = column(own.map((value) => (Number.isNaN(value) ? 0 : value)));
    isMean.set(
      name,
      counted.every((each) => each === 1),
    );
    if (isMean.get(name) !== true) columns[denominator(name)] = column(counted);
  }
  const tally: Tally = {
    buckets: { kind: "exact", hashes: [] },
    clusteredBy: { role: "user", column: null, hash: "text" },
    clusters: null,
    tables: {
      cells: {
        rows: users,
        strata: [{ day: null, feed: null, logger: null }],
        stratum: new Int32Array(users),
        bucket: Int32Array.from({ length: users }, (_, user) => user),
        keys: {},
        columns,
      },
    },
    about: null,
  };
  const scope = scopeOf(tally, { feed: null, day: null });
  return {
    scope,
    estimate: (name) =>
      isMean.get(name) === true
        ? estimateIn(scope, [numerator(name)], mean)
        : estimateIn(scope, [numerator(name), denominator(name)], ratio),
  };
}

const column = (hi: Float64Array): TallyColumn => ({ combine: "sum", hi, lo: null });

const mean: Functional = ([value = 0]) => ({ value, gradient: [1] });

const ratio: Functional = ([value = 0, per = 0]) =>
  per === 0
    ? reason("zeroDenominator", "The measure counts no user: there is nothing to divide by.")
    : { value: value / per, gradient: [1 / per, -value / (per * per)] };
