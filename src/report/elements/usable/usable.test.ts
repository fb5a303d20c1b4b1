import { expect, it } from "vitest";
import { log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { usable } from "./usable.js";

const report = {
  log: logFacts,
  counts: { holes: 312, none: 0 },
  problems: [],
  warnings: [],
  supports: [],
};

it("says whether the log is usable, and how many problems it has", () => {
  expect(written(usable, report).text).toBe("The log is usable.");
  const one = reason("duplicateRank", "12 trajectories show a rank twice.");
  expect(written(usable, { ...report, problems: [one] }).text).toBe(
    "The log is not usable as it is: 1 problem.",
  );
  expect(written(usable, { ...report, problems: [one, one] }).markdown).toBe(
    "# The log is not usable as it is: 2 problems.",
  );
});
