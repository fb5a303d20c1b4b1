import { describe, expect, it } from "vitest";
import { estimate, fixtureResult } from "../../test/fixture/fixture-result.js";
import { StudyError } from "../errors.js";
import type { Result, Verdict, VerdictWord } from "../evaluate/conclude/result.js";
import { withholdNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { type NamedResult, trackRecord } from "./track-record.js";

/** A past test: what offline said, and what the two arms earned with an error of .01 each. */
function past(name: string, offline: VerdictWord, online: number, value = 0.02): NamedResult {
  const whole = fixtureResult();
  const [first] = whole.verdicts;
  const verdict: Verdict = {
    ...(first as Verdict),
    ...{ policy: "candidate", baseline: "logged", reward: "like", feed: null },
    ...{ verdict: offline, value, se: 0.01 },
  };
  const mean = (policy: string, of: number): Result["estimates"][number] =>
    estimate(of, 0.01, { policy, estimator: "mean", parameters: {}, feed: null, reward: "like" });
  const estimates = [mean("logged", 0.4), mean("candidate", online)];
  return { name, result: { ...whole, verdicts: [verdict], estimates } };
}

/** The only verdict of a result, once for each reward. */
const ofRewards = (result: Result, rewards: readonly string[]): Result => ({
  ...result,
  verdicts: rewards.flatMap((reward) => result.verdicts.map((each) => ({ ...each, reward }))),
  estimates: rewards.flatMap((reward) => result.estimates.map((each) => ({ ...each, reward }))),
});

describe("a track record", () => {
  const record = trackRecord([
    past("a", "better", 0.5, 0.09),
    past("b", "worse", 0.3, -0.11),
    past("c", "better", 0.3, 0.03),
    past("d", "cannotTell", 0.5, 0.05),
    past("e", "better", 0.401, 0.04),
    past("f", "doNotTrust", 0.2, -0.1),
  ]);

  it("counts what offline called right, wrong and not at all", () => {
    expect(record.counts).toEqual({
      right: 2,
      wrong: 1,
      onlineCannotTell: 1,
      offlineCannotTell: 2,
    });
    expect(record.tests).toBe(6);
    const [first] = record.calls;
    expect(first?.onlineLift.value).toBeCloseTo(0.25, 12);
    expect(first?.offlineLift?.value).toBeCloseTo(0.225, 12);
  });

  it("holds lifts together with both errors, and a set by its ends, never levels", () => {
    const lifted = (online: number, lift: Verdict["lift"]): NamedResult => {
      const { name, result } = past("a", "better", online);
      return {
        name,
        result: { ...result, verdicts: result.verdicts.map((each) => ({ ...each, lift })) },
      };
    };
    const agreement = (...given: Parameters<typeof lifted>) =>
      trackRecord([lifted(...given)]).calls[0]?.agreement;
    const narrow = { value: 0.25, interval: [0.2, 0.3] } as const;
    expect(agreement(0.5, narrow)).toBe("agree");
    // Within 10 % of the level, and a lift that the test excludes.
    expect(agreement(0.4, narrow)).toBe("disagree");
    expect(agreement(0.4, { value: 0.05, interval: [-0.03, 0.13] })).toBe("cannotTell");
    const set = { value: 0.25, set: [0.03, 0.3], interval: [-0.01, 0.34] } as const;
    expect(agreement(0.4, set)).toBe("cannotTell");
    expect(agreement(0.4, null)).toBe("cannotTell");
  });

  it("correlates every value of a set by what the baseline earned", () => {
    const open = (online: number, value: number, set: readonly [number, number]): NamedResult => {
      const { name, result } = past(`${online}`, "better", online, value);
      const more = { identified: "range", set, setSe: [0.01, 0.02] } as const;
      return {
        name,
        result: { ...result, verdicts: result.verdicts.map((v) => ({ ...v, ...more })) },
      };
    };
    const { calls, statistics } = trackRecord([
      open(0.5, 0.08, [0.06, 0.16]),
      past("b", "worse", 0.3, -0.11),
      past("c", "better", 0.42, 0.03),
    ]);
    const [first, second] = calls.map(({ offlineLift }) => offlineLift);
    expect(first?.set).toEqual([expect.closeTo(0.15, 12), expect.closeTo(0.4, 12)]);
    expect(first?.setSe).toEqual([expect.closeTo(0.025, 12), expect.closeTo(0.05, 12)]);
    expect(second).not.toHaveProperty("set");
    const pearson = statistics.find(({ name }) => name === "pearson");
    if (pearson === undefined || "none" in pearson) throw new Error("a correlation");
    const { range: [low, high] = [2, 2], value } = pearson;
    expect(low).toBeLessThanOrEqual(value);
    expect(low).toBeGreaterThan(0.9);
    expect(high).toBeGreaterThan(value);
  });

  it("correlates relative differences, and with one result says why not", () => {
    const pearson = record.statistics.find(({ name }) => name === "pearson");
    expect(pearson && "value" in pearson && pearson.value).toBeGreaterThan(0);
    const alone = trackRecord([past("a", "better", 0.5)]);
    const found = alone.statistics.find(({ name }) => name === "pearson");
    expect(found).toMatchObject({ none: { code: "tooFewPairs" } });
    expect(alone.counts.right).toBe(1);
    const { name, result } = past("a", "better", 0.5);
    const rewards = ["like", "share", "watch", "open"];
    const many = trackRecord([{ name, result: ofRewards(result, rewards) }]);
    expect(many.calls).toHaveLength(4);
    for (const each of many.statistics) {
      expect(each).toMatchObject({ none: { code: "tooFewPairs", facts: { tests: 1 } } });
    }
  });

  it("counts the tests that have a number, before it gives a correlation", () => {
    const { name, result } = past("a", "better", 0.5, 0.09);
    const answered = { name, result: ofRewards(result, ["like", "share", "watch", "open"]) };
    const silent = ["b", "c"].map((each) => {
      const other = past(each, "cannotTell", 0.5).result;
      const verdicts = other.verdicts.map((verdict) => ({ ...verdict, value: null, se: null }));
      return { name: each, result: { ...other, verdicts } };
    });
    const { tests, statistics } = trackRecord([answered, ...silent]);
    expect(tests).toBe(3);
    for (const each of statistics) {
      expect(each).toMatchObject({ none: { code: "tooFewPairs", facts: { tests: 1 } } });
    }
  });

  it("leaves numbers that are not an answer out of correlations", () => {
    const { name, result } = past("g", "cannotTell", 0.9, 0.5);
    const verdicts = result.verdicts.map((each) => withholdNumbers(each, "support"));
    const calls = trackRecord([{ name, result: { ...result, verdicts } }]).calls;
    expect(calls.map(({ offlineLift, outcome }) => [offlineLift, outcome])).toEqual([
      [null, "offlineCannotTell"],
    ]);
  });

  it("turns rewards round of which less is better", () => {
    const { name, result } = past("a", "better", 0.3, -0.1);
    const rewards = [{ name: "like", better: "lower" as const }];
    expect(trackRecord([{ name, result: { ...result, rewards } }]).counts.right).toBe(1);
  });

  it("names results without online results, and refuses where none has them", () => {
    const bare = { name: "bare", result: { ...past("x", "better", 1).result, estimates: [] } };
    const [warning] = trackRecord([past("a", "better", 0.5), bare]).warnings;
    expect(warning?.message).toContain("is left out; of bare nothing remains");
    expect(warning?.facts).toEqual({ left: 1, results: 1 });
    expect(() => trackRecord([bare])).toThrow(StudyError);
  });

  it("says where two results are one test, and where calls share a test", () => {
    const codes = (results: readonly NamedResult[]): readonly string[] =>
      trackRecord(results).warnings.map(({ code }) => code);
    const one = past("a", "better", 0.5);
    expect(codes([one, { ...one, name: "copy of a" }])).toContain("repeatedTest");
    const other = past("b", "better", 0.5);
    const log = { ...other.result.log, trajectories: 7 };
    expect(codes([one, { name: "b", result: { ...other.result, log } }])).toEqual([]);
    const [verdict] = one.result.verdicts;
    const twice = { ...one.result, verdicts: [verdict, verdict].filter((each) => !!each) };
    expect(codes([{ name: "a", result: twice }])).toEqual([]);
    const third = past("c", "worse", 0.3, -0.1).result;
    const others = [
      { name: "b", result: { ...other.result, log } },
      { name: "c", result: { ...third, log: { ...third.log, trajectories: 8 } } },
    ];
    expect(codes([{ name: "a", result: twice }, ...others])).toEqual(["sharedTest"]);
  });
});
