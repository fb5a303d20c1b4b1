import { expect, it } from "vitest";
import { fixtureTrackRecord } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { trackedCalls } from "./tracked-calls.js";

it("says how often offline was right, and shows each call", () => {
  const { text, csv } = written(trackedCalls, fixtureTrackRecord());
  expect(text).toContain("Of 2 tests offline called 1 right, 1 wrong");
  expect(text).toMatch(/november +candidate +like +better +worse +wrong +\+2\.10 % +-7\.30 %/);
  expect(csv).toHaveLength(2);
});
