import { createRandom } from "../random/create-random.js";
import type { World } from "./world.js";

/** The drawn items of a world. The first ones are the popular ones: item numbers fall with popularity. */
export interface Catalogue {
  readonly topic: Int32Array;
  readonly quality: Float64Array;
  /** Standardised popularity, which follows quality with noise. */
  readonly popularity: Float64Array;
  /** N(0, 1): what every model gets wrong about the item, times the model's own error. */
  readonly error: Float64Array;
  /** N(0, 1): what makes people stop at an item, apart from its rewards. */
  readonly attribute: Float64Array;
  /** Item's share of the mean of a reward that is not binary, in [½, 3⁄2). */
  readonly size: Float64Array;
}

/** Draws a world's items, the new ones behind the known ones. */
export function drawCatalogue({ items }: World, added = 0): Catalogue {
  const random = createRandom(items.seed).fork("items");
  const first = Array.from({ length: items.count }, () => drawItem(items, random));
  first.sort((x, y) => y.popularity - x.popularity);
  const all = [...first, ...Array.from({ length: added }, () => drawItem(items, random))];
  const numbers = (of: (item: Item) => number): Float64Array => Float64Array.from(all, of);
  return {
    topic: Int32Array.from(all, ({ topic }) => topic),
    quality: numbers(({ quality }) => quality),
    popularity: numbers(({ popularity }) => popularity),
    error: numbers(({ error }) => error),
    attribute: numbers(({ attribute }) => attribute),
    size: numbers(({ size }) => size),
  };
}

type Item = ReturnType<typeof drawItem>;

function drawItem(items: World["items"], random: ReturnType<typeof createRandom>) {
  const standard = random.normal();
  const share = items.popularity;
  return {
    topic: random.integer(items.topics),
    quality: items.quality * standard,
    popularity: share * standard + Math.sqrt(1 - share * share) * random.normal(),
    error: random.normal(),
    attribute: random.normal(),
    size: 0.5 + random.next(),
  };
}
