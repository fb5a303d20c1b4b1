import { describe, expect, it } from "vitest";
import { asComputed } from "../fixture/as-computed.js";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, spoilt, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (source: unknown, changes = {}) => answerTo(studyOf(source, changes), bench.engine());
const refuse = (source: unknown, changes = {}) =>
  refusalOf(studyOf(source, changes), bench.engine());
const at4 = (value: string, otherwise: string): string =>
  `CASE WHEN i = 4 THEN ${value} ELSE ${otherwise} END`;

describe("a reward", () => {
  it.each([
    ["NaN", "nan"],
    ["Infinity", "inf"],
    ["-inf", "-inf"],
    ["1e999", "inf"],
    ["1e308", "1e+308"],
    ["-1e100", "-1e+100"],
  ])("of %s cannot be added up", async (value, came) => {
    const path = await bench.csv("reward.csv", spoilt(4, { liked: value }));
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "rewardNotFinite" });
    expect(error.message).toContain(`log.rewards.like: 1 row of ${path} breaks a rule`);
    expect(error.message).toContain('column "liked" must hold a finite reward');
    expect(error.message.toLowerCase()).toContain(`in trajectory 1 it holds "${came}`);
  });

  it("of both infinities does not cancel", async () => {
    const liked = "CASE i WHEN 4 THEN 'inf'::DOUBLE WHEN 5 THEN '-inf'::DOUBLE ELSE 0 END";
    for (const source of [
      { sql: goodQuery({ liked }) },
      await bench.parquet("inf.parquet", goodQuery({ liked })),
    ]) {
      const error = await refuse(source);
      expect(error.code).toBe("rewardNotFinite");
      expect(error.message).toContain("2 rows");
    }
  });

  it("that is missing is not 0 unless the study says so", async () => {
    const path = await bench.csv("missing.csv", spoilt(4, { liked: null }));
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "rewardMissing" });
    expect(error.message).toContain("write like: { column: liked, missing: 0 }");
    expect(error.message).toContain("one was renamed: read coalesce(liked, …) of both");
    const like = { column: "liked", missing: 0 };
    const { estimates } = await ask(path, { log: { rewards: { like } } });
    expect(estimates[0]).toMatchObject({ estimator: "mean", value: 8 / 12 });
  });

  it("missing in every row", async () => {
    const source = { sql: goodQuery({ liked: "CAST(NULL AS DOUBLE)" }) };
    const error = await refuse(source);
    expect(error).toMatchObject({ kind: "log", code: "rewardMissing" });
    expect(error.message).toContain("36 rows");
    const like = { column: "liked", missing: 2 };
    const { estimates, warnings } = await ask(source, { log: { rewards: { like } } });
    expect(estimates[0]).toMatchObject({
      value: 6,
      se: 0,
      warnings: expect.arrayContaining(["zeroVariance"]),
    });
    expect(warnings.map(({ code }) => code)).not.toContain("inexactSums");
  });

  it("of 0 everywhere is 0, with a warning, and decides nothing", async () => {
    const { estimates, differences, verdicts, warnings } = asComputed(
      await ask(
        { sql: goodQuery({ liked: "0" }) },
        {
          estimands: ["perTrajectory", "perImpression"],
          estimators: ["mean", "dcg", "snips", "ndcg", "pndcg"],
        },
      ),
    );
    const dcg = estimates.find(({ estimator }) => estimator === "dcg");
    expect(dcg).toMatchObject({
      value: 0,
      se: 0,
      warnings: expect.arrayContaining(["zeroVariance"]),
    });
    const ndcg = estimates.find(({ estimator }) => estimator === "ndcg");
    expect(ndcg).toHaveProperty("none.code");
    expect(differences.every((row) => "none" in row || row.value === 0)).toBe(true);
    expect(verdicts.every(({ verdict }) => verdict !== "better" && verdict !== "worse")).toBe(true);
    expect(warnings.map(({ code }) => code)).not.toContain("inexactSums");
  });

  it.each(inTurn(["1e-320 * (i % 2)", "1e-200 * (i % 2)", "1e90 * (i % 2)", "1e99 * (i % 3)"]))(
    "of %s gives finite numbers or reasons",
    async (liked) => {
      const { estimates } = await ask({ sql: goodQuery({ liked }) });
      expect(estimates.length).toBeGreaterThan(0);
    },
  );
});

describe("exposures", () => {
  const logged = {
    log: { exposure: { column: "eps" } },
    policies: { candidate: { exposure: 0.5 } },
    estimators: ["ips", "snips", "mean"],
  };
  const aimed = { policies: { candidate: { exposure: "eps" } }, estimators: ["ips", "snips"] };

  it.each([
    ["0", 0, '"0'],
    ["negative", -0.5, '"-0.5"'],
    ["above 1", 1.5, '"1.5"'],
    ["NaN", "NaN", '"NaN"'],
    ["infinite", "inf", '"Infinity"'],
    ["null", null, "nothing (null)"],
  ])("of the logger: %s", async (_, value, came) => {
    const path = await bench.csv("eps.csv", spoilt(4, { eps: value }));
    const error = await refuse(path, logged);
    expect(error).toMatchObject({ kind: "log", code: "loggingExposureInvalid" });
    expect(error.message).toContain(`log.exposure.column: 1 row of ${path} breaks a rule`);
    expect(error.message).toContain('column "eps" must hold a logged exposure in (0, 1]');
    expect(error.message).toContain(`it holds ${came}`);
  });

  it.each([
    ["negative", -0.5],
    ["above 1", 1.5],
    ["NaN", "NaN"],
    ["null", null],
  ])("of a policy: %s", async (_, value) => {
    const error = await refuse(await bench.csv("target.csv", spoilt(4, { eps: value })), aimed);
    expect(error).toMatchObject({ kind: "log", code: "targetExposureInvalid" });
    expect(error.message).toContain("policies.candidate.exposure: 1 row");
    expect(error.message).toContain("an exposure in [0, 1]");
  });

  it("of a policy may be 0", async () => {
    const { estimates } = await ask(await bench.csv("zero.csv", spoilt(4, { eps: 0 })), aimed);
    expect(estimates.every((row) => "value" in row)).toBe(true);
  });

  it.each(inTurn(["1e-320", "1e-200", "9e-71"], 3))("of %s is next to none", async (eps) => {
    const error = await refuse({ sql: goodQuery({ eps: at4(eps, "0.5") }) }, logged);
    expect(error.code).toBe("loggingExposureInvalid");
    expect(error.message).toContain("1e-70 at least");
  });

  it("times rewards beyond doubles give a reason", async () => {
    const source = { sql: goodQuery({ eps: at4("1e-70", "0.5"), liked: "1e95" }) };
    const { estimates, verdicts } = await ask(source, logged);
    const ips = estimates.find((row) => row.policy === "candidate" && row.estimator === "ips");
    expect(ips).toMatchObject({ none: { code: "overflow" } });
    expect(verdicts[0]?.verdict).toMatch(/doNotTrust|cannotTell/);
  });

  it("of next to nothing alone are answered", async () => {
    const { estimates } = await ask({ sql: goodQuery({ eps: at4("1e-70", "0.5") }) }, logged);
    expect(estimates.length).toBeGreaterThan(0);
  });
});
