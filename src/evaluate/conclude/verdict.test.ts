import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import { diagnosis } from "../../diagnostics/diagnostic.js";
import type { Severity } from "../../diagnostics/index.js";
import { reason } from "../../errors.js";
import type { Parameters } from "../../parameters.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import { type Evidence, placesOf } from "./evidence.js";
import type { Difference, Verdict } from "./result.js";
import { verdictOf } from "./verdict.js";

const curved = { discount: "curve", gain: "qhat", debias: "curve", clip: "inf", clipRatio: null };

function row(interval: readonly [number, number], more: Partial<Difference> = {}): Difference {
  const value = (interval[0] + interval[1]) / 2;
  return {
    policy: "a",
    baseline: "logged",
    estimator: "dcg",
    parameters: curved,
    reward: "like",
    estimand: "perTrajectory",
    feed: null,
    day: null,
    value,
    se: 0.1,
    df: 49,
    interval,
    p: 0.5,
    n: 100,
    clusters: 50,
    buckets: 50,
    adjusted: {
      method: "bonferroni",
      family: 1,
      level: 0.05,
      p: 0.5,
      interval,
      intervalBy: "bonferroni",
    },
    lift: { value: 0, interval: [0, 0] },
    ...more,
  };
}

const study = readStudy(smallStudy({ policies: { a: { rank: "rank_a" } } }));

function verdictBy(differences: Evidence["differences"], more: Partial<Evidence> = {}): Verdict {
  const rewards = [{ name: "like", column: "like", better: "higher", missing: undefined }] as const;
  const evidence = {
    study,
    baseline: "logged",
    policies: ["logged", "a"],
    rewards,
    feeds: [null],
    differences,
    comparisons: [],
    diagnoses: [],
    excluded: 0,
    ...more,
  };
  const [only, ...others] = placesOf(evidence);
  if (only === undefined || others.length > 0) throw new Error("one place");
  return verdictOf(evidence, only);
}

const lower = [{ name: "like", column: "like", better: "lower", missing: undefined }] as const;

describe("a verdict", () => {
  it.each([
    [[0.1, 0.3], "better", "worse"],
    [[-0.3, -0.1], "worse", "better"],
    [[-0.1, 0.3], "cannotTell", "cannotTell"],
    [[0, 0.3], "cannotTell", "cannotTell"],
  ] as const)(
    "of the adjusted interval %j is %s, and %s where lower is better",
    (interval, word, turned) => {
      expect(verdictBy([row(interval)]).verdict).toBe(word);
      expect(verdictBy([row(interval)], { rewards: lower }).verdict).toBe(turned);
    },
  );

  it("goes by the adjusted interval, not by the raw one", () => {
    const adjusted = {
      method: "bonferroni",
      family: 9,
      level: 0.05 / 9,
      p: 0.2,
      interval: [-0.1, 0.4],
      intervalBy: "bonferroni",
    } as const;
    expect(verdictBy([row([0.1, 0.2], { adjusted })]).verdict).toBe("cannotTell");
  });

  it.each([
    [0.2, 0.04, "better", "significantlyAboveZero"],
    [-0.2, 0.04, "worse", "significantlyBelowZero"],
    [0.2, 0.06, "cannotTell", "notSignificant"],
  ] as const)("of a value %f whose p alone is adjusted, to %f, is %s", (value, p, word, code) => {
    const interval = [value - 0.3, value + 0.3] as const;
    const adjusted = {
      method: "holm",
      family: 3,
      level: 0.05 / 3,
      p,
      interval,
      intervalBy: "bonferroni",
    };
    const found = verdictBy([row(interval, { value, adjusted })]);
    expect(found).toMatchObject({ verdict: word, reason: { code, facts: { p } } });
    expect(found.reason.message).toContain("adjusted by Holm for 3 comparisons");
    const holdsZero = found.reason.message.includes("Bonferroni interval holds 0");
    expect(holdsZero).toBe(word !== "cannotTell");
  });

  it("of nothing that differs is: identical", () => {
    const same = row([0, 0], { value: 0, se: 0 });
    expect(verdictBy([same])).toMatchObject({
      verdict: "cannotTell",
      reason: { code: "identical" },
    });
  });

  it("says the reason where there is no difference", () => {
    const { policy, baseline, estimator, parameters, reward, estimand, feed, day } = row([0, 0]);
    const none = reason("tooFewClusters", "few");
    const missing = { policy, baseline, estimator, parameters, reward, estimand, feed, day, none };
    expect(verdictBy([missing])).toMatchObject({ verdict: "cannotTell", reason: none });
  });

  const scores: readonly (readonly [string, Parameters])[] = [
    ["dcg", { ...curved, discount: "log2" }],
    ["dcg", { ...curved, debias: "log2" }],
    ["dcg", { discount: "curve", gain: "c", debias: null, clip: null, clipRatio: null }],
    ["dcg", { ...curved, clip: 8 }],
    ["dcg", { ...curved, clipRatio: 8 }],
    ["ips", { clip: 8, clipRatio: null }],
    ["ndcg", { discount: "curve", gain: "qhat", debias: "curve", clip: "inf", onNoIdeal: "skip" }],
    ["pndcg", { discount: "curve", gain: "qhat", debias: "curve", clip: "inf" }],
  ];
  it.each(scores)("is never given by %s %j", (estimator, parameters) => {
    const by = row([0.1, 0.3], { estimator, parameters });
    expect(verdictBy([by])).toMatchObject({
      verdict: "cannotTell",
      reason: { code: "noEstimator" },
      estimator: null,
    });
  });

  it("comes from the first listed that may decide, or from the one that `decide` names", () => {
    const dcg = row([0.1, 0.3]);
    const snips = row([-0.3, -0.1], { estimator: "snips", parameters: { scale: "observed" } });
    expect(verdictBy([dcg, snips])).toMatchObject({ verdict: "better", estimator: "dcg" });
    expect(verdictBy([snips, dcg])).toMatchObject({ verdict: "worse", estimator: "snips" });
    const decide = { name: "snips", parameters: { scale: "observed" } };
    expect(verdictBy([dcg, snips], { study: { ...study, decide } }).estimator).toBe("snips");
  });

  it("looks at rows over all days, of its feed, policy, reward and the first estimand", () => {
    const others = [
      row([0.1, 0.3], { day: "2026-11-01" }),
      row([0.1, 0.3], { feed: "2" }),
      row([0.1, 0.3], { policy: "b" }),
      row([0.1, 0.3], { reward: "watch" }),
      row([0.1, 0.3], { estimand: "perImpression" }),
    ];
    expect(verdictBy([...others, row([-0.3, -0.1])]).verdict).toBe("worse");
    expect(verdictBy(others)).toMatchObject({ reason: { code: "noEstimator" } });
  });
});

describe("do not trust", () => {
  const found = (severity: Severity, at: object = {}) =>
    diagnosis(
      { code: "effectiveSampleSize", assumption: "support" },
      { severity, consequence: "A handful of rows.", remedy: "Log more.", policy: "a", ...at },
    );

  it("stands wherever a diagnostic of severity fail does, with its reason", () => {
    const verdict = verdictBy([row([0.1, 0.3])], { diagnoses: [found("ok"), found("fail")] });
    expect(verdict).toMatchObject({
      verdict: "doNotTrust",
      reason: { code: "effectiveSampleSize", message: "A handful of rows. Log more." },
    });
    for (const policy of [null, "logged"]) {
      const diagnoses = [found("fail", { policy })];
      expect(verdictBy([row([0.1, 0.3])], { diagnoses }).verdict).toBe("doNotTrust");
    }
  });

  it.each([
    ["another policy", found("fail", { policy: "b" })],
    ["another feed", found("fail", { feed: "2" })],
    ["another reward", found("fail", { reward: "watch" })],
    ["a watch", found("watch")],
    ["an inconclusive look", found("inconclusive")],
  ])("does not follow from %s", (_name, each) => {
    expect(verdictBy([row([0.1, 0.3])], { diagnoses: [each] }).verdict).toBe("better");
  });
});

describe("the logging policy under another name", () => {
  it.each([
    ["by rank", { log: {}, policies: { twin: { rank: "position" } } }],
    [
      "by exposure",
      { log: { exposure: { column: "eps0" } }, policies: { twin: { exposure: "eps0" } } },
    ],
  ])("is never called different, and its weights never warn: %s", async (_name, study) => {
    for (const seed of [1, 2, 3]) {
      const rows = randomLog(seed, { trajectories: 12, users: 6 });
      const asked = smallStudy({ ...study, estimators: ["mean", "dcg", "ips", "snips"] });
      const { verdicts, diagnostics, warnings } = await evaluateRows(asked, rows);
      expect(verdicts).toHaveLength(3);
      for (const each of verdicts) {
        expect(each).toMatchObject({ verdict: "cannotTell", reason: { code: "identical" } });
      }
      const weights = ["effectiveSampleSize", "largestWeight", "meanWeight"];
      expect(diagnostics.filter(({ code }) => weights.includes(code))).toEqual([]);
      expect(warnings.filter(({ code }) => weights.includes(code))).toEqual([]);
    }
  });

  it("is identical in a column of its own too, whatever the rewards", async () => {
    const rows = randomLog("column", { trajectories: 120, users: 60 }).map(
      (row): Row => ({
        ...row,
        score: Number(row.score) * Math.PI,
      }),
    );
    const asked = smallStudy({
      policies: { twin: { rank: "copied" } },
      estimators: ["ips", "snips"],
    });
    const { verdicts } = await evaluateRows(asked, rows);
    for (const each of verdicts) expect(each.reason.code).toBe("identical");
  });
});
