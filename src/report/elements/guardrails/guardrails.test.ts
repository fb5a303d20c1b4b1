import { expect, it } from "vitest";
import { fixtureGuarded } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { guardrails } from "./guardrails.js";

it("says of each guarded reward what it may lose and whether that is kept", () => {
  const { text, html, csv } = written(guardrails, fixtureGuarded());
  expect(text).toMatch(/candidate +latency +2\.5 % .*broken/);
  expect(text).toContain("explorer, latency: The log does not tell");
  expect(html).toContain("not shown");
  expect(csv.map(({ outcome }) => outcome)).toEqual(["held", "broken", "notShown"]);
});

it("shows nothing without guardrails", () => {
  const { guardrails: _, ...rest } = fixtureGuarded();
  expect(guardrails.show(rest)).toBeNull();
});
