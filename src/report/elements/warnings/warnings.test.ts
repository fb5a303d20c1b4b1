import { expect, it } from "vitest";
import { fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { chapterWarnings, foldedWarnings, warnings } from "./warnings.js";

it("leaves out what a diagnosis says in the same words", () => {
  const { text } = written(warnings, fixtureResult());
  expect(text).toContain("inverted order");
  expect(text).not.toContain("effective sample size");
});

it("groups warnings by their code, each with where it was met", () => {
  const met = ["home", "search"].map((feed) => reason("rankMissing", "Thin.", { feed }));
  const { text, markdown } = written(warnings, { warnings: met });
  expect(text).toBe("Warnings\n  ! rank missing\n    feed home: Thin.\n    feed search: Thin.");
  expect(markdown).toMatch(/^## Warnings\n\n- rank missing: feed home: Thin\.\n- /);
});

it("has no heading of its own in a chapter of Markdown", () => {
  const met = [reason("rankMissing", "Thin.")];
  expect(written(chapterWarnings, { warnings: met }).markdown).toBe("- rank missing: Thin.");
});

it("is folded on the page of a result, under the kinds of its warnings, and says each once", () => {
  const met = [
    reason("rankMissing", "Thin."),
    reason("clicksOnly", "Only clicks."),
    reason("rankMissing", "Thin."),
  ];
  const source = fixtureResult({ warnings: met, diagnostics: [] });
  expect(foldedWarnings.show(source)?.summary()).toBe("rank missing, clicks only");
  expect(written(foldedWarnings, source).html.match(/Thin\./g)).toHaveLength(1);
  expect(warnings.show(source)?.summary()).toBeNull();
});
