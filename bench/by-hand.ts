import type { Contender } from "./contenders.js";
import { eta } from "./standard-study.js";

const policies = ["a", "b"] as const;
const rewards = ["like", "watch"] as const;
const deepest = 60;

/** A DCG variant by its discount (p: the curve, d: 1/log2) and its gain (c, or q for c/p). */
export type Variant = "pc" | "pq" | "dc" | "dq";
const variants: readonly Variant[] = ["pc", "pq", "dc", "dq"];

/** The name of Σ gain · discount of a policy and a reward in the query and in its answer. */
export const gainSum = (policy: string, reward: string, variant: Variant): string =>
  `z_${policy}_${reward}_${variant}`;

const gains: readonly (readonly [string, string])[] = policies.flatMap((policy) =>
  rewards.flatMap((reward) =>
    variants.map((variant) => {
      const value = `${variant.endsWith("q") ? "q" : "c"}_${reward} * ${variant[0]}_${policy}`;
      return [gainSum(policy, reward, variant), `SUM(${value})`] as const;
    }),
  ),
);

/** Every sum of a trajectory. */
const sums: readonly (readonly [string, string])[] = [
  ...gains,
  ...rewards.map((reward) => [`z_${reward}`, `SUM("${reward}")`] as const),
  ...policies.map((policy) => [`w_${policy}`, `SUM(p_${policy} / p_0)`] as const),
  ["t", "COUNT(*)"],
];

/** Products of two sums that the errors of SNIPS and of differences of DCG need. */
const crossed: readonly (readonly [string, string])[] = [
  ...rewards.flatMap((reward) =>
    policies.flatMap((policy): [string, string][] => {
      const snips = gainSum(policy, reward, "pq");
      return [
        [snips, `w_${policy}`],
        [snips, "t"],
      ];
    }),
  ),
  ...policies.map((policy): [string, string] => [`w_${policy}`, "t"]),
  ...rewards.flatMap((reward) =>
    variants.map((variant): [string, string] => [
      gainSum("a", reward, variant),
      gainSum("b", reward, variant),
    ]),
  ),
];

/**
 * The query that one would write by hand for the standard study: trajectory → user → sums, squares
 * and products by day and feed. No check, plain sums, curves in closed form or as list look-ups.
 */
export function byHandSql(path: string, { kind, user }: Contender): string {
  const curve = (rank: string): string =>
    kind === "lists" ? listed((r) => r ** -eta, rank) : `POWER(${rank}, -${eta}e0)`;
  const log2 = (rank: string): string =>
    kind === "lists" ? listed((r) => 1 / Math.log2(r + 1), rank) : `1e0 / LOG2(${rank} + 1e0)`;
  const named = (list: readonly (readonly [string, string])[]): string =>
    list.map(([alias, value]) => `${value} AS ${alias}`).join(", ");
  const names = sums.map(([alias]) => alias);
  const moments = names.flatMap((name): [string, string][] => [
    [`s_${name}`, `SUM(${name})`],
    [product(name, name), `SUM(${name} * ${name})`],
    [product(name, "n"), `SUM(${name} * n)`],
  ]);
  const products = crossed.map(([a, b]): [string, string] => [product(a, b), `SUM(${a} * ${b})`]);
  return `
WITH l AS (
  SELECT trajectory, ${user} AS u, day, feed, "like", watch, "like" AS c_like, watch AS c_watch,
    ${curve("position")} AS p_0, "like" / p_0 AS q_like, watch / p_0 AS q_watch,
    ${policies.map((p) => `${curve(`rank_${p}`)} AS p_${p}, ${log2(`rank_${p}`)} AS d_${p}`).join(", ")}
  FROM '${path}'
), t AS (
  SELECT trajectory, u, day, feed, ${named(sums)} FROM l GROUP BY trajectory, u, day, feed
), g AS (
  SELECT u, day, feed, COUNT(*) AS n, ${named(names.map((name) => [name, `SUM(${name})`]))}
  FROM t GROUP BY u, day, feed
)
SELECT CAST(day AS VARCHAR) AS day, CAST(feed AS VARCHAR) AS feed, COUNT(*) AS clusters,
  CAST(SUM(n) AS DOUBLE) AS s_n, CAST(SUM(n * n) AS DOUBLE) AS ${product("n", "n")},
  ${named([...moments, ...products])}
FROM g GROUP BY day, feed`;
}

/** The bare query for depths: trajectory → deepest rank → counts by day, feed and depth. No user, no check. */
export const bareSql = (path: string): string => `
WITH t AS (
  SELECT trajectory, feed, MIN(day) AS day, MAX(position) AS depth FROM '${path}'
  GROUP BY trajectory, feed
)
SELECT CAST(day AS VARCHAR) AS day, feed, depth, COUNT(*) AS trajectories
FROM t GROUP BY day, feed, depth`;

/** The name of Σ a·b over users. */
export const product = (a: string, b: string): string => `x_${a}__${b}`;

function listed(value: (rank: number) => number, rank: string): string {
  const entries = Array.from({ length: deepest }, (_, i) => value(i + 1).toExponential());
  return `[${entries.join(", ")}][${rank}]`;
}
