import { describe, expect, it } from "vitest";
import { familyKey, isSameQuestion, type QuestionKey } from "./row-key.js";

const row = {
  estimator: "dcg",
  parameters: { gain: "qhat", clip: 8 },
  reward: "like",
  estimand: "perTrajectory",
  feed: null,
  day: null,
} as const;

describe("two rows answer one question", () => {
  it("whatever the order of their parameters", () => {
    const other = { ...row, parameters: { clip: 8, gain: "qhat" } };
    expect(isSameQuestion(row, other)).toBe(true);
    expect(familyKey(row)).toBe(familyKey(other));
  });

  it("as a verdict does, which is over all days", () => {
    const { day: _, ...verdict } = row;
    expect(isSameQuestion(row, verdict)).toBe(true);
    expect(isSameQuestion({ ...row, day: "2026-11-01" }, verdict)).toBe(false);
  });

  it.each<[string, Partial<QuestionKey>]>([
    ["estimator", { estimator: "ips" }],
    ["parameter", { parameters: { gain: "qhat", clip: 9 } }],
    ["reward", { reward: "watch" }],
    ["estimand", { estimand: "perImpression" as QuestionKey["estimand"] }],
    ["feed", { feed: "home" }],
    ["day", { day: "2026-11-01" }],
  ])("unless they differ in their %s", (_name, other) => {
    expect(isSameQuestion(row, { ...row, ...other })).toBe(false);
  });

  it("never, where a verdict has no estimator", () => {
    const none = { ...row, estimator: null, parameters: null };
    expect(isSameQuestion(none, none)).toBe(false);
  });
});

it("rows of every reward and scope are one family by one estimator and estimand", () => {
  expect(familyKey({ ...row, parameters: {} })).not.toBe(familyKey(row));
  expect(familyKey({ ...row, estimator: "ips" })).not.toBe(familyKey(row));
});
