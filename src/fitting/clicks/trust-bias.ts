import { reason, StudyError } from "../../errors.js";

/**
 * A rank at which users trust the ranker: it is viewed with chance `theta`; of what is viewed, relevant items are
 * clicked with chance `plus` (ε⁺), others with `minus` (ε⁻).
 */
export interface TrustedRank {
  readonly theta: number;
  readonly plus: number;
  readonly minus: number;
}

/** P(click) = alpha·γ + beta for an item that is relevant with chance γ. */
export interface Affine {
  readonly alpha: number;
  readonly beta: number;
}

/**
 * α = θ(ε⁺ − ε⁻) and β = θε⁻ (Vardasbi et al., CIKM 2020). Clicks alone tell α and β only up to two constants (γ → aγ + b):
 * take θ from a view log. Throws a StudyError unless 0 ≤ ε⁻ < ε⁺ ≤ 1 and 0 < θ ≤ 1.
 * `affineOf({ theta: 0.6, plus: 0.95, minus: 0.3 })` is { alpha: 0.39, beta: 0.18 }.
 */
export function affineOf({ theta, plus, minus }: TrustedRank): Affine {
  if (!(theta > 0 && theta <= 1 && minus >= 0 && minus < plus && plus <= 1)) {
    const message = `Expected theta in (0, 1] and 0 ≤ minus < plus ≤ 1, got theta ${theta}, plus ${plus}, minus ${minus}.`;
    throw new StudyError(reason("parameter", message, { theta, plus, minus }));
  }
  return { alpha: theta * (plus - minus), beta: theta * minus };
}

/** P(click) of an item that is relevant with chance γ. */
export const clickChance = ({ alpha, beta }: Affine, gamma: number): number => alpha * gamma + beta;

/**
 * What a rate of clicks says of relevance by three corrections: `affine`, (c − β)/α, is unbiased; `plain`, c/θ, and
 * `bayes`, c/(ζ⁺ + ζ⁻) with ζ = θε, are not, and are here to see by how much.
 */
export function relevanceOf(
  rank: TrustedRank,
  clickRate: number,
): { readonly affine: number; readonly plain: number; readonly bayes: number } {
  const { alpha, beta } = affineOf(rank);
  const { theta, plus, minus } = rank;
  return {
    affine: (clickRate - beta) / alpha,
    plain: clickRate / theta,
    bayes: clickRate / (theta * plus + theta * minus),
  };
}

/** P(relevant | click) and P(relevant | no click) at a rank, for an item that is relevant with chance γ. */
export function relevanceGiven(
  { theta, plus, minus }: TrustedRank,
  gamma: number,
): { readonly click: number; readonly noClick: number } {
  const [relevant, other] = [theta * plus, theta * minus];
  const clicked = relevant * gamma + other * (1 - gamma);
  return {
    click: (relevant * gamma) / clicked,
    noClick: ((1 - relevant) * gamma) / (1 - clicked),
  };
}

/** Clicks on an item at a rank, for `trustStep`. */
export interface TrustCount {
  readonly item: string;
  readonly rank: number;
  readonly impressions: number;
  readonly clicks: number;
}

/** Chances of a click: ζ⁺ = θε⁺ and ζ⁻ = θε⁻ by rank, and of relevance, γ, by item. */
export interface TrustModel {
  readonly zetaPlus: ReadonlyMap<number, number>;
  readonly zetaMinus: ReadonlyMap<number, number>;
  readonly gamma: ReadonlyMap<string, number>;
}

/**
 * One step of expectation–maximisation for P(click) = ζ⁺γ + ζ⁻(1 − γ) (Agarwal et al., WWW 2019). The likelihood never falls,
 * but many models have the same: keep the relevance of some items fixed (`known`), or use only the order of γ.
 */
export function trustStep(
  counts: readonly TrustCount[],
  model: TrustModel,
  known: ReadonlyMap<string, number> = new Map(),
): TrustModel {
  const byRank = new Map<number, Sums>();
  const byItem = new Map<string, Sums>();
  for (const { item, rank, impressions, clicks } of counts) {
    const zeta = { plus: model.zetaPlus.get(rank) ?? 0, minus: model.zetaMinus.get(rank) ?? 0 };
    const posterior = relevanceGiven({ theta: 1, ...zeta }, model.gamma.get(item) ?? 0);
    const silent = impressions - clicks;
    const add: Sums = {
      clicksRelevant: clicks * posterior.click,
      clicks,
      relevant: clicks * posterior.click + silent * posterior.noClick,
      impressions,
    };
    byRank.set(rank, plus(byRank.get(rank), add));
    byItem.set(item, plus(byItem.get(item), add));
  }
  const ofRanks = (of: (sums: Sums) => number): ReadonlyMap<number, number> =>
    new Map([...byRank].map(([rank, sums]) => [rank, of(sums)]));
  return {
    zetaPlus: ofRanks(({ clicksRelevant, relevant }) => clicksRelevant / relevant),
    zetaMinus: ofRanks(
      (sums) => (sums.clicks - sums.clicksRelevant) / (sums.impressions - sums.relevant),
    ),
    gamma: new Map(
      [...byItem].map(([item, { relevant, impressions }]) => [
        item,
        known.get(item) ?? relevant / impressions,
      ]),
    ),
  };
}

interface Sums {
  readonly clicksRelevant: number;
  readonly clicks: number;
  readonly relevant: number;
  readonly impressions: number;
}

const plus = (a: Sums | undefined, b: Sums): Sums =>
  a === undefined
    ? b
    : {
        clicksRelevant: a.clicksRelevant + b.clicksRelevant,
        clicks: a.clicks + b.clicks,
        relevant: a.relevant + b.relevant,
        impressions: a.impressions + b.impressions,
      };

/**
 * The label of a document from its rate of clicks, doubly robust under trust bias (Oosterhuis, TOIS 2023):
 * q̂ + (c − β − αq̂)/max(α, least), where `least` clips the small α of deep ranks. It is unbiased if α and β are right and
 * α ≥ `least`, or if the prediction q̂ is right.
 * `trustedLabel({ clickRate: 0.12, affine: { alpha: 0.2, beta: 0.05 }, prediction: 0.6, least: 0.3 })` is 0.4333….
 */
export function trustedLabel({
  clickRate,
  affine: { alpha, beta },
  prediction,
  least = 0,
}: {
  readonly clickRate: number;
  readonly affine: Affine;
  readonly prediction: number;
  readonly least?: number;
}): number {
  return prediction + (clickRate - beta - alpha * prediction) / Math.max(alpha, least);
}
