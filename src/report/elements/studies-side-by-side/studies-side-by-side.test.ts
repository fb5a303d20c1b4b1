import { expect, it } from "vitest";
import { fixtureInputs } from "../../../../test/fixture/fixture-kept-results.js";
import { written } from "../../../../test/fixture/written.js";
import { type SideBySide, sideBySide } from "../../side-by-side.js";
import { studiesSideBySide } from "./studies-side-by-side.js";

function comparedWith(study: Readonly<Record<string, unknown>>): SideBySide {
  const [first, second] = fixtureInputs();
  if (first === undefined || second === undefined) throw new Error("Expected two results.");
  return sideBySide([first, { ...second, result: { ...second.result, study } }]);
}

it("shows what differs between results, and leaves out what does not", () => {
  const { text, csv } = written(studiesSideBySide, sideBySide(fixtureInputs()));
  expect(text).toMatch(/confidence +0\.9 +0\.95/);
  expect(text).toMatch(/days of the log +2026-11-01 to 2026-11-07 +2026-11-08 to 2026-11-14/);
  expect(text).not.toMatch(/trajectories|baseline|estimator/);
  expect(csv).toContainEqual({
    row: "setting",
    setting: "confidence",
    file: "first.json",
    is: 0.9,
  });
});

it("shows keys of the studies whose values differ, with lists and texts as they are", () => {
  const { study } = fixtureInputs()[0]?.result ?? { study: {} };
  const changed = { ...study, log: { exposure: { curve: { table: [1, 0.5] } } }, extra: true };
  const { text } = written(studiesSideBySide, comparedWith(changed));
  expect(text).toMatch(/log\.exposure\.curve\.table +– +1, 0\.5/);
  expect(text).toMatch(/extra +– +true/);
});

it("says that nothing differs", () => {
  const [first] = fixtureInputs();
  if (first === undefined) throw new Error("Expected a result.");
  expect(written(studiesSideBySide, sideBySide([first, first])).text).toContain("Nothing: days");
});
