import { type Reason, reason } from "../errors.js";
import type { Functional } from "../estimators/index.js";
import { estimateIn, type PointEstimate } from "../inference/delta.js";
import { type Scope, scopeOf } from "../inference/scope.js";
import { trajectoriesColumn } from "../tally/take.js";
import type { Tally, TallyColumn } from "../tally/tally.js";
import type { UserValues } from "./score.js";

export interface UserEstimates {
  readonly users: number;
  /** In the order of the values that were given. */
  readonly estimates: readonly (PointEstimate | Reason)[];
}

const numerator = (at: number): string => `${at} value`;
const denominator = (at: number): string => `${at} per`;

/**
 * Estimates of users' values over the users who count in all of them, as of a scope of src/inference, from which errors,
 * differences and lifts follow: a user is a cluster of one trajectory. Users who do not count are not clusters with 0:
 * the error of a mean over four users has three degrees of freedom, whoever else has labels.
 */
export function estimatesOver(all: readonly UserValues[]): UserEstimates {
  const size = all[0]?.values.length ?? 0;
  const counting = Int32Array.from({ length: size }, (_, user) => user).filter((user) =>
    all.every(({ values }) => !Number.isNaN(values[user])),
  );
  const users = counting.length;
  const of = (values: Float64Array): TallyColumn =>
    column(users === size ? values : Float64Array.from(counting, (user) => values[user] as number));
  const columns: Record<string, TallyColumn> = {
    [trajectoriesColumn]: column(new Float64Array(users).fill(1)),
  };
  all.forEach(({ values, per }, at) => {
    columns[numerator(at)] = of(values);
    if (per !== null) columns[denominator(at)] = of(per);
  });
  const scope = scopeIn(users, columns);
  return {
    users,
    estimates: all.map(({ per }, at) => {
      if (users === 0) return noUser();
      const result =
        per === null
          ? estimateIn(scope, [numerator(at)], mean)
          : estimateIn(scope, [numerator(at), denominator(at)], ratio);
      return "code" in result && result.code === "overflow" ? tooLarge(result) : result;
    }),
  };
}

function scopeIn(users: number, columns: Readonly<Record<string, TallyColumn>>): Scope {
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
  return scopeOf(tally, { feed: null, day: null });
}

const column = (hi: Float64Array): TallyColumn => ({ combine: "sum", hi, lo: null });

const mean: Functional = ([value = 0]) => ({ value, gradient: [1] });

const ratio: Functional = ([value = 0, per = 0]) =>
  per === 0 ? noUser() : { value: value / per, gradient: [1 / per, -value / (per * per)] };

const tooLarge = ({ code, facts }: Reason): Reason =>
  reason(
    code,
    "Gains are too large to add their squares up, as a standard error does. Scale the grades, or take gain: linear or gain: binary.",
    facts,
  );

const noUser = (): Reason =>
  reason("zeroDenominator", "The measure counts no user: there is nothing to divide by.");
