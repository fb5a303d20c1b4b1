import type { Random } from "../../src/random/random.js";
import { blockSize, type Lists, quality, sizeOf, sureOfItself } from "./world.js";

/** What a session showed: the list's length and, rank by rank as far as it was viewed, the items. */
export interface Session {
  listLength: number;
  depth: number;
  /** By displayed rank − 1: 1 for a like; the rank under the better policy; under the twin. */
  readonly liked: Int32Array;
  readonly better: Int32Array;
  readonly twin: Int32Array;
}

export function emptySession({ to }: Lists): Session {
  const ranks = to + blockSize;
  return {
    listLength: 0,
    depth: 0,
    liked: new Int32Array(ranks),
    better: new Int32Array(ranks),
    twin: new Int32Array(ranks),
  };
}

/** Likes of one user against those of the mean user: from 0 to 2, mean 1, mostly near either end. */
export const drawTaste = (random: Random): number =>
  2 * Math.sin((Math.PI / 2) * random.next()) ** 2;

const order = new Int32Array(blockSize);
const rankOf = new Int32Array(blockSize);

/** The depth that a uniform number u in [0, 1) stands for: the deepest rank r with p_r > u. */
function depthOf(p: Float64Array, u: number): number {
  let depth = 1;
  while (depth < p.length && (p[depth] ?? 0) > u) depth++;
  return depth;
}

/** Draws a session of a user with a taste, who stops where `u` in [0, 1) says, whatever is shown. */
export function drawSession(
  session: Session,
  p: Float64Array,
  lists: Lists,
  taste: number,
  u: number,
  random: Random,
): void {
  session.listLength = lists.from + random.integer(lists.to - lists.from + 1);
  session.depth = Math.min(session.listLength, depthOf(p, u));
  for (let block = 0; block * blockSize < session.depth; block++) {
    const size = sizeOf(block, session.listLength);
    orderBlock(size, random);
    for (let at = 0; at < size; at++) {
      const item = order[at] ?? 0;
      const partner = (item ^ 1) < size ? item ^ 1 : item;
      const place = block * blockSize + at;
      session.liked[place] = random.next() < taste * quality(block, item) ? 1 : 0;
      session.better[place] = block * blockSize + item + 1;
      session.twin[place] = block * blockSize + (rankOf[partner] ?? 0) + 1;
    }
  }
}

/** The logger's order of a block of items numbered from the best. */
function orderBlock(size: number, random: Random): void {
  for (let at = 0; at < size; at++) order[at] = at;
  if (random.next() >= sureOfItself) {
    for (let at = size - 1; at > 0; at--) {
      const other = random.integer(at + 1);
      const moved = order[at] ?? 0;
      order[at] = order[other] ?? 0;
      order[other] = moved;
    }
  }
  for (let at = 0; at < size; at++) rankOf[order[at] ?? 0] = at;
}
