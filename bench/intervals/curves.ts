import { intervals } from "../../src/inference/intervals/index.js";
import { intervalBy, type Statistic } from "../../src/inference/intervals/interval.js";
import { skewnessOf } from "../../src/inference/intervals/skewness.js";
import { candidates, curveOf, standard, truthOf, type View, viewsOf, type World } from "./world.js";

const level = 0.95;
/** Above this size of skewness a difference is said to be `skewed`. */
const skewed = 0.3;

const worlds: Readonly<Record<string, World>> = {
  "geometric, γ = .88": standard,
  "Yule–Simon, ρ = .8": { ...standard, rho: 0.8 },
};

/** `t` and `skewness` for two estimators under two curves, each learnt from the log that it is used on. */
export function curvesSection(users: readonly number[], logs: number): string {
  const rows = users.flatMap((count) =>
    Object.entries(worlds).flatMap(([name, world]) =>
      rowsOf(name, world, count, count > 300 ? Math.round(logs / 5) : logs),
    ),
  );
  return [
    "| users | curve | estimator | `t` | above `t` | `skewness` | above `skewness` | width ÷ `t` | SE ÷ spread | said to be `skewed` |",
    `|---:|---|---|${"---:|".repeat(7)}`,
    ...rows,
    "",
    `${logs} logs of each, a fifth of that above 300 users, 3 candidates; means over candidates, from the worst to the best in brackets.`,
  ].join("\n");
}

interface Found {
  readonly value: number;
  readonly se: number;
  readonly skewness: number;
  readonly ends: readonly (readonly [number, number])[];
}

function rowsOf(name: string, world: World, users: number, logs: number): readonly string[] {
  const methods = ["t", "skewness"].flatMap((each) => intervals.filter((own) => own.name === each));
  const found = new Map<string, Found[]>();
  for (let seed = 0; seed < logs; seed++) {
    for (const [key, of] of statisticsOf(users, seed, world)) {
      const ends = methods.map((method) => intervalBy(method, of, level));
      const skewness = skewnessOf(of.influence ?? new Float64Array());
      const own = found.get(key) ?? [];
      own.push({ value: of.value, se: of.se, skewness, ends });
      found.set(key, own);
    }
  }
  return estimators.map((estimator) => {
    const own = Object.keys(candidates).map((candidate) => {
      const truth = truthOf(candidate, world);
      const all = found.get(`${estimator} ${candidate}`) ?? [];
      const share = (holds: (each: Found) => boolean): number => all.filter(holds).length / logs;
      const mean = (of: (each: Found) => number): number =>
        all.reduce((sum, each) => sum + of(each), 0) / logs;
      const middle = mean(({ value }) => value);
      const end = (each: Found, at: number, side: 0 | 1): number => each.ends[at]?.[side] ?? 0;
      const held = [0, 1].map((at) =>
        share((each) => end(each, at, 0) <= truth && truth <= end(each, at, 1)),
      );
      const above = [0, 1].map((at) => share((each) => truth > end(each, at, 1)));
      const width = [0, 1].map((at) => mean((each) => end(each, at, 1) - end(each, at, 0)));
      const ratio = mean(({ se }) => se ** 2) / mean(({ value }) => (value - middle) ** 2);
      const said = share(({ skewness }) => Math.abs(skewness) > skewed);
      return { held, above, width, ratio: Math.sqrt(ratio), said };
    });
    const all = (of: (each: (typeof own)[number]) => number): string =>
      (own.reduce((sum, each) => sum + of(each), 0) / own.length).toFixed(3);
    const range = (at: number): string => {
      const held = own.map((each) => each.held[at] ?? 0);
      return `${all((each) => each.held[at] ?? 0)} (${Math.min(...held).toFixed(3)}–${Math.max(...held).toFixed(3)})`;
    };
    const above = (at: number): string => all((each) => each.above[at] ?? 0);
    const width = all((each) => (each.width[1] ?? 0) / (each.width[0] ?? 1));
    const cells = [range(0), above(0), range(1), above(1), width, all(({ ratio }) => ratio)];
    return `| ${users} | ${name} | \`${estimator}\` | ${[...cells, all(({ said }) => said)].join(" | ")} |`;
  });
}

const estimators = ["dcg", "snips"] as const;

/** The difference from the logger by each estimator and candidate, with the influence of every user on it. */
function statisticsOf(users: number, seed: number, world: World): ReadonlyMap<string, Statistic> {
  const views: View[] = [];
  viewsOf(users, seed, world, (view) => views.push(view));
  const { fitted, scores } = fitOf(users, views, world);
  const curve = curveOf(fitted);
  const slopes = slopesOf(fitted);
  const by = (of: (view: View) => number): Float64Array => {
    const sums = new Float64Array(users);
    for (const view of views) sums[view.user] = (sums[view.user] ?? 0) + of(view);
    return sums;
  };
  const [sessions, viewed, likes] = [
    by(({ rank }) => (rank === 1 ? 1 : 0)),
    by(() => 1),
    by((v) => v.like),
  ];
  const [n, T, C] = [total(sessions), total(viewed), total(likes)];
  const found = new Map<string, Statistic>();
  const at = (list: readonly number[], rank: number): number => list[rank - 1] ?? 0;
  for (const [candidate, rankOf] of Object.entries(candidates)) {
    const weight = ({ item, rank }: View): number =>
      at(curve, rankOf(item, world.listLength)) / at(curve, rank);
    const slope = (view: View): number =>
      weight(view) * (at(slopes, rankOf(view.item, world.listLength)) - at(slopes, view.rank));
    const [gains, weights] = [by((v) => v.like * weight(v)), by(weight)];
    const [dGains, dWeights] = [total(by((v) => v.like * slope(v))), total(by(slope))];
    const [A, B] = [total(gains), total(weights)];
    const logged = (b: number): number => ((likes[b] ?? 0) - (C / n) * (sessions[b] ?? 0)) / n;
    const dcg = Float64Array.from(
      sessions,
      (own, b) =>
        ((gains[b] ?? 0) - (A / n) * own) / n + (dGains / n) * (scores[b] ?? 0) - logged(b),
    );
    const [rate, depth] = [A / B, T / n];
    const snips = Float64Array.from(
      sessions,
      (own, b) =>
        (depth / B) *
          ((gains[b] ?? 0) -
            rate * (weights[b] ?? 0) +
            (dGains - rate * dWeights) * (scores[b] ?? 0)) +
        (rate / n) * ((viewed[b] ?? 0) - depth * own) -
        logged(b),
    );
    found.set(`dcg ${candidate}`, statistic(A / n - C / n, dcg, n));
    found.set(`snips ${candidate}`, statistic(rate * depth - C / n, snips, n));
  }
  return found;
}

function statistic(value: number, psi: Float64Array, trajectories: number): Statistic {
  const factor = Math.sqrt(psi.length / (psi.length - 1));
  const influence = psi.map((each) => factor * each);
  const se = Math.sqrt(influence.reduce((sum, each) => sum + each * each, 0));
  return { value, se, degreesOfFreedom: psi.length - 1, trajectories, influence };
}

/** The world with the parameter of its curve as the log has it, and what each user adds to that. */
function fitOf(
  users: number,
  views: readonly View[],
  world: World,
): { readonly fitted: World; readonly scores: Float64Array } {
  const { listLength, rho } = world;
  // A session stops at its last view, unless the list ends there.
  const [reached, stops] = [new Float64Array(listLength), new Float64Array(users)];
  views.forEach(({ rank, user, session }, at) => {
    if (rank === listLength) return;
    reached[rank - 1] = (reached[rank - 1] ?? 0) + 1;
    if (views[at + 1]?.session !== session) stops[user] = (stops[user] ?? 0) + 1;
  });
  const all = total(stops);
  const theta = rho === undefined ? 1 - all / total(reached) : rhoOf(reached, all);
  const sums = Float64Array.from(stops, (own) => (rho === undefined ? -own : own / theta));
  let information = rho === undefined ? total(reached) : all / theta ** 2;
  for (const { rank, user } of views) {
    if (rank === listLength) continue;
    sums[user] = (sums[user] ?? 0) + (rho === undefined ? 1 - theta : -1 / (theta + rank));
    if (rho !== undefined) information -= 1 / (theta + rank) ** 2;
  }
  const fitted = rho === undefined ? { ...world, gamma: theta } : { ...world, rho: theta };
  return { fitted, scores: sums.map((each) => each / information) };
}

/** Observed stops equal expected ones. */
function rhoOf(reached: Float64Array, stops: number): number {
  let [low, high] = [1e-3, 50];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    const expected = reached.reduce((sum, n, j) => sum + (n * middle) / (middle + j + 1), 0);
    if (expected < stops) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** d log p_r by the parameter. */
const slopesOf = ({ listLength, gamma, rho }: World): readonly number[] => {
  const slopes = [0];
  for (let rank = 1; rank < listLength; rank++) {
    slopes.push((slopes[rank - 1] ?? 0) + (rho === undefined ? 1 / gamma : -1 / (rho + rank)));
  }
  return slopes;
};

const total = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0);
