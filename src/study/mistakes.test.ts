import { describe, expect, it } from "vitest";
import { log, problemsOf, withPolicy } from "../../test/fixture/study-mistakes.js";
import { StudyError } from "../errors.js";
import { readStudy } from "./read-study.js";

describe("a mistake", () => {
  it("does not hide another", () => {
    const problems = problemsOf({
      log: { ...log, rewards: { like: { colum: "x" } }, invalid: "skip" },
      policies: { candidate: { score: "s", online: { lik: { value: 1, se: -1 } } } },
      estimators: ["dgc", { dcg: { clip: 0 } }],
      baseline: "candidte",
      confidence: 2,
    });
    expect(problems.map(({ facts }) => facts.path).sort()).toEqual([
      "baseline",
      "confidence",
      "estimators[0]",
      "estimators[1].dcg.clip",
      "log.invalid",
      "log.rewards.like.colum",
      "log.rewards.like.column",
      "policies.candidate.online.lik.se",
      "policies.candidate.score",
    ]);
  });

  it("is one of three in a study with three", () => {
    const problems = problemsOf({ log: { ...log, rank: 1 }, confidence: 95, baseline: "nobody" });
    expect(problems).toHaveLength(3);
    expect(problems.map(({ code }) => code).sort()).toEqual([
      "invalidValue",
      "invalidValue",
      "unknownName",
    ]);
  });

  it("does not make another: online results of rewards that could not be read", () => {
    const policies = { a: { rank: "r", online: { like: { value: 1, se: 0 } } } };
    const problems = problemsOf({ log: { source: "a", rewards: 3 }, policies });
    expect(problems.map(({ facts }) => facts.path)).toEqual(["log.rewards"]);
  });

  it("may be an object that is not a mapping", () => {
    const odd = [new Map([["rank", "r"]]), new Date(0), () => ({ rank: "r" })];
    for (const policy of odd) {
      const [problem] = problemsOf(withPolicy(policy));
      expect(problem?.message).toMatch(
        /^policies\.candidate: expected a mapping with the keys rank/,
      );
    }
  });

  it("offers the reserved policy once", () => {
    const problems = problemsOf({ log, policies: { logged: { rank: "r" } }, baseline: "other" });
    expect(problems.map(({ facts }) => facts.expected)).toContain("one of the policies logged");
  });

  it("says what a score squeezes and what to do", () => {
    const [problem] = problemsOf(withPolicy({ score: "s" }));
    expect(problem?.code).toBe("squeezedRanks");
    expect(problem?.message).toContain("squeezes every target rank towards 1");
    expect(problem?.message).toContain("add force: rankViewed");
  });
});

describe("a misspelt key", () => {
  const faultsOf = (input: object): readonly string[] => {
    try {
      readStudy(input);
    } catch (error) {
      if (error instanceof StudyError) return error.problems.map(({ message }) => message);
    }
    throw new Error("expected a StudyError");
  };
  const log = { source: "log.csv", rewards: ["like"] };

  it("of a source is offered the nearest kind of source", () => {
    const [message] = faultsOf({ log: { ...log, source: { tabel: "log" } }, policies: {} });
    expect(message).toMatch(/^log\.source: .*did you mean "table"\?$/);
  });

  it("of an engine that is named is offered that engine's options only", () => {
    const engine = { name: "duckdb", thread: 2 };
    const [message] = faultsOf({ log, policies: {}, engine });
    expect(message).toMatch(/^engine\.thread: .*did you mean "threads"\?$/);
    expect(message).not.toMatch(/url|token|spark|clickhouse/);
  });
});
