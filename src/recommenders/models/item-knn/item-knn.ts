import { introselectOrder } from "../../../rankings/index.js";
import { type BinaryMatrix, countsOf, rowOf, transpose } from "../../matrix.js";
import { valueIn } from "../../parameter.js";
import type { Model } from "../model.js";

/**
 * Item-based neighbours by cosine: an item's score is Σ cos(i, j) over the items j that the user took, of which
 * the K nearest of each j count.
 */
export const itemKnn: Model = {
  name: "itemKnn",
  purpose: "items near those that the user took, by cosine",
  reference: "Deshpande and Karypis (TOIS 2004), §4",
  parameters: [{ name: "K", purpose: "how many neighbours of each item count", default: 200 }],
  learn: (train, grid) => ({
    tasks: 0,
    slot: 0,
    run: () => {},
    open() {
      const largest = grid.map((point) => valueIn(itemKnn, point, "K"));
      const near = neighbours(train, largest);
      const scores = grid.map(() => new Float64Array(train.width));
      return () => (user) => {
        const history = rowOf(train, user);
        scores.forEach((values, at) => {
          values.fill(0);
          for (const item of history) {
            const { items, weights } = near[at]?.[item] ?? nothing;
            for (let k = 0; k < items.length; k++) {
              const other = items[k] ?? 0;
              values[other] = (values[other] ?? 0) + (weights[k] ?? 0);
            }
          }
          for (const item of history) values[item] = 0;
        });
        return scores;
      };
    },
  }),
};

interface Near {
  readonly items: Int32Array;
  readonly weights: Float64Array;
}

const nothing: Near = { items: new Int32Array(0), weights: new Float64Array(0) };

function neighbours(train: BinaryMatrix, largest: readonly number[]): readonly (readonly Near[])[] {
  const turned = transpose(train);
  const counts = countsOf(turned);
  const shared = new Float64Array(train.width);
  const all = largest.map((): Near[] => []);
  for (let item = 0; item < train.width; item++) {
    const touched: number[] = [];
    for (const user of rowOf(turned, item)) {
      for (const other of rowOf(train, user)) {
        if (shared[other] === 0) touched.push(other);
        shared[other] = (shared[other] ?? 0) + 1;
      }
    }
    const items = Int32Array.from(touched.filter((other) => other !== item)).sort();
    const weights = Float64Array.from(items, (other) => {
      return (shared[other] ?? 0) / Math.sqrt((counts[item] ?? 1) * (counts[other] ?? 1));
    });
    for (const other of touched) shared[other] = 0;
    largest.forEach((k, at) => {
      const kept = introselectOrder(weights, k);
      all[at]?.push({
        items: Int32Array.from(kept, (place) => items[place] ?? 0),
        weights: Float64Array.from(kept, (place) => weights[place] ?? 0),
      });
    });
  }
  return all;
}
