import { describe, expect, it } from "vitest";
import { pairsOf } from "../../../test/fixture/pairs.js";
import { suiteSeed } from "../../../test/fixture/property.js";
import { isReason } from "../../errors.js";
import { createRandom } from "../../random/create-random.js";
import type { Pair } from "../pair.js";
import { statistics } from "./index.js";
import { overSets } from "./over-sets.js";
import type { Agreement, Statistic } from "./statistic.js";

const of = (statistic: Statistic, pairs: readonly Pair[]): Agreement => {
  const found = overSets(statistic, pairs, 0.95);
  if (isReason(found)) throw new Error(found.message);
  return found;
};

/** Pairs of which the first ones may be anything from their value to so much above. */
const withSets = (pairs: readonly Pair[], widths: readonly number[]): readonly Pair[] =>
  pairs.map((pair, at): Pair => {
    const [{ value, se }, width] = [pair.offline, widths[at]];
    if (width === undefined) return pair;
    return { ...pair, offline: { value, se, set: [value, value + width], setSe: [se, se] } };
  });

const steps = Array.from({ length: 21 }, (_, at) => at / 20);

/** Every pair of offline values of the first two, on a grid. */
const onGrid = (pairs: readonly Pair[]): readonly (readonly Pair[])[] =>
  steps.flatMap((s) =>
    steps.map((t) =>
      pairs.map(({ offline: { value, se, set = [value, value] }, ...pair }, at) => ({
        ...pair,
        offline: { value: value + ([s, t][at] ?? 0) * (set[1] - set[0]), se },
      })),
    ),
  );

describe("a statistic over sets", () => {
  it("is the statistic where offline results are points", () => {
    const pairs = pairsOf([1, 2, 3, 5], [2, 1, 4, 6]);
    for (const each of statistics) {
      expect(overSets(each, pairs, 0.95)).toEqual(each.of(pairs, 0.95));
    }
  });

  it.each(statistics.filter(({ ends }) => ends !== undefined))(
    "$name holds what every value of them gives, with its interval and p",
    (statistic) => {
      const random = createRandom(`over sets ${suiteSeed}`);
      for (let world = 0; world < 6; world++) {
        const online = Array.from({ length: 6 }, () => random.normal());
        const offline = online.map((each) => each + 0.5 * random.normal());
        const pairs = withSets(pairsOf(online, offline), [random.next(), 2 * random.next()]);
        const { range = [Number.NaN, Number.NaN], interval, p } = of(statistic, pairs);
        const all = onGrid(pairs).map((each) => of(statistic, each));
        const values = all.map(({ value }) => value);
        expect(Math.min(...values)).toBeGreaterThanOrEqual(range[0] - 1e-12);
        expect(Math.max(...values)).toBeLessThanOrEqual(range[1] + 1e-12);
        expect(range[1] - Math.max(...values)).toBeLessThan(0.02);
        expect(Math.min(...values) - range[0]).toBeLessThan(0.02);
        if (statistic.name === "slopeWithErrors") continue;
        for (const each of all) {
          expect(interval?.[0]).toBeLessThanOrEqual((each.interval?.[0] ?? 0) + 1e-12);
          expect(interval?.[1]).toBeGreaterThanOrEqual((each.interval?.[1] ?? 0) - 1e-12);
          expect(p).toBeGreaterThanOrEqual((each.p ?? 0) - 1e-12);
        }
      }
    },
  );

  it("by order has no value where the sets leave the order open", () => {
    const pairs = pairsOf([1, 2, 3, 5], [1, 2, 4, 6]);
    for (const each of statistics.filter(({ byOrder }) => byOrder)) {
      expect(of(each, withSets(pairs, [0.5, 1.5])).value).toBe(1);
      expect(overSets(each, withSets(pairs, [0.5, 2.5]), 0.95)).toMatchObject({
        code: "setsOverlap",
      });
    }
  });

  it("within errors reads the value that is nearest to the online result", () => {
    const calibration = statistics.filter(({ name }) => name === "calibration");
    const pairs = withSets(pairsOf([1, 1, 1], [0, 2, 0.2]), [2, 1, 0.4]);
    for (const each of calibration) {
      expect(of(each, pairs).value).toBeCloseTo(1 / 3, 12);
    }
  });
});
