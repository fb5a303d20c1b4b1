import { reason } from "../../errors.js";
import { square } from "../../numeric/elementary/square.js";
import type { Functional } from "../estimator.js";

/** No variance counts as less than this share of the mean variance of all logging policies. */
const leastShare = 0.1;

/** Trajectories, ΣZ and ΣZ² of a logging policy in a part of the log, over all trajectories. */
type Sums = readonly [n: number, z: number, squares: number];

/**
 * θ = Σ_f n_f θ_f/Σ n_f over parts f of the log, θ_f = (Σ_j ΣZ_jf/s_j²)/(Σ_j n_jf/s_j²), with the variances of the
 * other part where there are two. The means are n, ΣZ, ΣZ² by part and logging policy. The derivative
 * includes that of the variances.
 */
export function combined(parts: number, isFloored: boolean): Functional {
  return (means) => {
    const loggers = means.length / (3 * parts);
    const sumsOf = (part: number): readonly Sums[] =>
      Array.from({ length: loggers }, (_, j) => {
        const [n = 0, z = 0, squares = 0] = means.slice(3 * (part * loggers + j));
        return [n, z, squares] as const;
      });
    const all = Array.from({ length: parts }, (_, part) => sumsOf(part));
    const sizes = all.map((sums) => sums.reduce((total, [n]) => total + n, 0));
    const whole = sizes.reduce((a, b) => a + b, 0);
    const gradient = means.map(() => 0);
    const add = (part: number, j: number, by: readonly number[]): void =>
      by.forEach((slope, k) => {
        const at = 3 * (part * loggers + j) + k;
        gradient[at] = (gradient[at] ?? 0) + slope;
      });
    let value = 0;
    const estimates: number[] = [];
    for (const [part, sums] of all.entries()) {
      const of = parts - 1 - part;
      const variances = variancesOf(all[of] ?? [], isFloored);
      if (variances === undefined) return noVariance(loggers);
      const share = (sizes[part] ?? 0) / whole;
      const over = sums.map((_, j) => 1 / (variances[j]?.value ?? 1));
      const divisor = sums.reduce((total, [n], j) => total + n * (over[j] ?? 0), 0);
      if (!(divisor > 0)) return noVariance(loggers);
      const theta = sums.reduce((total, [, z], j) => total + z * (over[j] ?? 0), 0) / divisor;
      estimates.push(theta);
      value += share * theta;
      sums.forEach(([n, z], j) => {
        const v = over[j] ?? 0;
        add(part, j, [(-share * theta * v) / divisor, (share * v) / divisor]);
        const byVariance = (-share * v * v * (z - theta * n)) / divisor;
        variances[j]?.slopes.forEach((slopes, k) => {
          add(
            of,
            k,
            slopes.map((slope) => byVariance * slope),
          );
        });
      });
    }
    all.forEach((sums, part) => {
      const slope = ((estimates[part] ?? 0) - value) / whole;
      for (const j of sums.keys()) add(part, j, [slope]);
    });
    return { value, gradient };
  };
}

/** A variance, and how it moves with n, ΣZ and ΣZ² of each logging policy. */
interface Variance {
  readonly value: number;
  readonly slopes: readonly (readonly number[])[];
}

/** s_j² = ΣZ²/n − (ΣZ/n)², or the floor; undefined where no logging policy has one. */
function variancesOf(sums: readonly Sums[], isFloored: boolean): readonly Variance[] | undefined {
  const none = sums.map(() => [0, 0, 0]);
  const total = sums.reduce((all, [n]) => all + n, 0);
  const pooled =
    sums.reduce((all, [n, z, squares]) => all + (n > 0 ? squares - (z * z) / n : 0), 0) / total;
  if (!(pooled > 0)) return undefined;
  const floor: Variance = {
    value: leastShare * pooled,
    slopes: sums.map(([n, z]) =>
      n > 0
        ? [square(z / n) - pooled, -(2 * z) / n, 1].map((value) => (leastShare * value) / total)
        : [-(leastShare * pooled) / total, 0, 0],
    ),
  };
  const variances = sums.map(([n, z, squares], j): Variance => {
    const mean = z / n;
    const value = n > 0 ? squares / n - mean * mean : 0;
    if (isFloored && !(value > floor.value)) return floor;
    const slopes = [(2 * mean * mean - squares / n) / n, (-2 * mean) / n, 1 / n];
    return { value, slopes: none.with(j, slopes) };
  });
  return variances.every(({ value }) => value > 0) ? variances : undefined;
}

const noVariance = (loggers: number): ReturnType<Functional> =>
  reason(
    "noVariance",
    `The rewards of the ${loggers} logging policies have no variance by which to weigh them; use balance.`,
    { loggers },
  );
