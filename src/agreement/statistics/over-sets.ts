import { isReason, type Reason, reason } from "../../errors.js";
import { endsOf, type Pair } from "../pair.js";
import type { Agreement, Statistic } from "./statistic.js";

/** A statistic of pairs whose offline results may be sets: its range over all their values, the hull of its intervals and the largest p. */
export function overSets(
  statistic: Statistic,
  pairs: readonly Pair[],
  confidence: number,
): Agreement | Reason {
  const atPoint = statistic.of(pairs, confidence);
  const { ends, unrelated = 0 } = statistic;
  const isOpen = pairs.some(({ offline }) => offline.set !== undefined);
  if (isReason(atPoint) || !isOpen) return atPoint;
  if (statistic.byOrder && overlap(pairs)) return orderOpen;
  if (ends === undefined) return atPoint;
  const all = [atPoint, ...ends(pairs, confidence)].filter((agreement) => "value" in agreement);
  const values = all.map(({ value }) => value);
  const intervals = all.flatMap(({ interval }) => (interval === null ? [] : [interval]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return {
    ...atPoint,
    range: [low, high],
    interval:
      intervals.length < all.length
        ? null
        : [
            Math.min(...intervals.map(([from]) => from)),
            Math.max(...intervals.map(([, to]) => to)),
          ],
    p: low < unrelated && unrelated < high ? 1 : Math.max(...all.map(({ p }) => p ?? 1)),
  };
}

/** Whether two offline results may be in either order. */
function overlap(pairs: readonly Pair[]): boolean {
  const ends = pairs.map(({ offline }) => endsOf(offline)).sort(([a], [b]) => a.value - b.value);
  return ends.some(([low, high], at) => {
    const next = ends[at + 1];
    const isPoint = low.value === high.value && next?.[0].value === next?.[1].value;
    return next !== undefined && !isPoint && next[0].value <= high.value;
  });
}

const orderOpen: Reason = reason(
  "setsOverlap",
  "The ranges that missing views leave possible for two offline results overlap, so their order is open. log.rewards.<name>.unlogged can state what missing views earn.",
);

/** The same pairs, each with the offline end of its set away from which its direction points, and towards which. */
export function pairsAtEnds(
  pairs: readonly Pair[],
  directions: readonly number[],
): readonly [low: readonly Pair[], high: readonly Pair[]] {
  const at = (sign: 1 | -1): readonly Pair[] =>
    pairs.map((pair, i) => {
      const [low, high] = endsOf(pair.offline);
      return { ...pair, offline: sign * (directions[i] ?? 0) > 0 ? high : low };
    });
  return [at(-1), at(1)];
}
