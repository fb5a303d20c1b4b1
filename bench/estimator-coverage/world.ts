import { listWeights } from "../../src/placement/list-weights.js";
import { plackettLuce, plackettLucePropensities } from "../../src/placement/plackett-luce.js";

/** Items of five slots, viewed with p_r = γ^(r−1). */
export const items: readonly number[] = [0, 1, 2, 3, 4];
const gamma = 0.7;
export const curve: Readonly<Record<string, unknown>> = {
  model: "geometric",
  gamma,
  cutoff: items.length,
};
export const viewAt = (rank: number): number => gamma ** (rank - 1);
/** P(T = t) of a list. */
export const stopsAt = (t: number): number => viewAt(t) - (t === items.length ? 0 : viewAt(t + 1));

export const clusters: readonly number[] = [1, 1, 2, 3, 3];

/** What users of a segment like at a view, and the policies' weights of items for them (Plackett–Luce). */
interface Segment {
  readonly quality: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly drawn: readonly number[];
  /** The rank of each item under the policy without chance. */
  readonly ranked: readonly number[];
}

/** Items of a cluster are liked alike, so that weights of clusters are right. */
export const segments: readonly Segment[] = [
  {
    quality: [0.4, 0.4, 0.3, 0.1, 0.1],
    first: [3, 2, 2, 1, 1],
    second: [1, 1, 2, 3, 2],
    drawn: [4, 4, 2, 1, 1],
    ranked: [1, 2, 3, 4, 5],
  },
  {
    quality: [0.1, 0.1, 0.2, 0.45, 0.45],
    first: [3, 2, 2, 1, 1],
    second: [1, 1, 2, 3, 2],
    drawn: [1, 1, 2, 4, 4],
    ranked: [4, 5, 3, 1, 2],
  },
];

/** The share of sessions that each logging policy writes, and of users in each segment. */
export const shares = { first: 0.6, second: 0.4 } as const;
export const segmentShare = 0.5;
export type Logger = keyof typeof shares;
export const loggers: readonly Logger[] = ["first", "second"];
/** Users like things this much more or less than others of their segment. */
export const tastes: readonly number[] = [0.2, 1.8];

/** Trust bias by rank, in a study of it: of what is viewed, relevant and other items are rewarded with these chances. */
export const trust = { plus: [1, 0.9, 0.8], minus: [0.1, 0.05, 0.02] } as const;

/** The chance of a reward of a view at a rank, of an item that is liked with chance q: (ε⁺ − ε⁻)q + ε⁻. */
export function rewardedAt(rank: number, q: number): number {
  const last = (table: readonly number[]): number => table[rank - 1] ?? table.at(-1) ?? 0;
  return last(trust.minus) + (last(trust.plus) - last(trust.minus)) * q;
}

/** Wrong predictions whose differences within a cluster are right. */
export const predicted = (quality: number): number => 0.5 * quality + 0.05;

const permutations = (left: readonly number[]): readonly (readonly number[])[] =>
  left.length === 0
    ? [[]]
    : left.flatMap((a) => permutations(left.filter((b) => b !== a)).map((rest) => [a, ...rest]));
export const orders: readonly (readonly number[])[] = permutations(items);

/** Σ_r P(R = r)·p_r of each item. */
export const exposuresOf = (placement: readonly (readonly number[])[]): readonly number[] =>
  placement.map((own) => own.reduce((sum, chance, r) => sum + chance * viewAt(r + 1), 0));

const chanceOf = (weights: readonly number[], order: readonly number[]): number =>
  plackettLucePropensities(weights, order).reduce((all, each) => all * each, 1);

/** What a row holds of a list that a logger showed to a segment. */
export interface ShownList {
  readonly items: readonly number[];
  readonly chance: number;
  readonly listWeight: number;
  readonly slots: readonly {
    readonly item: number;
    readonly ranked: number;
    readonly exposure: number;
    readonly exposureOf: Readonly<Record<"first" | "second" | "drawn", number>>;
    readonly propensity: readonly [logging: number, target: number];
    readonly placement: readonly [logging: number, target: number];
    readonly prediction: number;
    readonly remaining: readonly [shown: number, expected: number];
    readonly quality: number;
  }[];
}

/** Every list of a segment and a logger with its probability. */
export function listsOf(segment: Segment, logger: Logger): readonly ShownList[] {
  const { quality, drawn } = segment;
  const chances = orders.map((order) => ({
    items: order,
    logging: chanceOf(segment[logger], order),
    target: chanceOf(drawn, order),
  }));
  const weights = listWeights(chances);
  const own = plackettLuce(segment[logger]);
  const target = plackettLuce(drawn);
  const exposureBy = {
    first: plackettLuce(segment.first),
    second: plackettLuce(segment.second),
    drawn: target,
  };
  const remainingOf = (item: number, r: number): number =>
    viewAt(r + 1) * (predicted(quality[item] ?? 0) + 0.3);
  return chances.map(({ items: order, logging }, at) => {
    const [p0, p1] = [segment[logger], drawn].map((each) => plackettLucePropensities(each, order));
    return {
      items: order,
      chance: logging,
      listWeight: weights[at] ?? 0,
      slots: order.map((item, r) => {
        const left = items.filter((each) => !order.slice(0, r).includes(each));
        const whole = left.reduce((sum, each) => sum + (drawn[each] ?? 0), 0);
        const expected = left.reduce(
          (sum, each) => sum + ((drawn[each] ?? 0) / whole) * remainingOf(each, r),
          0,
        );
        const exposureOf = Object.fromEntries(
          Object.entries(exposureBy).map(([name, placement]) => [
            name,
            exposuresOf(placement)[item] ?? 0,
          ]),
        ) as Record<"first" | "second" | "drawn", number>;
        return {
          item,
          ranked: segment.ranked[item] ?? 0,
          exposure: exposureOf[logger],
          exposureOf,
          propensity: [p0?.[r] ?? 0, p1?.[r] ?? 0],
          placement: [own[item]?.[r] ?? 0, target[item]?.[r] ?? 0],
          prediction: predicted(quality[item] ?? 0),
          remaining: [remainingOf(item, r), expected],
          quality: quality[item] ?? 0,
        };
      }),
    };
  });
}
