import { expect, it } from "vitest";
import { estimate, verdict } from "../../../test/fixture/fixture-result.js";
import type { ReasonCode } from "../../codes.js";
import { diagnosis } from "../../diagnostics/diagnostic.js";
import { reason } from "../../errors.js";
import type { CheckResult, EstimateRow, RowKey } from "./result.js";
import { isAnswer, withholdRows, withoutOpenOrders } from "./withheld.js";

const codesOf = (...asked: Parameters<typeof withholdRows<EstimateRow>>) =>
  withholdRows<EstimateRow>(...asked).map(({ withheld }) => withheld?.code);

const why = reason("curve", "The curve decides.");
const bent = verdict({ feed: "1", verdict: "doNotTrust", reason: why });
const mean = { estimator: "mean", parameters: {} };

it("holds back numbers that are wrong or miss views, and none that chance alone leaves open", () => {
  const open = (code: ReasonCode) =>
    isAnswer(verdict({ verdict: "cannotTell", reason: reason(code, "It is open.") }));
  expect([isAnswer(bent), open("support")]).toEqual([false, false]);
  expect([open("excessWeight"), open("noReward")]).toEqual([false, false]);
  expect(open("itemsNotRanked")).toBe(false);
  expect([open("intervalHoldsZero"), open("fewClusters"), isAnswer(verdict())]).toEqual([
    true,
    true,
    true,
  ]);
});

it("holds back numbers that miss views where another reason comes first", () => {
  const check = {
    check: "support" as const,
    title: "items missing from the log",
    effect: "cannotTell" as const,
    applies: true,
    holds: false,
  };
  const numbers = { tipping: null, interval: null, alternative: null, facts: {} };
  const measured = { value: 0.28, se: null, unit: "share" as const, words: "28 % missing" };
  const checks = [{ ...check, ...numbers, measured, message: "Views are missing." }];
  const first = verdict({ feed: "1", verdict: "cannotTell", reason: why, checks });
  expect(isAnswer(first)).toBe(false);
  expect(codesOf([estimate(1, 1, { feed: "1" })], [first])).toEqual(["support"]);
});

it("marks every estimator and day of the line, and pooled rows that hold it", () => {
  const rows = [
    estimate(1, 1, { feed: "1" }),
    estimate(1, 1, { feed: "1", estimator: "snips", day: "2026-11-01" }),
    estimate(1, 1, { feed: "*" }),
  ];
  expect(codesOf(rows, [bent])).toEqual(["curve", "curve", "curve"]);
});

it("leaves other feeds, rewards and policies alone, and what was observed", () => {
  const rows = [
    estimate(1, 1, { feed: "2" }),
    estimate(1, 1, { feed: "1", reward: "watch" }),
    estimate(1, 1, { feed: "1", policy: "production" }),
    estimate(1, 1, { feed: "1", ...mean }),
  ];
  expect(withholdRows<EstimateRow>(rows, [bent])).toEqual(rows);
});

const watched = verdict({
  feed: "1",
  checks: [
    {
      check: "viewsNotLogged",
      title: "offered rows",
      effect: "watch",
      sign: "yes",
      applies: false,
      holds: true,
      alternative: null,
      message: "The curve is untested.",
      facts: {},
    } as unknown as CheckResult,
  ],
});

it("marks rows that count views where the log holds rows that were not viewed", () => {
  const rows = [estimate(1, 1, { feed: "1", estimator: "snips" }), estimate(1, 1, { feed: "1" })];
  const counting = ({ estimator }: RowKey): boolean => estimator === "snips";
  const marks = codesOf(rows, [watched], counting);
  expect(marks).toEqual(["viewsNotLogged", undefined]);
  expect(withholdRows<EstimateRow>(rows, [verdict({ feed: "1" })], counting)).toEqual(rows);
});

it("leaves out findings that order a policy whose numbers are not an answer", () => {
  const of = { code: "ndcgOrder", assumption: "an order" } as const;
  const found = (...policies: readonly string[]) =>
    diagnosis(of, {
      severity: "watch",
      consequence: "The other way round.",
      remedy: "Follow the first.",
      reward: bent.reward,
      feed: "1",
      policies,
    });
  const orders = [found(bent.policy, "logged"), found("production", "logged")];
  expect(withoutOpenOrders(orders, [bent])).toEqual(orders.slice(1));
  expect(withoutOpenOrders(orders, [verdict({ feed: "1" })])).toEqual(orders);
});

it("marks the rows of the logging policy on a log of rewarded rows alone, whatever they estimate", () => {
  const clicks = reason("clicksOnly", "No views are logged.");
  const refused = verdict({ feed: "1", verdict: "doNotTrust", reason: clicks });
  const logged = { policy: "logged", ...mean };
  const rows = [estimate(1, 1, { feed: "1", ...logged }), estimate(1, 1, { feed: "2", ...logged })];
  expect(codesOf(rows, [refused])).toEqual(["clicksOnly", undefined]);
  expect(codesOf(rows, [bent])).toEqual([undefined, undefined]);
});
