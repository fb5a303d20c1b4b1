import type { ViewSums } from "../../estimators/estimator.js";
import { totalOf } from "../grouped-sums.js";
import { type Call, callOf, type Line, type Widened } from "../line.js";
import { weightOf } from "../pairs-of-ranks.js";
import { tableOf } from "../reading.js";
import { calledAgain, kept, reestimated, widenedTo } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { differenceOf, shifted, slopeOf, viewSums } from "../view-sums.js";

/** Factors beyond it are not tried. */
const most = 16;
const halvings = 24;

/**
 * Γ*: the smallest factor at which a line's call is lost where the weight of each rewarded row may be wrong by up to it, up or
 * down, while the sum of all weights is right; undefined where there is no call, or none that a factor of 16 loses. Bounds of
 * this kind are Rosenbaum's (Observational Studies, 2002, section 4).
 */
export function factorThatLoses(line: Line): number | undefined {
  const call = callOf(line, line.difference, line.se);
  if (call === 0) return undefined;
  const under = towards(line, call);
  const holds = (factor: number): boolean => {
    const found = under(factor);
    return calledAgain(line, found.difference, found.se).survives;
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

/** The line's difference where the weight of each rewarded row is wrong by up to a factor, up or down, as it speaks most against a call. */
function towards(line: Line, call: Call): (factor: number) => ReturnType<typeof reestimated> {
  const sums = kept((without) => partsOf(line, call, without));
  return (factor) =>
    reestimated(line, (without) => {
      const { own, base } = sums(without);
      const of = (policy: PolicyTables) => atWorst(policy === line.base ? base : own, factor);
      return differenceOf(line, of, without);
    });
}

/** The differences that weights wrong by up to a factor leave possible. A policy that shows all as the log does has none to be wrong. */
export function widenedBy(line: Line, factor: number): Omit<Widened, "code"> | undefined {
  const { weight = [] } = line.policy.cells;
  if (line.base === undefined && Array.from(weight).every((each) => each === 1)) return undefined;
  const at = (call: Call) => {
    const found = towards(line, call)(factor);
    return { shift: found.shift, alternative: found };
  };
  return widenedTo(line, at(1), at(-1));
}

/** A policy's sums, and the part of its reward a trajectory in rows that speak for the call, and in those against it. */
interface Parts {
  readonly sums: ViewSums;
  forCall: number;
  against: number;
}

const atWorst = ({ sums, forCall, against }: Parts, factor: number): ViewSums =>
  shifted(sums, { reward: forCall * (1 / factor - 1) + against * (factor - 1) });

/** An exposure of the log that is wrong changes the weights of both policies alike: a row speaks by the difference of these. */
function partsOf(
  line: Line,
  call: Call,
  without?: number,
): { readonly own: Parts; readonly base: Parts } {
  const { policy, base: against = policy, pair } = line;
  const partsOf = (each: PolicyTables): Parts => ({
    sums: viewSums(line, each, line.curve, without),
    forCall: 0,
    against: 0,
  });
  const [own, base] = [partsOf(policy), partsOf(against)];
  const [slope, slopeOfBase] = [slopeOf(line, policy), line.base ? slopeOf(line, against) : 0];
  const { n } = logTotals(line.log, without);
  const { sum, positiveSum } = totalOf(tableOf(policy.rewards, line.reward), without);
  for (let cell = 0; cell < sum.length; cell++) {
    const isAlike = line.base !== undefined && pair?.alike[cell] === true;
    const weight = weightOf(line.curve, policy.cells, cell);
    const baseWeight = weightOf(line.curve, against.cells, cell);
    const counts = isAlike ? 0 : slope * weight - slopeOfBase * baseWeight;
    const gains = positiveSum[cell] ?? 0;
    for (const earned of [gains, (sum[cell] ?? 0) - gains]) {
      if (counts * earned === 0) continue;
      const part = counts * earned * call > 0 ? "forCall" : "against";
      own[part] += (weight * earned) / n;
      base[part] += (baseWeight * earned) / n;
    }
  }
  return { own, base };
}
