import { expect, it } from "vitest";
import { diagnosis, difference, reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { diagnoses } from "./diagnoses.js";

it("puts the gravest first, and only counts or folds away what is ok", () => {
  const { html, text, markdown } = written(diagnoses, reportedResult());
  expect(text.indexOf("fail")).toBeLessThan(text.indexOf("watch"));
  expect(text).toContain("ok  1 further check");
  expect(html).toContain("<summary>Checks that passed: 1</summary>");
  expect(markdown).not.toContain("| ok |");
});

it("says so where every check passed", () => {
  const source = reportedResult({ diagnostics: [diagnosis({ severity: "ok" })] });
  const { html, markdown } = written(diagnoses, source);
  expect(html).toContain("Every check of an assumption passed.");
  expect(markdown).toBe("");
});

it("says a remedy once for all places where it is the same", () => {
  const two = [diagnosis(), diagnosis({ policy: "other" })];
  const { text } = written(diagnoses, reportedResult({ diagnostics: two }));
  expect(text.split("→")).toHaveLength(2);
});

it("says once on the page what holds of a policy under two names, and of others as often as it holds", () => {
  const order = (worse: string) =>
    diagnosis({ code: "ndcgOrder", consequence: `Above ${worse}.`, policies: ["explorer", worse] });
  const source = reportedResult({
    diagnostics: ["logged", "production", "candidate"].map(order),
    differences: [
      difference(0, 0, { policy: "logged" }),
      difference(0.1, 0.01, { policy: "candidate" }),
    ],
  });
  const { html, markdown } = written(diagnoses, source);
  expect(html).not.toContain("Above logged.");
  for (const said of ["Above production.", "Above candidate."]) expect(html).toContain(said);
  expect(markdown).toContain("Above logged.");
  expect(diagnoses.show(source)?.summary()).toBe("2 need attention, 0 passed");
});
