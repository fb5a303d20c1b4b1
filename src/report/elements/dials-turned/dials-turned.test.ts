import { expect, it } from "vitest";
import { fixtureTable2 } from "../../../../test/fixture/fixture-experiments.js";
import { written } from "../../../../test/fixture/written.js";
import { dialsTurned } from "./dials-turned.js";

it("has a row for each world", () => {
  const { text, csv } = written(dialsTurned, fixtureTable2);
  expect(text).toMatch(/carryOver +0\.9 +8 +0\.39 +-0\.11 +38 %/);
  expect(text).toMatch(/all assumptions hold +– +8/);
  expect(csv.map(({ world }) => world)).toEqual(["all assumptions hold", "carryOver"]);
});
