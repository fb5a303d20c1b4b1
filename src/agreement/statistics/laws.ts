import { InternalError, isReason } from "../../errors.js";
import { type Insist, type Law, laws } from "../../laws.js";
import { square } from "../../numeric/elementary/square.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import type { Pair } from "../pair.js";
import type { Agreement, Statistic } from "./statistic.js";

export const statisticLaws: readonly Law<Statistic>[] = laws({
  nameOf: ({ name }) => `The statistic ${name}`,
  laws: {
    "equal sides give the perfect value": knowsPerfect,
    "an interval holds its value, a p lies in [0, 1]": isInRange,
    "the order of the pairs does not matter": ignoresOrder,
    "other units of both sides change nothing": ignoresUnits,
    "too few pairs give a reason": refusesFew,
    "where nothing is to be found, p is below 5 % as often as it says": holdsLevel,
    "where there is something to be found in 40 pairs, p is small": findsSomething,
  },
});

/** Pairs around truths, each side with an error that is drawn and stated. */
function pairsOf(random: Random, truths: readonly (readonly [number, number])[]): readonly Pair[] {
  return truths.map(([x, y], i) => {
    const [ofX, ofY] = [0.1 + random.next() / 5, 0.1 + random.next() / 5];
    return {
      policy: `policy ${i}`,
      day: null,
      online: { value: x + ofX * random.normal(), se: ofX },
      offline: { value: y + ofY * random.normal(), se: ofY },
      covariance: 0,
    };
  });
}

const many = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i));

/** Worlds of so many pairs in which online spreads by 1 and offline follows it, or does not. */
function world(random: Random, pairs: number, follows: boolean): readonly Pair[] {
  const truths = many(pairs, () => {
    const x = random.normal();
    return [x, follows ? x : random.normal()] as const;
  });
  return pairsOf(random, truths);
}

const of = (statistic: Statistic, pairs: readonly Pair[]): Agreement => {
  const answer = statistic.of(pairs, 0.95);
  if (!isReason(answer)) return answer;
  throw fault(statistic, `has no answer for ${pairs.length} pairs: ${answer.message}`);
};

function knowsPerfect(statistic: Statistic, insist: Insist): void {
  const random = createRandom("laws of statistics: perfect");
  const pairs = world(random, 9, true).map((pair) => {
    // One log on both sides: one noise.
    return { ...pair, offline: pair.online, covariance: square(pair.online.se) };
  });
  const { value } = of(statistic, pairs);
  insist(near(value, statistic.perfect), "does not know equal sides", { value });
}

function isInRange(statistic: Statistic, insist: Insist): void {
  const random = createRandom("laws of statistics: range");
  for (const follows of [true, false]) {
    for (let draw = 0; draw < 40; draw++) {
      const { value, interval, p } = of(statistic, world(random, 5 + random.integer(20), follows));
      const [low, high] = interval ?? [value, value];
      const holds = low <= value && value <= high && (p === null || (p >= 0 && p <= 1));
      insist(holds, "is out of its interval or has a p that is none", {
        value,
        low,
        high,
      });
    }
  }
}

function ignoresOrder(statistic: Statistic, insist: Insist): void {
  const pairs = world(createRandom("laws of statistics: order"), 12, true);
  const [one, other] = [of(statistic, pairs), of(statistic, pairs.toReversed())];
  insist(near(one.value, other.value), "depends on the order of the pairs", {
    value: one.value,
    reversed: other.value,
  });
}

function ignoresUnits(statistic: Statistic, insist: Insist): void {
  const pairs = world(createRandom("laws of statistics: units"), 12, true);
  const scaled = pairs.map((pair) => ({
    ...pair,
    online: { value: 50 * pair.online.value, se: 50 * pair.online.se },
    offline: { value: 50 * pair.offline.value, se: 50 * pair.offline.se },
  }));
  const [one, other] = [of(statistic, pairs), of(statistic, scaled)];
  const holds = near(one.value, other.value) && near(one.p ?? 0, other.p ?? 0);
  insist(holds, "depends on units", { value: one.value, scaled: other.value });
}

function refusesFew(statistic: Statistic, insist: Insist): void {
  const pairs = world(createRandom("laws of statistics: few"), statistic.least - 1, true);
  const answer = statistic.of(pairs, 0.95);
  insist(isReason(answer), "answers for too few pairs", { pairs: pairs.length });
}

/** 400 worlds of 8 pairs, both with a spread of their own and with none but the errors. */
function holdsLevel(statistic: Statistic, insist: Insist): void {
  for (const spread of [1, 0]) {
    const random = createRandom(`laws of statistics: level ${spread}`);
    const worlds = 400;
    let rejected = 0;
    for (let draw = 0; draw < worlds; draw++) {
      const truths = many(8, () => {
        const x = spread * random.normal();
        return [x, statistic.tests === "equal" ? x : spread * random.normal()] as const;
      });
      const answer = statistic.of(pairsOf(random, truths), 0.95);
      if (!isReason(answer) && answer.p !== null && answer.p < 0.05) rejected += 1;
    }
    const most = 0.05 + 4 * Math.sqrt((0.05 * 0.95) / worlds);
    const share = rejected / worlds;
    insist(share <= most, "finds what is not there", { share, spread });
  }
}

function findsSomething(statistic: Statistic, insist: Insist): void {
  const random = createRandom("laws of statistics: power");
  const { p } = of(statistic, world(random, 40, statistic.tests === "unrelated"));
  insist(p === null || p < 0.01, "does not find what is there", { p: p ?? 1 });
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * (1 + Math.abs(b));

const fault = ({ name }: Statistic, words: string): InternalError =>
  new InternalError(`The statistic ${name} ${words}.`);
