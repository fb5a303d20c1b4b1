import { introselectOrder } from "../../../rankings/index.js";
import { type BinaryMatrix, countsOf, rowOf, transpose } from "../../matrix.js";
import { valueIn } from "../../parameter.js";
import type { Model } from "../model.js";

/**
 * KUNN: neighbours of users and of items at once, every interaction weighed by 1/√(items of the user) and
 * 1/√(users of the item). Sums are added in the order in which the published implementation's sparse products
 * add them: nearly equal neighbours tie or not by their last bits. A grid shares the similarities: the item's
 * part depends on Ki alone and the user's on Ku.
 */
export const kunn: Model = {
  name: "kunn",
  purpose: "neighbours of users and of items at once",
  reference: "Verstrepen and Goethals (RecSys 2014)",
  parameters: [
    { name: "Ku", purpose: "how many neighbours of each user count", default: 100 },
    { name: "Ki", purpose: "how many neighbours of each item count", default: 100 },
  ],
  learn: (train, grid) => ({
    tasks: 0,
    slot: 0,
    run: () => {},
    open() {
      const of = (name: string): readonly number[] =>
        grid.map((point) => valueIn(kunn, point, name));
      const [Ku, Ki] = [of("Ku"), of("Ki")];
      const sizes = { users: [...new Set(Ku)], items: [...new Set(Ki)] };
      const parts = { users: userParts(train, sizes.users), items: itemParts(train, sizes.items) };
      const places = grid.map((_, at) => ({
        user: sizes.users.indexOf(Ku[at] ?? 0),
        item: sizes.items.indexOf(Ki[at] ?? 0),
      }));
      const scores = grid.map(() => new Float64Array(train.width));
      return () => (user) => {
        const [users, items] = [parts.users(user), parts.items(user)];
        const history = rowOf(train, user);
        scores.forEach((values, at) => {
          const { user: u, item: i } = places[at] ?? { user: 0, item: 0 };
          const [a, b] = [items[i] as Float64Array, users[u] as Float64Array];
          for (let k = 0; k < values.length; k++) values[k] = (a[k] as number) + (b[k] as number);
          for (const item of history) values[item] = 0;
        });
        return scores;
      };
    },
  }),
};

/** Every part of a user's scores, one array for each number of neighbours. */
type Parts = (user: number) => readonly Float64Array[];

const inverseRoots = (counts: Float64Array): Float64Array =>
  counts.map((count) => (count === 0 ? 0 : 1 / Math.sqrt(count)));

/** A row of similarities: the neighbours as they were first met, last one first, itself among them with 0. */
interface Row {
  readonly others: Int32Array;
  readonly weights: Float64Array;
}

/** Σ over the row's shared entries of ((r_row·r_shared)·r_other), each pair in ascending order. */
function similarRow(
  row: number,
  matrix: BinaryMatrix,
  turned: BinaryMatrix,
  weigh: (shared: number, other: number) => number,
  sums: Float64Array,
): Row {
  const met: number[] = [];
  for (const shared of rowOf(matrix, row)) {
    for (const other of rowOf(turned, shared)) {
      if (sums[other] === -1) {
        met.push(other);
        sums[other] = 0;
      }
      sums[other] = (sums[other] ?? 0) + weigh(shared, other);
    }
  }
  const others = Int32Array.from(met.toReversed());
  const weights = Float64Array.from(others, (other) => (other === row ? 0 : (sums[other] ?? 0)));
  for (const other of met) sums[other] = -1;
  return { others, weights };
}

function userParts(train: BinaryMatrix, sizes: readonly number[]): Parts {
  const turned = transpose(train);
  const [ru, ri] = [inverseRoots(countsOf(train)), inverseRoots(countsOf(turned))];
  const sums = new Float64Array(train.rows).fill(-1);
  const parts = sizes.map(() => new Float64Array(train.width));
  return (user) => {
    const r = ru[user] ?? 0;
    const weigh = (item: number, other: number): number => r * (ri[item] ?? 0) * (ru[other] ?? 0);
    const { others, weights } = similarRow(user, train, turned, weigh, sums);
    parts.forEach((part, at) => {
      part.fill(0);
      const kept = introselectOrder(weights, sizes[at] ?? 0);
      const byNumber = kept.toSorted((a, b) => (others[b] ?? 0) - (others[a] ?? 0));
      for (const place of byNumber) {
        const weight = weights[place] ?? 0;
        for (const item of rowOf(train, others[place] ?? 0)) {
          part[item] = (part[item] ?? 0) + weight * (ri[item] ?? 0);
        }
      }
    });
    return parts;
  };
}

function itemParts(train: BinaryMatrix, sizes: readonly number[]): Parts {
  const near = reversedNeighbours(train, sizes);
  const ru = inverseRoots(countsOf(train));
  const parts = sizes.map(() => new Float64Array(train.width));
  return (user) => {
    const scale = ru[user] ?? 0;
    parts.forEach((part, at) => {
      part.fill(0);
      const lists = near[at] ?? [];
      for (const item of rowOf(train, user)) {
        const { others, weights } = lists[item] ?? nothing;
        for (let k = 0; k < others.length; k++) {
          const other = others[k] ?? 0;
          part[other] = (part[other] ?? 0) + scale * (weights[k] ?? 0);
        }
      }
    });
    return parts;
  };
}

const nothing: Row = { others: new Int32Array(0), weights: new Float64Array(0) };

/** By number of neighbours and item j: the items whose neighbours hold j, with their similarity. */
function reversedNeighbours(
  train: BinaryMatrix,
  sizes: readonly number[],
): readonly (readonly Row[])[] {
  const turned = transpose(train);
  const [ru, ri] = [inverseRoots(countsOf(train)), inverseRoots(countsOf(turned))];
  const sums = new Float64Array(train.width).fill(-1);
  const all = sizes.map(() =>
    Array.from({ length: train.width }, () => ({
      others: [] as number[],
      weights: [] as number[],
    })),
  );
  for (let item = 0; item < train.width; item++) {
    const r = ri[item] ?? 0;
    const weigh = (user: number, other: number): number => (ru[user] ?? 0) * r * (ri[other] ?? 0);
    const { others, weights } = similarRow(item, turned, train, weigh, sums);
    for (const [at, size] of sizes.entries()) {
      for (const place of introselectOrder(weights, size)) {
        const weight = weights[place] ?? 0;
        if (weight === 0) continue;
        const list = all[at]?.[others[place] ?? 0];
        list?.others.push(item);
        list?.weights.push(weight);
      }
    }
  }
  return all.map((lists) =>
    lists.map(({ others, weights }) => ({
      others: Int32Array.from(others),
      weights: Float64Array.from(weights),
    })),
  );
}
