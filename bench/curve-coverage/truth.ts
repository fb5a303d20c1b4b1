import { createRandom } from "../../src/random/create-random.js";
import { drawSession, drawTaste, emptySession, type Session } from "./draw-session.js";
import {
  blockSize,
  curveOf,
  type Feed,
  type Lists,
  quality,
  sizeOf,
  sureOfItself,
} from "./world.js";

/** The largest inverse propensity of the clipped estimator; between two ranks of either curve. */
export const clip = 5.5;

/** What the quantities of a feed really are. */
export interface Truth {
  /** Exact: reward per trajectory of the better policy, and of the logger and its twin. */
  readonly better: number;
  readonly logged: number;
  /** Limits of estimators that are biased or scores, from sessions without number. */
  readonly clipped: Mean;
  readonly ndcg: Mean;
  readonly pndcg: Mean;
}

export interface Mean {
  readonly value: number;
  readonly se: number;
}

/** The truth of a feed; throws where simulation and exact values disagree. */
export function truthOf(feed: Feed, lists: Lists, sessions: number): Truth {
  const p = curveOf(feed, lists);
  const lengths = Array.from({ length: lists.to - lists.from + 1 }, (_, i) => lists.from + i);
  const meanOver = (of: (length: number) => number): number =>
    lengths.reduce((sum, length) => sum + of(length), 0) / lengths.length;
  const better = meanOver((length) => bestOf(p, length));
  const random = meanOver((length) => randomOf(p, length));
  const logged = sureOfItself * better + (1 - sureOfItself) * random;
  const limits = simulate(feed, lists, sessions);
  const off = Math.abs(limits.dcg.value - better) / limits.dcg.se;
  if (!(off < 5)) throw new Error(`feed ${feed.name}: simulated DCG is ${off} errors off`);
  return { better, logged, ...limits };
}

/** Σ p_r·q of every block in its best order. */
const bestOf = (p: Float64Array, length: number): number =>
  overBlocks(p, length, (views, block) =>
    views.reduce((sum, view, at) => sum + view * quality(block, at), 0),
  );

/** The same in random order. */
const randomOf = (p: Float64Array, length: number): number =>
  overBlocks(p, length, (views, block) => {
    const mean = views.reduce((sum, _, at) => sum + quality(block, at), 0) / views.length;
    return views.reduce((sum, view) => sum + view * mean, 0);
  });

function overBlocks(
  p: Float64Array,
  length: number,
  of: (views: Float64Array, block: number) => number,
): number {
  let sum = 0;
  for (let block = 0; block * blockSize < length; block++) {
    const from = block * blockSize;
    sum += of(p.subarray(from, from + sizeOf(block, length)), block);
  }
  return sum;
}

function simulate(
  feed: Feed,
  lists: Lists,
  sessions: number,
): Omit<Truth, "better" | "logged"> & { readonly dcg: Mean } {
  const random = createRandom(`truth ${feed.name} ${lists.name}`);
  const p = curveOf(feed, lists);
  const session = emptySession(lists);
  const sums = { dcg: ratio(), clipped: ratio(), ndcg: ratio(), pndcg: ratio() };
  for (let i = 0; i < sessions; i++) {
    drawSession(session, p, lists, drawTaste(random), random.next(), random);
    const { dcg, clipped, ideal, clippedIdeal } = scoresOf(session, p);
    sums.dcg.add(dcg, 1);
    sums.clipped.add(clipped, 1);
    sums.pndcg.add(clipped, clippedIdeal);
    if (ideal > 0) sums.ndcg.add(dcg / ideal, 1);
  }
  const { dcg, clipped, ndcg, pndcg } = sums;
  return { dcg: dcg.mean(), clipped: clipped.mean(), ndcg: ndcg.mean(), pndcg: pndcg.mean() };
}

function scoresOf(
  { depth, liked, better }: Session,
  p: Float64Array,
): Readonly<Record<"dcg" | "clipped" | "ideal" | "clippedIdeal", number>> {
  let [dcg, clipped, ideal, clippedIdeal, rank] = [0, 0, 0, 0, 0];
  // Likes are all of one size, so that the largest gain is the deepest like.
  for (let at = depth - 1; at >= 0; at--) {
    if (liked[at] === 0) continue;
    const inverse = 1 / (p[at] ?? 0);
    const view = p[(better[at] ?? 0) - 1] ?? 0;
    dcg += view * inverse;
    clipped += view * Math.min(clip, inverse);
    ideal += inverse * (p[rank] ?? 0);
    clippedIdeal += Math.min(clip, inverse) * (p[rank] ?? 0);
    rank += 1;
  }
  return { dcg, clipped, ideal, clippedIdeal };
}

/** A ratio of means and its standard error. */
function ratio(): { add(top: number, bottom: number): void; mean(): Mean } {
  let [y, x, yy, xy, xx] = [0, 0, 0, 0, 0];
  return {
    add: (top, bottom) => {
      y += top;
      x += bottom;
      yy += top * top;
      xy += top * bottom;
      xx += bottom * bottom;
    },
    mean: () => {
      const value = y / x;
      const square = yy - 2 * value * xy + value * value * xx;
      return { value, se: Math.sqrt(square) / x };
    },
  };
}
