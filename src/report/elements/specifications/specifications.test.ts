import { expect, it } from "vitest";
import {
  difference,
  LOG2,
  reportedResult,
  verdict,
} from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import type { Difference, Result, Verdict } from "../../../evaluate/conclude/result.js";
import type { ReportedResult } from "../../source.js";
import { specificationView } from "./specification-view.js";
import { specifications } from "./specifications.js";

const lift = (value: number, reach = 0.01): Pick<Difference, "lift"> => ({
  lift: { value, interval: [value - reach, value + reach] },
});
const line = (changes: Partial<Verdict> = {}): Verdict =>
  verdict({ value: 0.04, lift: { value: 0.02, interval: [0.01, 0.03] }, ...changes });
const snips = difference(0.05, 0.01, { estimator: "snips", parameters: {}, ...lift(0.025) });
const resultOf = (changes: Partial<Result>): ReportedResult =>
  reportedResult({ verdicts: [line()], differences: [], whatIf: [], ...changes });
const named = (result: ReportedResult) =>
  specificationView(result)?.comparisons[0]?.specifications.map(({ name, lift, says }) => [
    name,
    lift,
    says,
  ]);

const deciding = difference(0.04, 0.01, lift(0.02));

it("sorts every choice by its lift, and marks the one that decides", () => {
  const low = difference(0.01, 0.01, { estimator: "ips", parameters: {}, ...lift(-0.005) });
  const result = resultOf({ differences: [snips, deciding, low] });
  expect(named(result)).toEqual([
    ["ips", -0.005, "cannotTell"],
    ["dcg(curve, qhat)", 0.02, "better"],
    ["snips", 0.025, "better"],
  ]);
  const page = written(specifications, result).html;
  expect(page.match(/class="decides"[^>]*>([^<]*)</)?.[1]).toBe("dcg(curve, qhat)");
  expect(page).toContain("choices differ");
});

it("adds the readings of the log and other curves, as shares of what the baseline earns", () => {
  const reading = { check: "driftOfCurve", role: "added", value: -0.1, shiftSe: 0.01 } as const;
  const own = { ...reading, check: "asStudied" as "driftOfCurve", shift: null, shiftSe: null };
  const alternatives: Verdict["alternatives"] = [
    { ...own, set: [0.04, 0.04], interval: [0.02, 0.06] },
    { ...reading, set: [-0.1, -0.1], interval: [-0.12, -0.08], shift: -0.14 },
  ];
  const curve = {
    kind: "family",
    label: "geometric",
    policies: [],
    order: [],
    sameOrder: true,
  } as const;
  const [whatIf] = reportedResult().whatIf ?? [];
  if (whatIf === undefined) throw new Error("the fixture has no other curves");
  const { policy, reward, feed, baseline } = line();
  const result = resultOf({
    verdicts: [line({ alternatives })],
    differences: [deciding],
    whatIf: [
      {
        ...{ ...whatIf, reward, feed, baseline },
        curves: [{ ...curve, differences: [{ policy, value: 0.02, verdict: "cannotTell" }] }],
      },
    ],
  });
  expect(named(result)).toEqual([
    ["check: drift of curve", -0.05, "worse"],
    ["curve geometric", 0.01, "cannotTell"],
    ["dcg(curve, qhat)", 0.02, "better"],
  ]);
  expect(specificationView(result)?.comparisons[0]?.specifications[0]?.interval).toEqual([
    -0.06, -0.04,
  ]);
});

it("counts no score among what choices say", () => {
  const score = difference(-1, 0.1, { estimator: "ndcg", parameters: LOG2, ...lift(-0.2) });
  const [comparison] =
    specificationView(resultOf({ differences: [deciding, score] }))?.comparisons ?? [];
  expect(comparison?.isUnanimous).toBe(true);
  expect(comparison?.specifications[0]?.says).toBeNull();
});

it("turns with the direction of the reward", () => {
  const reward = "latency";
  const rows = [deciding, snips].map((row) => ({ ...row, reward }));
  const result = resultOf({ verdicts: [line({ reward })], differences: rows });
  expect(named(result)?.map(([, , says]) => says)).toEqual(["worse", "worse"]);
});

it("has no line whose numbers are no answer, and none of one choice", () => {
  expect(specifications.show(resultOf({ differences: [deciding] }))).toBeNull();
  const why = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
  const bent = line({ verdict: "doNotTrust", reason: why });
  const rows = [deciding, snips];
  expect(specifications.show(resultOf({ verdicts: [bent], differences: rows }))).toBeNull();
  expect(specifications.show(resultOf({ differences: rows }))?.summary()).toBe(
    "2 choices tried for 1 comparison: all give the same verdict",
  );
});

it("says which choices were tried and which were not, and which lines are left out and why", () => {
  const wide = { ...deciding, parameters: { ...deciding.parameters, clip: 64 } };
  const why = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
  const bent = line({ policy: "bent", verdict: "doNotTrust", reason: why });
  const alone = line({ policy: "alone" });
  const result = resultOf({
    verdicts: [line(), bent, alone],
    differences: [deciding, wide, { ...deciding, policy: "alone" }],
  });
  const { tried, leftOut } = specificationView(result) ?? {};
  expect(tried).toContain("Tried: estimator dcg; clip inf, 64.");
  expect(tried).toContain("Not tried: other curves (--what-if tries them); alternative");
  expect(leftOut).toBe(
    "Left out: bent (like): its numbers are withheld; alone (like): only one choice has a lift.",
  );
});
