import { expect, it } from "vitest";
import { log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { problems } from "./problems.js";

const report = {
  log: logFacts,
  counts: { holes: 312, none: 0 },
  problems: [],
  warnings: [],
  supports: [],
};

it("says every problem with its code, and nothing where there is none", () => {
  const one = reason("duplicateRank", "12 trajectories show a rank twice.", { policy: "a" });
  const { text, html, csv } = written(problems, { ...report, problems: [one] });
  expect(text).toBe("Problems\n  ! duplicate rank\n    a: 12 trajectories show a rank twice.");
  expect(html).toContain("<strong>duplicate rank</strong>");
  expect(csv).toEqual([{ row: "problem", code: "duplicateRank", message: one.message }]);
  expect(written(problems, report).text).toBe("");
});
