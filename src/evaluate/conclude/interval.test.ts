import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { intervals } from "../../inference/intervals/index.js";
import { readStudy } from "../../study/read-study.js";
import { takeTally } from "../take-tally.js";
import { conclude } from "./conclude.js";
import type { Difference, Result } from "./result.js";
import { restoreNumbers } from "./withhold-numbers.js";

const rows = randomLog("intervals", { trajectories: 120, users: 40 });
const tallyOf = (more: object): ReturnType<typeof takeTally> =>
  takeTally(readStudy(smallStudy({ estimators: ["snips"], ...more })), {
    engine: inMemory(rows),
  });
const logs = Promise.all([
  tallyOf({}),
  tallyOf({ log: { exposure: { curve: { fit: "geometric" } } } }),
]);

const differencesOf = ({ differences }: Result): readonly Difference[] =>
  differences.map(restoreNumbers).filter((row): row is Difference => "value" in row && row.se > 0);

const width = ([lo, hi]: readonly [number, number]): number => hi - lo;

describe.each(
  inTurn(
    intervals.map(({ name }) => [name] as const),
    2,
  ),
)("a study with %s", (interval) => {
  it("has intervals around every value that agree with p, near those of t", async () => {
    for (const tally of inTurn(await logs)) {
      const [found, plain] = [await conclude(tally, { interval }), await conclude(tally)];
      expect(found.interval).toBe(interval);
      const by = differencesOf(plain);
      const all = differencesOf(found);
      expect(all).toHaveLength(by.length);
      all.forEach((row, at) => {
        const [lo, hi] = row.interval;
        expect(lo).toBeLessThan(row.value);
        expect(hi).toBeGreaterThan(row.value);
        expect(lo > 0 || hi < 0).toBe(row.p < 0.05);
        expect(width(row.adjusted.interval)).toBeGreaterThanOrEqual(width(row.interval));
        if ("interval" in row.lift) {
          const [[below, above], [low, high]] = [row.lift.interval, row.adjusted.interval];
          expect([below > 0, above < 0]).toEqual([low > 0, high < 0]);
        }
        if (row.buckets < 30) return;
        const plainly = by[at]?.interval ?? [0, 0];
        expect(width(row.interval) / width(plainly)).toBeGreaterThan(0.55);
        expect(width(row.interval) / width(plainly)).toBeLessThan(5);
        // A method that is not given what it reads would fall back to the default's interval.
        if (interval !== "t") expect(row.interval).not.toEqual(plainly);
      });
    }
  });
});

it("gives the same bytes again, whatever was drawn before", async () => {
  const tally = await tallyOf({
    policies: { a: { rank: "rank_a" } },
    log: { rewards: { like: "like" } },
  });
  const once = JSON.stringify(await conclude(structuredClone(tally), { interval: "bootstrapT" }));
  expect(JSON.stringify(await conclude(tally, { interval: "bootstrapT" }))).toBe(once);
});
