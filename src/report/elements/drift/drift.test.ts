import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { drift } from "./drift.js";

const feed = { ...fittedFeed(), confidence: 0.95 };

const said = (drawn: typeof feed): string => written(drift, drawn).text.replace(/\s+/g, " ");

it("leads with the p that allows for users who come back, and names no day where that is chance", () => {
  const { html } = written(drift, feed);
  expect(said(feed)).toMatch(
    /The 3 days that were compared differ by no more than chance \(p = 0\.\d+; X² [\d.]+ on \d+ degrees of freedom, [\d.]+ expected with the users who come back\)\./,
  );
  expect(said(feed)).not.toContain("farthest");
  expect(html).toContain("<summary>Day by day: 3</summary>");
});

it("names the farthest day with its error where the days differ", () => {
  if ("code" in feed.drift) throw new Error(feed.drift.message);
  const moved = { ...feed, drift: { ...feed.drift, test: { ...feed.drift.test, p: 0.01 } } };
  expect(said(moved)).toContain("The curve differs between the 3 days that were compared");
  expect(said(moved)).toMatch(
    /most different day is 2026-11-0\d, by 0\.\d+ ± 0\.\d+ in log p at rank \d+: a weight by that day's curve would differ by \d[\d.]* ± \d[\d.]* % there/,
  );
});

it("says why there is no test, and nothing where no model is recommended", () => {
  const none = reason("rankMissing", "The log holds one day.");
  expect(written(drift, { ...feed, drift: none }).markdown).toBe(
    "- Over days: The log holds one day.",
  );
  expect(written(drift, { ...refusedFeed(), confidence: 0.95 }).text).toBe("");
});
