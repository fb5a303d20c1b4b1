import { describe, expect, it } from "vitest";
import { reportedResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import type { Verdict } from "../../../evaluate/conclude/result.js";
import type { ReportedResult } from "../../source.js";
import { visibleText } from "../../words/printed-numbers.js";
import { decision } from "../decision/decision.js";
import { forest } from "./forest.js";

const bent = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
const lift = (value: number, reach = 0.01): Partial<Verdict> => ({
  lift: { value, interval: [value - reach, value + reach] },
});
const ofPlaces = (of: Partial<Verdict>): readonly Verdict[] =>
  ["like", "watch"].flatMap((reward) => ["1", "2"].map((feed) => verdict({ ...of, reward, feed })));
const resultOf = (...lines: readonly Verdict[]): ReportedResult =>
  reportedResult({ verdicts: lines });
const of = (...lines: readonly Verdict[]): string => written(forest, resultOf(...lines)).html;

const lines = [
  ...ofPlaces({ policy: "newer", ...lift(0.05) }),
  ...ofPlaces({ policy: "older", verdict: "worse", ...lift(-0.08) }),
  ...ofPlaces({ policy: "bent", verdict: "doNotTrust", reason: bent, ...lift(9) }),
];

/** Places of a kind of mark, in percent of the width. */
const placesOf = (html: string, mark: string): readonly number[] =>
  [...html.matchAll(new RegExp(`class="${mark}"[^>]*`, "g"))].flatMap(([tag]) =>
    [...tag.matchAll(/(?:cx|x1|x2)="([\d.-]+)%"/g)].map(([, at]) => Number(at)),
  );

it("has the rows of the decision's table, in its order", () => {
  const page = of(...lines);
  const names = [...page.matchAll(/<title>(\w+), feed (\d), (\w+)<\/title>/g)];
  const table = written(decision, resultOf(...lines)).html;
  const rows = [...table.matchAll(/<th scope="row"[^>]*>(\w+)<\/th><td>(\d)<\/td>/g)];
  const columns = ["like", "watch"];
  expect(names.map(([, policy, feed, reward]) => [policy, feed, reward])).toEqual(
    columns.flatMap((reward) =>
      rows
        .map(([, policy, feed]) => [policy, feed, reward])
        .filter(([policy]) => policy !== "bent"),
    ),
  );
});

it("says the word of a verdict in place of a number that is withheld", () => {
  const page = of(...lines);
  expect(page.match(/<span class="instead">do not trust<\/span>/g)).toHaveLength(4);
  expect(page).not.toContain("900");
});

it("leaves nothing out of its scale, which all panels share", () => {
  const page = of(...lines, ...ofPlaces({ policy: "wide", ...lift(0.2, 3) }));
  const places = ["whisker", "mark"].flatMap((mark) => placesOf(page, mark));
  expect(places.length).toBe(12 * 3);
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...places)).toBeLessThanOrEqual(100);
  expect(new Set(page.match(/<svg class="ticks"[\s\S]*?<\/svg>/g)).size).toBe(1);
  expect(page).toContain("logarithmic further out");
  expect(of(...lines)).not.toContain("logarithmic");
});

describe("a range that missing views leave", () => {
  const { missing } = {
    missing: {
      ...{ share: 0.12, shareOfBaseline: null, side: "candidate", unknownItemsShare: 0.12 },
      ...{
        assumed: "declared",
        rewardPerView: 0.2,
        rewardRange: [0.1, 0.3],
        averageReward: 0.25,
        differenceAtZero: -0.02,
      },
      thresholds: { positiveAbove: 0.15, negativeBelow: 0.05, zeroAt: 0.1 },
      oneSided: null,
    } satisfies NonNullable<Verdict["missing"]>,
  };
  const range: Partial<Verdict> = {
    ...{ identified: "range", missing },
    lift: { value: 0.05, set: [0.025, 0.075], interval: [0.015, 0.085] },
  };

  it("is a bar within its line", () => {
    const page = of(verdict(range));
    const [low = 0, high = 0] = placesOf(page, "range");
    const [from = 0, to = 0] = placesOf(page, "whisker");
    expect([from < low, low < high, high < to]).toEqual([true, true, true]);
    expect(page).toContain("pale bar");
  });

  it("goes on to the edge where it has no end, which takes no room of the scale", () => {
    const open = { ...missing, oneSided: "least" } as const;
    const far = { value: 0.05, set: [0.025, 40], interval: [0.015, 50] } as const;
    const page = of(verdict({ ...range, missing: open, lift: far }));
    expect(placesOf(page, "whisker")[1]).toBe(100);
    expect(page).toContain("▸");
    expect(page).not.toMatch(/>\+?\d{3,}</);
  });
});

it("says a difference that is no lift in words, and is not there without any lift", () => {
  const none = { none: reason("intervalHoldsZero", "The baseline may earn nothing.") };
  const page = of(verdict({ lift: none }), verdict({ ...lift(0.1), reward: "watch" }));
  expect(page).toMatch(/<span class="instead">diff\. [+-]/);
  expect(forest.show(resultOf(verdict({ lift: none })))).toBeNull();
});

it("marks the truth where it is known", () => {
  const truth = [
    { policy: "candidate", reward: "like", feed: null, value: 0.55 },
    { policy: "production", reward: "like", feed: null, value: 0.5 },
  ];
  const { html } = written(forest, { ...resultOf(verdict(lift(0.05))), truth });
  expect(placesOf(html, "known")).toHaveLength(2);
  expect(html).toContain("vertical stroke: the true value");
  expect(visibleText(of(verdict(lift(0.05))))).not.toContain("truth");
});
