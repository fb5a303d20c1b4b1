import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { userValues } from "./user-values.js";

it("has a row for every user, and none in the place of a value that does not count", () => {
  const { csv, text } = written(userValues, fixtureRanking());
  expect(csv).toHaveLength(2 * 2 * 3);
  expect(
    csv.find(({ user, measure }) => user === "bare" && measure === "nDCG@10")?.value,
  ).toBeNull();
  expect(text).toMatch(/nDCG@10 +bare +left out/);
});
