import { describe, expect, it } from "vitest";
import type { Adjustment } from "./adjustment.js";
import { adjustments } from "./index.js";
import { adjustmentLaws } from "./laws.js";

describe.each(adjustments.map((member) => [member.name, member] as const))(
  "%s",
  (_name, member) => {
    it.each(adjustmentLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
      law.check(member);
    });

    it("says what it is and where it comes from", () => {
      expect([member.purpose, member.reference]).not.toContain("");
    });
  },
);

it("has one default, whose intervals hold all at once", () => {
  const defaults = adjustments.filter((member) => member.default === true);
  expect(defaults).toHaveLength(1);
  expect(defaults[0]?.level).toBeDefined();
});

describe("the laws catch an adjustment", () => {
  const [bonferroni] = adjustments;
  if (bonferroni === undefined) throw new Error("no adjustment");
  const [bounds, order, permutation, growth, alone, refusal, level, control] = adjustmentLaws;
  const by = (p: Adjustment["p"], more: Partial<Adjustment> = {}): Adjustment => ({
    ...bonferroni,
    ...more,
    p,
  });
  const none = by((p) => bonferroni.p(p).map((value, i) => Math.min(value, p[i] ?? 1)));

  it.each([
    [bounds, "that exceeds 1", by((p) => p.map((value) => value * p.length))],
    [
      order,
      "that turns the order",
      by((p) => bonferroni.p(p).map((value, i) => 1 - value * (p[i] ?? 0))),
    ],
    [permutation, "by place", by((p) => p.map((value, i) => Math.min(1, value * (i + 1))))],
    [growth, "that falls", by((p) => p.map((value) => Math.min(1, value + 1 - Math.max(...p))))],
    [alone, "of single p-values", by((p) => p.map((value) => Math.min(1, 2 * value)))],
    [refusal, "that takes anything", by((p) => p.map((value) => Math.min(1, p.length * value)))],
    [level, "whose level is another", by(bonferroni.p, { level: (confidence) => confidence })],
    [control, "that adjusts nothing", none],
  ] as const)("%o %s", (law, _what, bent) => {
    expect(() => law?.check(bent)).toThrow(/^bonferroni /);
  });
});
