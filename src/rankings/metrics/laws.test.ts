import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { metrics } from "./index.js";
import { metricLaws } from "./laws.js";
import type { Metric } from "./metric.js";

describe.each(inTurn(metrics).map((metric) => [metric.name, metric] as const))(
  "%s",
  (_, metric) => {
    it.each(metricLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
      law.check(metric);
    });

    it("says what it is and where it comes from", () => {
      expect([metric.purpose, metric.reference]).not.toContain("");
    });
  },
);

it("has no name twice, be it another name of a metric", () => {
  const names = metrics.flatMap(({ name, aliases }) => [name, ...aliases]);
  const folded = names.map((name) => name.toLowerCase());
  const own = metrics.map(({ name }) => name.toLowerCase());
  expect(new Set(own).size).toBe(own.length);
  for (const { name, aliases } of metrics) {
    for (const alias of aliases) {
      const holders = metrics.filter((each) =>
        [each.name, ...each.aliases].some((known) => known.toLowerCase() === alias.toLowerCase()),
      );
      expect(holders.map((each) => each.name)).toEqual([name]);
    }
  }
  expect(folded).toContain("rr");
});

describe("the laws catch a metric", () => {
  const named = (name: string): Metric => {
    const found = metrics.find((metric) => metric.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const [dcg, ndcg] = [named("DCG"), named("nDCG")];
  const [bounds, order, cut, empty, reads, together, ties] = metricLaws;
  it.each<[(typeof metricLaws)[number] | undefined, string, Metric]>([
    [bounds, "above its bound", { ...dcg, most: 0.5 }],
    [order, "that likes good items low", { ...dcg, of: ({ grades }) => grades.at(-1) ?? 0 }],
    [
      cut,
      "that reads all ranks",
      { ...dcg, of: (list, terms) => dcg.of(list, { ...terms, cutoff: Infinity }) },
    ],
    [empty, "that finds something in nothing", { ...ndcg, of: () => 0.5 }],
    [reads, "that reads more than it says", { ...dcg, reads: ["discount", "relevant"] }],
    [reads, "that reads less than it says", { ...dcg, reads: [...dcg.reads, "p"] }],
    [
      cut,
      "that reads items below the cutoff",
      {
        ...named("Popularity"),
        of: (list, terms) => named("Popularity").of(list, { ...terms, cutoff: Infinity }),
      },
    ],
    [
      together,
      "whose users' values are of nothing left out",
      {
        ...named("Coverage"),
        ofAll: (all, terms) => {
          const { value = 0 } = named("Coverage").ofAll?.(all, terms) ?? {};
          return { value, without: new Float64Array(all.length).fill(value) };
        },
      },
    ],
    [ties, "that is not linear", { ...named("MRR"), isLinear: true }],
  ])("%o %s", (law, _what, metric) => {
    expect(() => law?.check(metric)).toThrow(new RegExp(`^The metric ${metric.name} `));
  });
});
