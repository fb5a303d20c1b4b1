import type { Parameters } from "../../src/parameters.js";
import {
  items,
  listsOf,
  loggers,
  rewardedAt,
  type ShownList,
  segmentShare,
  segments,
  shares,
  stopsAt,
  tastes,
  viewAt,
} from "./world.js";

/** An item that a logger exposes to a segment, and its chance of being there. */
interface Exposed {
  readonly chance: number;
  readonly quality: number;
  readonly prediction: number;
  readonly logging: number;
  readonly target: number;
}

export type Policy = "logged" | "drawn" | "ranked";

/** The expected views of a list, Σ p_r. */
export const viewsOfList: number = items.reduce((sum, r) => sum + viewAt(r + 1), 0);

const shownLists: readonly (ShownList & { readonly of: number })[] = segments.flatMap((segment) =>
  loggers.flatMap((logger) =>
    listsOf(segment, logger).map((list) => ({
      ...list,
      of: list.chance * segmentShare * shares[logger],
    })),
  ),
);

/** Each list has every item once: exposures and placements follow from the lists. */
function exposed(policy: Policy): readonly Exposed[] {
  return shownLists.flatMap(({ slots, of }) =>
    slots.map((slot) => ({
      chance: of,
      quality: slot.quality,
      prediction: slot.prediction,
      logging: slot.exposure,
      target:
        policy === "logged"
          ? slot.exposure
          : policy === "drawn"
            ? slot.exposureOf.drawn
            : viewAt(slot.ranked),
    })),
  );
}

type OfItem = (item: Exposed) => number;

/** What an estimator with these parameters is an estimate of, a trajectory. */
export function truthOf(policy: Policy, estimator: string, parameters: Parameters): number {
  const scored = scoreOf(policy, estimator);
  if (scored !== undefined) return scored;
  if (estimator === "dcg") return ofRanks(policy, parameters);
  if (estimator === "meanOfRates") return ofRates(policy);
  const of = formulaOf(estimator, parameters);
  return exposed(policy).reduce((sum, item) => sum + item.chance * of(item), 0);
}

/** Σ_a over items: q·ε_t but for estimators that are biased by choice. */
function formulaOf(estimator: string, parameters: Parameters): OfItem {
  const corrected =
    (weight: (w: number) => number): OfItem =>
    ({ quality: q, prediction, logging, target }) =>
      target * prediction + logging * weight(target / logging) * (q - prediction);
  const { limit, shrinkage, clipRatio } = parameters;
  const of: Readonly<Record<string, OfItem>> = {
    dm: ({ target, prediction }) => target * prediction,
    switchDr: corrected((w) => (w <= Number(limit) ? w : 0)),
    drOs: corrected((w) =>
      parameters.shape === "pessimistic"
        ? Math.min(w, Number(shrinkage))
        : (Number(shrinkage) * w) / (w * w + Number(shrinkage)),
    ),
    cab: ({ quality, prediction, logging, target }) => {
      const w = target / logging;
      const kept = Math.min(Number(limit) / w, 1);
      return target * (1 - kept) * prediction + logging * w * kept * quality;
    },
  };
  const clipped: OfItem = ({ quality, logging, target }) =>
    quality * Math.min(target, Number(clipRatio) * logging);
  const reward: OfItem = ({ quality, target }) => quality * target;
  return of[estimator] ?? (typeof clipRatio === "number" ? clipped : reward);
}

const rankOf = (policy: Policy, slot: ShownList["slots"][number], r: number): number =>
  policy === "ranked" ? slot.ranked : r + 1;

/** The discount of a rank; of a policy by chance its exposures stand for it. */
const placeOf = (policy: Policy, slot: ShownList["slots"][number], r: number): number =>
  policy === "drawn" ? slot.exposureOf.drawn : viewAt(rankOf(policy, slot, r));

/** A sum over slots of a list, each with its displayed rank and that of a policy. */
function overSlots(
  policy: Policy,
  of: (quality: number, displayed: number, rank: number) => number,
): number {
  return shownLists.reduce(
    (all, { slots, of: chance }) =>
      all +
      slots.reduce(
        (sum, slot, r) => sum + chance * of(slot.quality, r + 1, rankOf(policy, slot, r)),
        0,
      ),
    0,
  );
}

/** Σ over slots of p_R·(a_R·q + b_R): what a policy by ranks earns where users reward ranks, too. */
export const earnedUnderTrust = (policy: Policy): number =>
  overSlots(policy, (q, _, rank) => viewAt(rank) * rewardedAt(rank, q));

function ofRanks(policy: Policy, { discount, clip }: Parameters): number {
  const m = typeof clip === "number" ? clip : Number.POSITIVE_INFINITY;
  return overSlots(policy, (q, displayed, rank) =>
    discount === "log2"
      ? (q * viewAt(displayed)) / Math.log2(rank + 1)
      : q * viewAt(rank) * Math.min(1, m * viewAt(displayed)),
  );
}

/** Σ_a q·h_R, h_r = Σ_{t ≥ r} P(T = t)/t. */
function ofRates(policy: Policy): number {
  const h = items.map((r) => items.slice(r).reduce((sum, t) => sum + stopsAt(t + 1) / (t + 1), 0));
  return overSlots(policy, (q, _, rank) => q * (h[rank - 1] ?? 0));
}

/** Scores by enumeration of lists, depths, tastes and likes; gains are 1/p of the displayed rank. */
function scoreOf(policy: Policy, estimator: string): number | undefined {
  if (estimator !== "ndcg" && estimator !== "pndcg") return undefined;
  let [dcg, ideal, ratio, usable] = [0, 0, 0, 0];
  for (const { slots, of } of shownLists) {
    for (const depth of items.map((r) => r + 1)) {
      for (const taste of tastes) {
        for (let likes = 1; likes < 2 ** depth; likes++) {
          const liked = slots.flatMap((slot, r) => (((likes >> r) & 1) === 1 ? [{ slot, r }] : []));
          const chance = slots
            .slice(0, depth)
            .map(({ quality }, r) =>
              ((likes >> r) & 1) === 1 ? taste * quality : 1 - taste * quality,
            )
            .reduce((all, each) => all * each, (of * stopsAt(depth)) / tastes.length);
          const own = liked
            .map(({ slot, r }) => placeOf(policy, slot, r) / viewAt(r + 1))
            .reduce((sum, each) => sum + each, 0);
          // The deepest displayed gain is the largest.
          const best = liked
            .toReversed()
            .reduce((sum, { r }, place) => sum + viewAt(place + 1) / viewAt(r + 1), 0);
          dcg += chance * own;
          ideal += chance * best;
          ratio += (chance * own) / best;
          usable += chance;
        }
      }
    }
  }
  return estimator === "ndcg" ? ratio / usable : dcg / ideal;
}
