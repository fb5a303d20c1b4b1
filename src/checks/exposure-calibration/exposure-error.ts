import type { ViewSums } from "../../estimators/estimator.js";
import type { Comparison, NamedWidening } from "../comparison.js";
import { type Decision, decisionOf } from "../decision-of.js";
import { totalOf } from "../grouped-sums.js";
import { kept } from "../jackknife.js";
import { weightOf } from "../pairs-of-ranks.js";
import { decidedAgain, reestimated, widenedTo } from "../shifted-by.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";
import { differenceOf, shifted, slopeOf, viewSums } from "../view-sums.js";

/** Factors beyond it are not tried. */
const most = 16;
const halvings = 24;

/**
 * Γ*: the smallest factor at which a comparison's verdict changes where the weight of each rewarded row may be wrong by up to it, up or
 * down, while the sum of all weights is right; undefined where the verdict is open, or holds up to a factor of 16. Bounds of
 * this kind are Rosenbaum's (Observational Studies, 2002, section 4).
 */
export function factorThatLoses(comparison: Comparison): number | undefined {
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  if (decision === 0) return undefined;
  const under = towards(comparison, decision);
  const holds = (factor: number): boolean => {
    const found = under(factor);
    return decidedAgain(comparison, found.difference, found.se).holds;
  };
  if (holds(most)) return undefined;
  let [held, lost] = [1, most];
  for (let step = 0; step < halvings; step++) {
    const middle = (held + lost) / 2;
    if (holds(middle)) held = middle;
    else lost = middle;
  }
  return lost;
}

/** The comparison's difference where the weight of each rewarded row is wrong by up to a factor, up or down, as it speaks most against a verdict. */
function towards(
  comparison: Comparison,
  decision: Decision,
): (factor: number) => ReturnType<typeof reestimated> {
  const sums = kept((without) => partsOf(comparison, decision, without));
  return (factor) =>
    reestimated(comparison, (without) => {
      const { own, base } = sums(without);
      const of = (policy: PolicyTables) => atWorst(policy === comparison.base ? base : own, factor);
      return differenceOf(comparison, of, without);
    });
}

/** The differences that weights wrong by up to a factor leave possible. A policy that shows all as the log does has none to be wrong. */
export function widenedBy(
  comparison: Comparison,
  factor: number,
): Omit<NamedWidening, "code"> | undefined {
  const { weight = [] } = comparison.policy.cells;
  if (comparison.base === undefined && Array.from(weight).every((each) => each === 1))
    return undefined;
  const at = (decision: Decision) => {
    const found = towards(comparison, decision)(factor);
    return { shift: found.shift, alternative: found };
  };
  return widenedTo(comparison, at(1), at(-1));
}

/** A policy's sums, and the part of its reward a trajectory in rows that speak for the verdict, and in those against it. */
interface Parts {
  readonly sums: ViewSums;
  forDecision: number;
  against: number;
}

const atWorst = ({ sums, forDecision, against }: Parts, factor: number): ViewSums =>
  shifted(sums, { reward: forDecision * (1 / factor - 1) + against * (factor - 1) });

/** An exposure of the log that is wrong changes the weights of both policies alike: a row speaks by the difference of these. */
function partsOf(
  comparison: Comparison,
  decision: Decision,
  without?: number,
): { readonly own: Parts; readonly base: Parts } {
  const { policy, base: against = policy, pair } = comparison;
  const partsOf = (policyTables: PolicyTables): Parts => ({
    sums: viewSums(comparison, policyTables, comparison.curve, without),
    forDecision: 0,
    against: 0,
  });
  const [own, base] = [partsOf(policy), partsOf(against)];
  const [slope, slopeOfBase] = [
    slopeOf(comparison, policy),
    comparison.base ? slopeOf(comparison, against) : 0,
  ];
  const { n } = logTotals(comparison.log, without);
  const { sum, positiveSum } = totalOf(tableOf(policy.rewards, comparison.reward), without);
  for (let cell = 0; cell < sum.length; cell++) {
    const isAlike = comparison.base !== undefined && pair?.alike[cell] === true;
    const weight = weightOf(comparison.curve, policy.cells, cell);
    const baseWeight = weightOf(comparison.curve, against.cells, cell);
    const counts = isAlike ? 0 : slope * weight - slopeOfBase * baseWeight;
    const gains = positiveSum[cell] ?? 0;
    for (const earned of [gains, (sum[cell] ?? 0) - gains]) {
      if (counts * earned === 0) continue;
      const part = counts * earned * decision > 0 ? "forDecision" : "against";
      own[part] += (weight * earned) / n;
      base[part] += (baseWeight * earned) / n;
    }
  }
  return { own, base };
}
