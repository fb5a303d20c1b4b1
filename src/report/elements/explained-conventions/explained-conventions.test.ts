import { expect, it } from "vitest";
import { fixtureRanking } from "../../../../test/fixture/fixture-ranking.js";
import { written } from "../../../../test/fixture/written.js";
import { explainedConventions } from "./explained-conventions.js";

it("says what each convention changes, for whom", () => {
  const { text } = written(explainedConventions, fixtureRanking());
  expect(text).toMatch(/empty: skip → zero +-0\.\d+ +1 +bare left out → 0\.0000/);
});

it("says so where nothing changes", () => {
  const result = fixtureRanking();
  if (result.explained === null) throw new Error("nothing explained");
  const rows = result.explained.rows.map((row) => ({ ...row, effects: [] }));
  const { text } = written(explainedConventions, {
    ...result,
    explained: { ...result.explained, rows },
  });
  expect(text).toContain("No convention in which the two differ");
});
