import { describe, expect, it } from "vitest";
import { type AbWorld, abMonth, abStudy } from "../../test/fixture/ab-month.js";
import { isInTurn, repetitions } from "../../test/fixture/property.js";
import { inMemory } from "../../test/fixture/small-study.js";
import {
  type WeekendDials,
  weekendColumns,
  weekendLog,
  weekendStudy,
} from "../../test/fixture/weekend-log.js";
import { HindcastError } from "../errors.js";
import { createRandom } from "../random/create-random.js";
import type { Engine } from "../sql/engine.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { readStudy } from "../study/read-study.js";
import { type CompareOptions, compareOnline } from "./compare-online.js";
import type { ComparisonLine, LineStatistic, OnlineComparison, Over } from "./result.js";
import { paperClips } from "./sensitivity.js";

const six: AbWorld = {
  seed: "six tests",
  days: repetitions(3, 30),
  sessions: 120,
  skills: { a: -1, b: -0.6, c: 0, d: 0.4, e: 0.7, f: 1 },
};

const options: CompareOptions = { engine: createInterpreter({}) };

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));

const compareWorld = (
  world: AbWorld,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OnlineComparison> =>
  compareOnline(readStudy(abStudy(world, abMonth(world), more)), options);

const lineOf = (
  { lines }: OnlineComparison,
  over: Over,
  label: string,
  policy: string | null = null,
): ComparisonLine => {
  const found = lines.find(
    (line) => line.over === over && line.label === label && line.policy === policy,
  );
  if (found === undefined)
    throw new Error(lines.map((line) => `${line.over} ${line.label}`).join());
  return found;
};

const statisticOf = (line: ComparisonLine, name: string): LineStatistic | undefined =>
  line.statistics.find((each) => each.name === name);

const numberOf = (line: ComparisonLine, name: string): number => {
  const found = statisticOf(line, name);
  if (found === undefined || "none" in found) throw new Error(JSON.stringify(found));
  return found.value;
};

describe("a month of six A/B tests", () => {
  const comparison = compareWorld(six);

  it("finds the correlation that the world has, over policies", async () => {
    const line = lineOf(await comparison, "policies", "dcg(curve, qhat)");
    expect(line.pairs.map(({ policy }) => policy)).toEqual([..."abcdef"]);
    expect(numberOf(line, "pearson")).toBeGreaterThan(0.9);
    expect(numberOf(line, "sameSign")).toBeGreaterThan(0.8);
    const slope = statisticOf(line, "slopeWithErrors");
    const [low, high] = slope !== undefined && "interval" in slope ? (slope.interval ?? []) : [];
    expect(low).toBeLessThan(1);
    expect(high).toBeGreaterThan(1);
  });

  it("begins with every difference over all days, of which offline gets none wrong", async () => {
    const { overall, lines } = await comparison;
    const line = lines.find(({ over, label }) => over === "policies" && label === overall?.label);
    const pairs = overall?.differences.map(({ policy, online, offline }) => [
      policy,
      online,
      offline,
    ]);
    expect(pairs).toEqual(
      line?.pairs.map(({ policy, online, offline }) => [policy, online, offline]),
    );
    expect(overall?.counts).toMatchObject({ wrong: 0 });
    expect(overall?.counts.right).toBeGreaterThan(0);
  });

  it("adjusts p for all lines, and holds days and policies together", async () => {
    const { lines, days, policies, warnings } = await comparison;
    const p = lines.flatMap((line) => statisticOf(line, "pearson") ?? []);
    const tested = p.filter((each) => !("none" in each));
    for (const each of tested) {
      if ("none" in each) continue;
      expect(each.adjustedP).toBeCloseTo(Math.min(1, tested.length * (each.p ?? 1)), 9);
    }
    expect([days, policies]).toEqual([six.days, [..."abcdef"]]);
    expect(new Set(lines.map(({ over }) => over)).size).toBe(3);
    expect(warnings.map(({ code }) => code)).toContain("sharedLog");
  });

  it("finds more of the known differences the less it clips", async () => {
    const { sensitivity } = await comparison;
    const dcg = sensitivity?.rows.filter(({ estimator }) => estimator === "dcg") ?? [];
    expect(dcg.map(({ clip }) => clip)).toEqual(paperClips);
    const found = dcg.map(({ known }) => known.signAgreement ?? 0);
    expect(found.at(-1)).toBeGreaterThanOrEqual(found[0] ?? 1);
    expect(dcg[0]?.known.settings).toBeGreaterThan(0);
    expect((dcg[0]?.known.settings ?? 0) + (dcg[0]?.unknown.settings ?? 0)).toBe(6 * six.days);
  });
});

describe("a database that holds few sums of each trajectory", () => {
  const few: AbWorld = { seed: "few", days: 2, sessions: 10, skills: { a: -1, b: 0, c: 1 } };
  const study = readStudy(abStudy(few, abMonth(few)));

  it("is asked for no more of them, and gives the same", async () => {
    const engine = createInterpreter({});
    const widths: number[] = [];
    const narrow: Engine = {
      ...engine,
      info: async () => ({ ...(await engine.info()), maxColumnsOf: () => 60 }),
      query: (plan, call) => {
        if (plan.purpose.startsWith("trajectories with rewards")) widths.push(plan.columns.length);
        return engine.query(plan, call);
      },
    };
    const parts = await compareOnline(study, { engine: narrow });
    expect(widths.length).toBeGreaterThan(1);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
    expect(parts).toEqual(await compareOnline(study, { engine }));
  });
});

describe("tests of policies that do not differ", () => {
  it("show no correlation over policies, and are not found", async () => {
    const worlds = repetitions(1, 50);
    let found = 0;
    for (let at = 0; at < worlds; at++) {
      const skills = Object.fromEntries([..."abcde"].map((name) => [name, 0.3]));
      const world = { seed: `a/a ${at}`, days: 1, sessions: 50, skills };
      const line = lineOf(await compareWorld(world), "policies", "dcg(curve, qhat)");
      const pearson = statisticOf(line, "pearson");
      if (pearson !== undefined && "p" in pearson && (pearson.p ?? 1) < 0.05) found += 1;
    }
    expect(found).toBeLessThanOrEqual(
      Math.floor(0.05 * worlds + 3 * Math.sqrt(0.05 * worlds) * Number(worlds > 1)),
    );
  });
});

describe("online results", () => {
  const small: AbWorld = { seed: "small", days: 3, sessions: 15, skills: { a: -1, b: 1 } };
  const made = abMonth(small);
  const withOnline = (
    online: readonly Readonly<Record<string, unknown>>[],
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<OnlineComparison> =>
    compareOnline(
      readStudy(abStudy(small, { ...made, online: online as typeof made.online }, more)),
      options,
    );

  inShare(0)("are read from columns of other names", async () => {
    const renamed = made.online.map(({ policy, value, ...rest }) => ({
      ...rest,
      arm: policy,
      mean: value,
    }));
    const columns = { policy: "arm", value: "mean" };
    const found = await withOnline(renamed, {
      online: { results: { rows: renamed }, columns },
    });
    expect(found.lines).toEqual((await withOnline(made.online)).lines);
  });

  inShare(1)("are those of the arms' own logs where these are named", async () => {
    const arms = { a: abMonth({ ...small, seed: "arm a" }).log, b: made.log };
    const { log, policies, ...rest } = abStudy(small, made);
    const numbers = (rows: typeof made.log): unknown =>
      (abStudy(small, { log: rows, online: [] }).log as { readonly source: unknown }).source;
    const own = Object.fromEntries(
      Object.entries(arms).map(([name, rows]) => [
        name,
        { rank: `rank_${name}`, online: { source: numbers(rows) } },
      ]),
    );
    const found = await compareOnline(
      readStudy({ ...rest, log, policies: own, online: undefined }),
      options,
    );
    const line = lineOf(found, "days", "dcg(curve, qhat)", "b");
    const likes = made.log
      .filter(({ day }) => day === "2026-11-02")
      .map(({ like }) => Number(like));
    const mean = likes.reduce((a, b) => a + b, 0) / small.sessions;
    expect(line.pairs.map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
    expect(line.pairs[1]?.online.value).toBeCloseTo(mean, 12);
  });

  inShare(0)("of the arm that wrote the log are known as those of the log", async () => {
    const perDay = ["2026-11-01", "2026-11-02", "2026-11-03"].map((day) => {
      const likes = made.log.filter((row) => row.day === day).map(({ like }) => Number(like));
      const value = likes.reduce((a, b) => a + b, 0) / small.sessions;
      const rest = { reward: "like", standardError: 0.1, trajectories: small.sessions };
      return { policy: "logged", day, value, ...rest };
    });
    const found = await withOnline([...made.online, ...perDay]);
    expect(found.warnings.map(({ code }) => code)).toContain("sharedLog");
    const line = lineOf(found, "policies", "dcg(curve, qhat)");
    expect(line.pairs.every(({ covariance }) => covariance !== 0)).toBe(true);
    const ofDays = (policy: string): readonly number[] =>
      lineOf(found, "days", "dcg(curve, c)", policy).pairs.map(({ covariance }) => covariance);
    expect(ofDays("logged").every((covariance) => covariance > 0)).toBe(true);
    expect(ofDays("a")).toEqual([0, 0, 0]);
  });

  inShare(1)("over a part of the days are compared with the log of those days", async () => {
    const two = made.online.filter(({ policy, day }) => policy !== "b" || day !== "2026-11-01");
    const found = lineOf(await withOnline(two), "policies", "dcg(curve, qhat)");
    const log = made.log.filter(({ day }) => day !== "2026-11-01");
    const later = { ...made, log, online: two.filter(({ day }) => day !== "2026-11-01") };
    const alone = await compareOnline(readStudy(abStudy(small, later)), options);
    const expected = lineOf(alone, "policies", "dcg(curve, qhat)").pairs[1];
    expect(found.pairs[1]?.offline.value).toBeCloseTo(expected?.offline.value ?? 0, 12);
    expect(found.pairs[1]?.offline.se).toBeCloseTo(expected?.offline.se ?? 0, 12);
    expect(found.pairs[1]?.online.value).toBeCloseTo(expected?.online.value ?? 0, 12);
  });

  it.each([
    ["an unknown arm", { policy: "bb" }, /online results of "bb".*Did you mean "b"\?/],
    ["an unknown reward", { reward: "likes" }, /the reward "likes".*Did you mean "like"\?/],
    [
      "a day that the log lacks",
      { day: "2026-12-24" },
      /day 2026-12-24, and the log has 2026-11-01/,
    ],
    ["a feed that the log lacks", { feed: "home" }, /feed "home", and the study names no feed/],
    ["a value beyond reach", { value: 1e200 }, /1 of 6 rows of online results cannot be read/],
    ["a value that is none", { value: null }, /1 of 6 rows of online results cannot be read/],
    ["a negative error", { standardError: -1 }, /standard error of 0 or more/],
    ["the same row twice", { policy: "a", day: "2026-11-02" }, /two online results of a for like/],
  ])("with %s are refused", async (_, change, message) => {
    const [first, ...others] = made.online;
    const refused = withOnline([{ ...first, ...change }, ...others]);
    await expect(refused).rejects.toThrow(HindcastError);
    await expect(refused).rejects.toThrow(message);
  });

  inShare(0)("per impression are told from those per session", async () => {
    const views = made.log.length / (small.days * small.sessions);
    const rates = made.online.map((row) => ({
      ...row,
      value: Number(row.value) / views,
      standardError: Number(row.standardError) / views,
    }));
    await expect(withOnline(rates)).rejects.toThrow(/look as if they were per viewed impression/);
    const unit = { online: { results: { rows: rates }, unit: "perImpression" } };
    const found = lineOf(await withOnline(rates, unit), "days", "dcg(curve, qhat)", "a");
    expect(found.estimand).toBe("perImpression");
  });

  inShare(1)(
    "are not refused for their unit where one policy's lie near the logged mean",
    async () => {
      const [mean, views] = [
        made.log.reduce((sum, { like }) => sum + Number(like), 0) / (small.days * small.sessions),
        made.log.length / (small.days * small.sessions),
      ];
      const value = (policy: unknown): number => (policy === "a" ? mean / views : mean);
      const rows = made.online.map((row) => ({ ...row, value: value(row.policy) }));
      const found = (await withOnline(rows)).warnings.filter(({ code }) => code === "onlineUnit");
      expect(found.map(({ facts }) => facts.policies)).toEqual([["a"]]);
      expect(found[0]?.message).toMatch(
        /unit: perImpression \}; if they are right as they stand, unit: perTrajectory says so/,
      );
    },
  );

  inShare(0)("of a reward that no row of the log has are left out, which is said", async () => {
    const log = made.log.map((row) => ({ ...row, like: 0 }));
    const study = abStudy(small, { ...made, log });
    const { lines, warnings, sensitivity } = await compareOnline(readStudy(study), options);
    expect([lines, sensitivity]).toEqual([[], null]);
    expect(warnings.map(({ code }) => code)).toContain("noReward");
  });

  inShare(1)("that are a lift alone are left out, which is said", async () => {
    const { online: _, policies, ...study } = abStudy(small, made);
    const { a, ...others } = policies as Readonly<Record<string, object>>;
    const ofLift = { ...a, online: { like: { lift: 0.1, se: 0.05 } } };
    const asked = readStudy({ ...study, policies: { ...others, a: ofLift } });
    const { lines, warnings } = await compareOnline(asked, options);
    expect(lines).toEqual([]);
    expect(warnings.find(({ code }) => code === "onlineLiftAlone")?.message).toMatch(
      /^policies\.a\.online\.like gives a lift/,
    );
  });

  it("without a column that they need are refused, with the nearest name", async () => {
    const rows = made.online.map(({ standardError, ...rest }) => ({
      ...rest,
      standardErrors: 0.1,
    }));
    await expect(withOnline(rows)).rejects.toThrow(
      /no column "standardError".*Did you mean "standardErrors"\?/,
    );
  });

  inShare(0)("of fewer than three days or policies give reasons, not correlations", async () => {
    const rows = made.online.filter(({ day }) => day !== "2026-11-01");
    const found = await withOnline(rows);
    expect(found.warnings.map(({ code }) => code)).toContain("fewDays");
    const reasons = found.lines.flatMap((line) => statisticOf(line, "pearson") ?? []);
    for (const each of reasons) expect(each).toMatchObject({ none: { code: "tooFewPairs" } });
    expect(reasons.length).toBeGreaterThan(0);
  });

  inShare(1)("that do not vary give a reason", async () => {
    const rows = made.online.map((row) => ({ ...row, value: 0.5 }));
    const line = lineOf(await withOnline(rows), "days", "dcg(curve, qhat)", "a");
    expect(statisticOf(line, "pearson")).toMatchObject({ none: { code: "noVariation" } });
  });

  inShare(0)(
    "with days left out, without errors, and of a table: what cannot be known is said",
    async () => {
      const gap = made.online
        .filter(({ policy, day }) => policy !== "b" || day !== "2026-11-02")
        .map((row) => (row.policy === "a" ? { ...row, standardError: 0 } : row));
      const { warnings } = await withOnline(gap);
      const of = (code: string) => warnings.find((each) => each.code === code)?.facts;
      expect(of("onlineDaysMissing")).toEqual({ policies: ["b"], days: ["2026-11-02"] });
      expect(of("onlineErrorZero")).toEqual({ policies: ["a"] });
      expect(of("onlineCovariance")).toEqual({ policies: ["a", "b"] });
      const whole = (await withOnline(made.online)).warnings.map(({ code }) => code);
      expect(whole).not.toContain("onlineDaysMissing");
      expect(whole).not.toContain("onlineErrorZero");
    },
  );

  it("that no study names are asked for", async () => {
    const { online: _, ...study } = abStudy(small, made);
    await expect(compareOnline(readStudy(study), options)).rejects.toThrow(
      /names no online results/,
    );
  });
});

describe("days on which users go further than on others", () => {
  const sessions = repetitions(1050, 2100);
  const compareWeeks = (goOn: WeekendDials["goOn"]): Promise<OnlineComparison> => {
    const random = createRandom("arm");
    const days = Array.from(
      { length: 14 },
      (_, at) => `2026-11-${String(at + 2).padStart(2, "0")}`,
    );
    const rows = days.map((day) => {
      const rest = { policy: "a", reward: "like", standardError: 0.03, trajectories: 150 };
      return { ...rest, day, value: 0.6 + 0.1 * random.next() };
    });
    const study = readStudy({ ...weekendStudy, online: { results: { rows } } });
    return compareOnline(study, {
      engine: inMemory(weekendLog("one", { goOn, sessions }), weekendColumns),
    });
  };
  const ofDays = ({ lines }: OnlineComparison) => lines.filter(({ policy }) => policy === "a");

  inShare(1)(
    "are not correlated, with the reason, where one curve weights them all; all days together are",
    async () => {
      const found = await compareWeeks([0.65, 0.85]);
      expect(ofDays(found).length).toBeGreaterThan(0);
      for (const { pairs, statistics } of ofDays(found)) {
        expect(pairs).toEqual([]);
        for (const each of statistics)
          expect(each).toMatchObject({ none: { code: "driftOfCurve" } });
      }
      expect(found.sensitivity).toBeNull();
      expect(found.overall?.differences).toHaveLength(1);
    },
  );

  inShare(0)("stay as they are where all days are alike", async () => {
    const found = await compareWeeks([0.72, 0.72]);
    for (const { pairs } of ofDays(found)) expect(pairs).toHaveLength(14);
    expect(numberOf(lineOf(found, "days", "dcg(curve, qhat)", "a"), "pearson")).not.toBeNaN();
  });
});
