import { expect, it } from "vitest";
import { estimate, verdict } from "../../../test/fixture/fixture-result.js";
import type { ReasonCode } from "../../codes.js";
import { reason } from "../../errors.js";
import { isAnswer, markWithheld } from "./withheld.js";

const why = reason("curve", "The curve decides.");
const bent = verdict({ feed: "1", verdict: "doNotTrust", reason: why });
const mean = { estimator: "mean", parameters: {} };

it("holds back numbers that are wrong or miss views, and none that chance alone leaves open", () => {
  const open = (code: ReasonCode) =>
    isAnswer(verdict({ verdict: "cannotTell", reason: reason(code, "It is open.") }));
  expect([isAnswer(bent), open("support")]).toEqual([false, false]);
  expect([open("excessWeight"), open("noReward")]).toEqual([false, false]);
  expect([open("intervalHoldsZero"), open("fewClusters"), isAnswer(verdict())]).toEqual([
    true,
    true,
    true,
  ]);
});

it("marks every estimator and day of the line, and pooled rows that hold it", () => {
  const rows = [
    estimate(1, 1, { feed: "1" }),
    estimate(1, 1, { feed: "1", estimator: "snips", day: "2026-11-01" }),
    estimate(1, 1, { feed: "*" }),
  ];
  expect(markWithheld(rows, [bent]).map(({ withheld }) => withheld)).toEqual([
    "curve",
    "curve",
    "curve",
  ]);
});

it("leaves other feeds, rewards and policies alone, and what was observed", () => {
  const rows = [
    estimate(1, 1, { feed: "2" }),
    estimate(1, 1, { feed: "1", reward: "watch" }),
    estimate(1, 1, { feed: "1", policy: "production" }),
    estimate(1, 1, { feed: "1", ...mean }),
  ];
  expect(markWithheld(rows, [bent])).toEqual(rows);
});
