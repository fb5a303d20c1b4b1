import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { statistics } from "./index.js";
import { statisticLaws } from "./laws.js";
import { pearsonStatistic } from "./pearson/pearson.js";
import type { Statistic } from "./statistic.js";

describe.each(inTurn(statistics).map((statistic) => [statistic.name, statistic] as const))(
  "%s",
  (_, statistic) => {
    it.each(statisticLaws)("$name", ({ check }) => check(statistic));
  },
);

/** A member bent in one way each: exactly the law that is about it must notice. */
const bent: readonly (readonly [law: string, Statistic])[] = [
  ["perfect", { ...pearsonStatistic, perfect: 0.5 }],
  ["interval", changed((found) => ({ ...found, interval: [found.value + 0.1, 2] }))],
  ["order", { ...pearsonStatistic, of: (pairs, at) => pearsonStatistic.of(pairs.slice(0, 6), at) }],
  [
    "units",
    changed((found, pairs) => ({
      ...found,
      p: Math.min(1, Math.abs(pairs[0]?.online.value ?? 0)),
    })),
  ],
  ["few", { ...pearsonStatistic, least: 8 }],
  ["as often", changed((found) => ({ ...found, p: (found.p ?? 0) / 4 }))],
  ["something", changed((found) => ({ ...found, p: 1 }))],
];

function changed(
  of: (
    found: Exclude<ReturnType<Statistic["of"]>, { readonly code: string }>,
    pairs: Parameters<Statistic["of"]>[0],
  ) => ReturnType<Statistic["of"]>,
): Statistic {
  return {
    ...pearsonStatistic,
    of: (pairs, confidence) => {
      const found = pearsonStatistic.of(pairs, confidence);
      return "code" in found ? found : of(found, pairs);
    },
  };
}

describe("the laws of statistics", () => {
  it.each(bent)("catch a member that breaks the one about: %s", (word, statistic) => {
    const law = statisticLaws.find(({ name }) => name.includes(word));
    expect(() => law?.check(statistic)).toThrow("The statistic pearson");
  });
});
