import { expect, it } from "vitest";
import { reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { study } from "./study.js";

it("shows the study as it was read, escaped, infinities as a study file writes them", () => {
  const given = { log: { source: "<a>.parquet" }, clip: Number.POSITIVE_INFINITY };
  const { html, text } = written(study, reportedResult({ study: given }));
  expect(html).toContain("&quot;source&quot;: &quot;&lt;a&gt;.parquet&quot;");
  expect(html).toContain("&quot;clip&quot;: &quot;inf&quot;");
  expect(study.show(reportedResult())?.summary()).toContain("Hindcast 0.0.0");
  expect(text).toBe("");
});
