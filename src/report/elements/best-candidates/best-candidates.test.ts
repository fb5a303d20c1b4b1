import { expect, it } from "vitest";
import { fixtureGuarded } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { withhold } from "../../withhold.js";
import { bestCandidates } from "./best-candidates.js";

it("shows what the best candidate is worth on users that did not choose it", () => {
  const { text, csv } = written(bestCandidates, withhold(fixtureGuarded()));
  expect(text).toMatch(/like +candidate +3 +\+0\.0131 +\+0\.0098 .* 70 %/);
  expect(csv[0]).toMatchObject({ row: "best", candidates: 3, heldOut: 0.0098 });
  const { best: _, ...without } = withhold(fixtureGuarded());
  expect(bestCandidates.show(without)).toBeNull();
});
