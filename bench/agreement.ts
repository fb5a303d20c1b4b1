import type { Difference, Estimate, Result } from "../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { gainSum, product, type Variant } from "./by-hand.js";
import type { Moments } from "./run-by-hand.js";

/** The largest relative deviations between a result and the answer of the query written by hand. */
export interface Agreement {
  readonly compared: number;
  readonly value: number;
  readonly se: number;
}

interface Answer {
  readonly value: number;
  readonly se: number;
}

/**
 * Compares every estimate of the two policies and every difference of DCG by day and feed. Rows over
 * all days are left out: there the query written by hand counts a user of two days as two users.
 */
export function agreementOf(result: Result, byHand: readonly Moments[]): Agreement {
  const places = new Map(byHand.map((row) => [`${row.day}|${row.feed}`, row]));
  const pairs = [...result.estimates, ...result.differences].map(restoreNumbers).flatMap((row) => {
    const moments = places.get(`${row.day}|${row.feed}`);
    if (moments === undefined || "none" in row || row.policy === "logged") return [];
    const expected = "baseline" in row ? differenceOf(row, moments) : estimateOf(row, moments);
    return expected === undefined ? [] : [{ row, expected }];
  });
  const worst = (key: "value" | "se"): number =>
    Math.max(...pairs.map(({ row, expected }) => Math.abs(row[key] / expected[key] - 1)));
  return { compared: pairs.length, value: worst("value"), se: worst("se") };
}

function estimateOf(row: Estimate, moments: Moments): Answer {
  const { policy, reward, estimator } = row;
  if (estimator === "mean") return smooth(moments, [`z_${reward}`], ([z = 0]) => [z, [1]]);
  if (estimator === "dcg") {
    return smooth(moments, [gainSum(policy, reward, variantOf(row))], ([z = 0]) => [z, [1]]);
  }
  const names = [gainSum(policy, reward, "pq"), `w_${policy}`, "t"];
  return smooth(moments, names, ([a = 0, b = 1, t = 0]) => {
    const value = (t * a) / b;
    return [value, [t / b, -value / b, a / b]];
  });
}

function differenceOf(row: Difference, moments: Moments): Answer | undefined {
  if (row.estimator !== "dcg" || row.policy !== "b" || row.baseline !== "a") return undefined;
  const variant = variantOf(row);
  const names = ["a", "b"].map((policy) => gainSum(policy, row.reward, variant));
  return smooth(moments, names, ([a = 0, b = 0]) => [b - a, [-1, 1]]);
}

function variantOf({ parameters }: Estimate | Difference): Variant {
  const { discount, gain } = parameters;
  return `${discount === "log2" ? "d" : "p"}${gain === "c" ? "c" : "q"}`;
}

/** The delta method with CR1 errors, from means, squares and products of users' sums. */
function smooth(
  moments: Moments,
  names: readonly string[],
  g: (means: readonly number[]) => readonly [value: number, gradient: readonly number[]],
): Answer {
  const at = (name: string): number => Number(moments[name]);
  const n = at("s_n");
  const means = names.map((name) => at(`s_${name}`) / n);
  const [value, gradient] = g(means);
  const shift = gradient.reduce((sum, slope, i) => sum - slope * (means[i] ?? 0), 0);
  const terms = [
    ...names.map((name, i) => [name, gradient[i] ?? 0] as const),
    ["n", shift] as const,
  ];
  const second = (a: string, b: string): number =>
    product(a, b) in moments ? at(product(a, b)) : at(product(b, a));
  const squares = terms.flatMap(([a, x]) => terms.map(([b, y]) => x * y * second(a, b)));
  const total = squares.reduce((sum, each) => sum + each, 0);
  const clusters = at("clusters");
  return { value, se: Math.sqrt(((clusters / (clusters - 1)) * total) / n ** 2) };
}
