import { expect, it } from "vitest";
import { reportedResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import type { Verdict } from "../../../evaluate/conclude/result.js";
import { verdicts } from "./verdicts.js";

it("names the deciding estimator only where the reason does not", () => {
  const short = verdict({ reason: reason("intervalAboveZero", "The interval lies above 0.") });
  expect(written(verdicts, reportedResult({ verdicts: [short] })).text).toContain(
    "By dcg(curve, qhat): The interval lies above 0.",
  );
  const { text } = written(verdicts, reportedResult({ verdicts: [verdict()] }));
  expect(text).not.toContain("By dcg");
  expect(text).toContain("difference by dcg(curve, qhat) lies above 0.");
});

it("says which direction is better where that is down", () => {
  const { html, markdown } = written(verdicts, reportedResult());
  expect(html).toContain("latency (lower is better)");
  expect(markdown).toContain("**WORSE** · candidate against production, latency (lower is better)");
});

it("says of a study that compares nothing that it has no verdict, on the page", () => {
  const { html, text, csv } = written(verdicts, reportedResult({ verdicts: [] }));
  expect(html).toContain("there is no verdict");
  expect([text, csv]).toEqual(["", []]);
});

const numbers = /would have earned|no estimate|lift|difference [+-]|<svg/;

it("prints no number as an answer where the verdict is do not trust", () => {
  const trusted = written(verdicts, reportedResult({ verdicts: [verdict()] }));
  const why = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
  const bent = verdict({ verdict: "doNotTrust", reason: why });
  const { html, text, markdown } = written(verdicts, reportedResult({ verdicts: [bent] }));
  expect([trusted.html, trusted.text, trusted.markdown].join()).toMatch(numbers);
  for (const each of [html, text, markdown]) {
    expect(each).not.toMatch(numbers);
    expect(each).toContain("The ranks were taken among the viewed items.");
  }
});

const missing: NonNullable<Verdict["missing"]> = {
  share: 0.12,
  shareOfBaseline: null,
  side: "candidate",
  unknownItemsShare: 0.12,
  assumed: "declared",
  ...{ rewardPerView: 0.2, rewardRange: [0.1, 0.3], averageReward: 0.25, differenceAtZero: -0.02 },
  thresholds: { positiveAbove: 0.15, negativeBelow: 0.05, zeroAt: 0.1 },
  oneSided: null,
};
const range: Partial<Verdict> = {
  ...{ identified: "range", value: 0.02, se: 0.002, missing },
  ...{ set: [0.01, 0.03], setSe: [0.002, 0.002], interval: [0.006, 0.034] },
  lift: { value: 0.05, set: [0.025, 0.075], interval: [0.015, 0.085] },
};

it("prints the differences that missing views leave possible, with what they are taken to earn", () => {
  const shown = written(verdicts, reportedResult({ verdicts: [verdict(range)] }));
  for (const each of [shown.html, shown.text, shown.markdown]) {
    const line = each.replace(/\\(?=[[\]])/g, "").replace(/\s+/g, " ");
    expect(line).toContain("ifference +0.0100 to +0.0300, 95 % interval [+0.0060, +0.0340]");
    expect(line).toContain(
      "lift +2.50 % to +7.50 % [+1.50 %, +8.50 %]: 12 % of its views are missing",
    );
    expect(line).toContain("and the study assumes that each earns 0.10 to 0.30");
  }
});

it("says at least where the other end is a ceiling alone", () => {
  const open: Partial<Verdict> = {
    ...range,
    missing: { ...missing, assumed: "unknownItems", oneSided: "least" },
  };
  const { text } = written(verdicts, reportedResult({ verdicts: [verdict(open)] }));
  const line = text.replace(/\s+/g, " ");
  expect(line).toContain("ifference at least +0.0100, 95 % interval [+0.0060, …]");
  expect(line).toContain("lift at least +2.50 % [+1.50 %, …]");
  expect(line).toContain("and each may earn 0.10 to 0.30");
});

it("prints no estimate of a policy whose views are missing, and whose views these are", () => {
  const of = (share: number, shareOfBaseline: number): string => {
    const line = verdict({ ...range, missing: { ...missing, share, shareOfBaseline } });
    return written(verdicts, reportedResult({ verdicts: [line] })).text.replace(/\s+/g, " ");
  };
  const { baseline, policy } = verdict();
  const [own, others, both] = [of(0.12, 0), of(0, 0.12), of(0.12, 0.05)];
  expect(own).toContain(`${baseline} earns`);
  expect(own).not.toContain("would have earned");
  expect(others).toContain(`${policy} would have earned`);
  expect(others).not.toContain(`${baseline} earns`);
  expect(others).toContain(`: 12 % of the views of ${baseline} are missing from the log, and each`);
  expect(both).not.toMatch(/earns|earned/);
  expect(both).toContain(
    `: 12 % of its views and 5.0 % of those of ${baseline} are missing from the log`,
  );
});

it("prints no number of earlier versions, in which missing views count as 0", () => {
  const bare = verdict({ verdict: "cannotTell", reason: reason("support", "Views are missing.") });
  const { text } = written(verdicts, reportedResult({ verdicts: [bare] }));
  expect(text).not.toMatch(numbers);
});

it("prints the numbers where an interval alone decides nothing", () => {
  const why = reason("intervalHoldsZero", "The interval holds 0.");
  const open = verdict({ verdict: "cannotTell", reason: why });
  const { text } = written(verdicts, reportedResult({ verdicts: [open] }));
  expect(text).toContain("would have earned");
  expect(text).toContain("lift");
});

it("is printed where its cards are few", () => {
  const of = (count: number) =>
    verdicts.show(reportedResult({ verdicts: Array.from({ length: count }, () => verdict()) }));
  expect([of(20)?.print(), of(60)?.print()]).toEqual([true, false]);
  expect(of(3)?.summary()).toBe("3 better");
});
