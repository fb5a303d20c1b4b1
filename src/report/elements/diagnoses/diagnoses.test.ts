import { expect, it } from "vitest";
import { diagnosis, fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { diagnoses } from "./diagnoses.js";

it("puts the gravest first, and only counts or folds away what is ok", () => {
  const { html, text, markdown } = written(diagnoses, fixtureResult());
  expect(text.indexOf("fail")).toBeLessThan(text.indexOf("watch"));
  expect(text).toContain("ok  1 further check");
  expect(html).toContain("<summary>Checks that passed: 1</summary>");
  expect(markdown).not.toContain("| ok |");
});

it("says so where every check passed", () => {
  const source = fixtureResult({ diagnostics: [diagnosis({ severity: "ok" })] });
  const { html, markdown } = written(diagnoses, source);
  expect(html).toContain("Every check of an assumption passed.");
  expect(markdown).toBe("");
});

it("says a remedy once for all places where it is the same", () => {
  const two = [diagnosis(), diagnosis({ policy: "other" })];
  const { text } = written(diagnoses, fixtureResult({ diagnostics: two }));
  expect(text.split("→")).toHaveLength(2);
});
