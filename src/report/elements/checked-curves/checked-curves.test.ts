import { expect, it } from "vitest";
import { fixtureResult, log } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { CheckReport } from "../../../evaluate/check.js";
import { checkedCurves } from "./checked-curves.js";

const { curves, confidence } = fixtureResult();
const report: CheckReport = {
  log,
  counts: {},
  problems: [],
  warnings: [],
  supports: [],
  curves,
  confidence,
};

it("says which curve was fitted, and nothing where none was", () => {
  const [first] = curves;
  const { text, html, markdown } = written(checkedCurves, report);
  for (const each of [text, html, markdown]) expect(each).toContain(first?.model);
  const { curves: _, ...without } = report;
  expect(written(checkedCurves, without).text).toBe("");
});
