import { describe, expect, it } from "vitest";
import { models } from "./index.js";
import { modelLaws } from "./laws.js";
import type { Model, Scorer } from "./model.js";

describe.each(models.map((model) => [model.name, model] as const))("%s", (_, model) => {
  it.each(modelLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
    law.check(model);
  });

  it("says what it is and where it comes from", () => {
    expect([model.purpose, model.reference]).not.toContain("");
  });
});

describe("the laws catch a model", () => {
  const [ease] = models;
  if (ease === undefined) throw new Error("no model");
  const [leavesOut, shares, order, finds] = modelLaws;
  const bent = (bend: (scorer: Scorer, points: number) => Scorer): Model => ({
    ...ease,
    learn: (train, grid) => {
      const learning = ease.learn(train, grid);
      return {
        ...learning,
        open: (slots) => {
          const batch = learning.open(slots);
          return (own) => bend(batch(own), grid.length);
        },
      };
    },
  });
  it.each([
    [
      leavesOut,
      "that recommends everything",
      bent((scorer) => (user) => scorer(user).map((own) => own.fill(1))),
    ],
    [
      shares,
      "that mixes the points of a grid",
      bent((scorer, points) => (user) => scorer(user).map((own) => own.map((x) => x * points))),
    ],
    [
      order,
      "that reads the number of the user",
      bent((scorer) => (user) => scorer(user).map((own) => own.map((x) => x * (user + 1)))),
    ],
    [
      finds,
      "that recommends the worst",
      bent((scorer) => (user) => scorer(user).map((own) => own.map((x) => -x))),
    ],
  ])("%o %s", (law, _what, model) => {
    expect(() => law?.check(model)).toThrow(/^The model ease /);
  });
});
