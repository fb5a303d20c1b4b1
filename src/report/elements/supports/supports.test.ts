import { expect, it } from "vitest";
import { log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { supports } from "./supports.js";

const report = {
  log: logFacts,
  counts: { holes: 312, none: 0 },
  problems: [],
  warnings: [],
  supports: [],
};
const why = reason("rankMissing", "b has no rank.");
const rows = [
  { policy: "a", estimator: "dcg", supported: true, reason: null },
  { policy: "b", estimator: "dcg", supported: false, reason: why },
];

it("says which policies an estimator can estimate, and why not the others", () => {
  const { text, html, markdown, csv } = written(supports, { ...report, supports: rows });
  expect(text).toBe("Estimators\n  dcg\n    of a\n    not of b: b has no rank.");
  expect(html).toContain("<td>a</td><td>b: b has no rank.</td>");
  expect(markdown).toContain("| dcg | a | b: b has no rank. |");
  expect(csv.map(({ supported, code }) => [supported, code])).toEqual([
    ["true", undefined],
    ["false", "rankMissing"],
  ]);
});
