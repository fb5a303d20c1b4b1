import type { Interval } from "./intervals/interval.js";

/**
 * The interval of the hypotheses that are not rejected, around an estimate that is not: `excess` is above 0
 * where a hypothesis is rejected. Each end is looked for outwards from the estimate; 0 is tried first where it
 * lies on that side, so that the interval holds 0 exactly when 0 is not rejected. `known` is an interval that is
 * not rejected, as of a weaker test: the ends lie outside it. Undefined where there is no end on one side.
 */
export function acceptedAround(
  excess: (hypothesis: number) => number,
  estimate: number,
  step: number,
  known: Interval = [estimate, estimate],
): Interval | undefined {
  if (!(step > 0)) return [estimate, estimate];
  const lo = endOf(excess, known[0], -step);
  const hi = endOf(excess, known[1], step);
  return lo === undefined || hi === undefined ? undefined : [lo, hi];
}

/** A bracket of an end: the accepted hypothesis and the rejected one, with their excesses. */
interface Bracket {
  readonly inside: Tried;
  readonly outside: Tried;
}

interface Tried {
  readonly at: number;
  readonly excess: number;
}

const mostDoublings = 60;

function endOf(
  excess: (hypothesis: number) => number,
  from: number,
  step: number,
): number | undefined {
  const tried = (at: number): Tried => ({ at, excess: excess(at) });
  let inside: Tried = { at: from, excess: Number.NEGATIVE_INFINITY };
  if (from !== 0 && Math.sign(-from) === Math.sign(step)) {
    const zero = tried(0);
    if (zero.excess > 0) return closed({ inside, outside: zero }, tried);
    inside = zero;
  }
  for (let doubling = 0, reach = step; doubling < mostDoublings; doubling++, reach *= 2) {
    const next = tried(inside.at + reach);
    if (next.excess > 0) return closed({ inside, outside: next }, tried);
    inside = next;
  }
  return undefined;
}

const mostSteps = 120;
const relativeWidth = 1e-11;

/**
 * The Illinois variant of false position (Dowell & Jarratt 1971), with every fourth step a halving. It gives the
 * accepted side, so that an end next to a rejected 0 is not 0.
 */
function closed({ inside, outside }: Bracket, tried: (at: number) => Tried): number {
  const most = relativeWidth * Math.abs(outside.at - inside.at);
  let [within, beyond] = [inside, outside];
  for (let step = 1; step <= mostSteps; step++) {
    const width = beyond.at - within.at;
    if (Math.abs(width) <= most) break;
    const at = within.at + (step % 4 === 0 ? 0.5 : shareOf(within, beyond)) * width;
    if (at === within.at || at === beyond.at) break;
    const next = tried(at);
    if (next.excess > 0) [within, beyond] = [halved(within), next];
    else [within, beyond] = [next, halved(beyond)];
  }
  return within.at;
}

const halved = ({ at, excess }: Tried): Tried => ({ at, excess: excess / 2 });

/** Where the straight line through both is 0. */
function shareOf(within: Tried, beyond: Tried): number {
  const share = within.excess / (within.excess - beyond.excess);
  return share > 0 && share < 1 ? share : 0.5;
}
