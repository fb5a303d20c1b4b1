import { expect, it } from "vitest";
import {
  diagnosis,
  estimate,
  reportedResult,
  survival,
  verdict,
} from "../../../test/fixture/fixture-result.js";
import { checks } from "../../checks/index.js";
import { reason } from "../../errors.js";
import type { Guardrail, Result, Verdict } from "../../evaluate/conclude/result.js";
import { remedies } from "../../remedies.js";
import { nextSteps, together } from "./next-steps.js";

const stepsOf = (verdicts: readonly Verdict[], changes: Partial<Result> = {}) =>
  nextSteps(reportedResult({ verdicts, ...changes })).map(({ of, words }) => `${of}: ${words}`);
const production = estimate(0.41927, 0.0018, { policy: "production" });
const open = reason("intervalHoldsZero", "The interval holds 0.");
const missing = reason("support", "Views are missing.");

it("tests online what is better, for as long as its lift takes", () => {
  // 4·0.0018²·(1.96 + 0.84)²/0.01185² of 14 days are 10.
  expect(stepsOf([verdict()], { estimates: [production] })).toEqual([
    "candidate: start an A/B test: half of the users in each group; at this log's 8,600 trajectories a day it takes 2 weeks to detect +2.83 %",
  ]);
  expect(stepsOf([verdict()], { estimates: [] })).toEqual(["candidate: start an A/B test"]);
});

it("names the line that shows first and the one that shows last", () => {
  const low = verdict({
    feed: "b",
    value: 0.006,
    set: null,
    lift: { value: 0.014, interval: [0, 1] },
  });
  const lines = [low, verdict({ feed: "a" })];
  const rows = ["a", "b"].map((feed) => ({ ...production, feed }));
  expect(stepsOf(lines, { estimates: rows })).toEqual([
    "candidate: start an A/B test: half of the users in each group; at this log's 8,600 trajectories a day it takes 2 weeks to detect +2.83 % (like, feed a), 6 weeks to detect +1.40 % (like, feed b)",
  ]);
});

it("takes what a diagnosis advises from that of the same policy", () => {
  const [fine, apart] = ["Nothing to do.", "Find the assumption that fails."] as const;
  const online = { code: "onlineAgreement", reward: "like" } as const;
  const refused = verdict({ verdict: "doNotTrust", reason: reason(online.code, "Far apart.") });
  const diagnostics = [
    diagnosis({ ...online, policy: "other", remedy: fine }),
    diagnosis({ ...online, policy: "candidate", remedy: apart }),
  ];
  expect(stepsOf([refused], { diagnostics })).toEqual([
    "candidate: find the assumption that fails",
  ]);
});

it("asks first for the lengths of lists where too many views are filled and the study has none", () => {
  const full = verdict({ verdict: "doNotTrust", reason: reason("excessWeight", "Too full.") });
  const warnings = [reason("listLengthUnknown", "Not known.")];
  expect(stepsOf([full])).toEqual([`candidate: ${remedies.excessWeight}`]);
  expect(stepsOf([full], { warnings })).toEqual([
    `candidate: name log.listLength, if lists differ in length; ${remedies.excessWeight}`,
  ]);
});

it("launches nothing that is worse, breaks a guardrail, or is not weighed", () => {
  expect(stepsOf([verdict({ verdict: "worse" })])).toEqual(["candidate: do not launch"]);
  const broken = { policy: "candidate", outcome: "broken" } as Guardrail;
  expect(stepsOf([verdict()], { guardrails: [broken] })).toEqual([
    "candidate: do not launch as it is: it breaks a guardrail",
  ]);
  expect(stepsOf([verdict(), verdict({ reward: "watch", verdict: "worse" })])).toEqual([
    "candidate: weigh where it is better against where it is worse, before any test",
  ]);
});

it("gives unranked items their ranks before a test that their number misleads", () => {
  const without = (interval: readonly [number, number]): Verdict =>
    verdict({ checks: [survival({ check: "itemsNotRanked", effect: "watch", interval })] });
  const { value } = verdict();
  expect(stepsOf([without([0.001, 0.002])], { estimates: [production] })).toEqual([
    "candidate: give these items their ranks in the candidate's lists, then start an A/B test",
  ]);
  expect(stepsOf([without([0.001, 2 * (value ?? 0)])], { estimates: [] })).toEqual([
    "candidate: start an A/B test",
  ]);
});

it("says how much more log settles what is seen, and gives up where that is too much", () => {
  const wide = { verdict: "cannotTell", reason: open, level: 0.05, set: null } as const;
  expect(stepsOf([verdict({ ...wide, value: 0.01, se: 0.01 })])).toEqual([
    "candidate: log about 7.9 times as much; hindcast plan says how many days",
  ]);
  expect(stepsOf([verdict({ ...wide, value: 0.001, se: 0.01 })])).toEqual([
    "candidate: test online: this log would have to be about 790 times as large",
  ]);
  expect(stepsOf([verdict({ ...wide, value: 0 })])).toEqual([
    "candidate: log more days or users; make fewer comparisons",
  ]);
});

it("names what mends a danger, once for all policies, and the lines where they are not all", () => {
  const lacking = { verdict: "cannotTell", reason: missing } as const;
  const steps = stepsOf([
    verdict({ policy: "a", ...lacking }),
    verdict({ policy: "b", ...lacking }),
    verdict({ policy: "b", reward: "watch", verdict: "worse" }),
  ]);
  const mends =
    "state what a missing view earns (log.rewards.<name>.unlogged); show these items for a while;";
  expect(steps[0]).toContain(`a, b (like): ${mends}`);
  expect(steps[1]).toBe("b (watch): do not launch");
});

it("has a remedy for every danger, and sends to the page of any other code", () => {
  expect(checks.flatMap(({ code }) => (code in remedies ? [] : [code]))).toEqual([]);
  const own = reason("own:tide" as "support", "The tide.");
  expect(stepsOf([verdict({ verdict: "cannotTell", reason: own })])).toEqual([
    "candidate: see hindcast explain own:tide",
  ]);
});

it("is brief up to the first clause, together for those that then say the same", () => {
  const steps = nextSteps(
    reportedResult({
      estimates: [production],
      verdicts: [verdict({ policy: "a" }), verdict({ policy: "b", value: 0.006 })],
    }),
  );
  expect(together(steps, "brief")).toMatchObject([{ of: "a, b", brief: "start an A/B test" }]);
});
