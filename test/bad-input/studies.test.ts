import { describe, expect, it } from "vitest";
import type { StudyInput } from "../../src/index.js";
import { refusalOf, studyOf } from "./ask.js";
import { goodQuery, useBench } from "./bad-log.js";

const bench = useBench();
const refuse = (changes: Readonly<Record<string, unknown>>) =>
  refusalOf(studyOf({ sql: goodQuery() }, changes), bench.engine());

describe("an unknown name is answered by the nearest", () => {
  it.each([
    ["estimator", { estimators: ["dgc"] }, "estimators[0]", "dgc", "dcg"],
    [
      "estimator with parameters",
      { estimators: [{ snpis: {} }] },
      "estimators[0]",
      "snpis",
      "snips",
    ],
    ["baseline", { baseline: "candidat" }, "baseline", "candidat", "candidate"],
    [
      "curve",
      { log: { exposure: { curve: { model: "yuleSimmon", rho: 1 } } } },
      "log.exposure.curve.model",
      "yuleSimmon",
      "yuleSimon",
    ],
    ["key", { polices: {} }, "polices", "polices", "policies"],
    ["role", { log: { trajectry: "session" } }, "log.trajectry", "trajectry", "trajectory"],
    ["estimand", { estimands: ["perTrajectry"] }, "estimands[0]", "perTrajectry", "perTrajectory"],
    ["engine", { engine: "duckbd" }, "engine", "duckbd", "duckdb"],
  ])("%s", async (_, changes, path, came, nearest) => {
    const study = studyOf({ sql: goodQuery() }, changes);
    const error =
      "engine" in changes ? await withoutEngine(study) : await refusalOf(study, bench.engine());
    expect(error.kind).toBe("study");
    expect(error.problems).toHaveLength(1);
    expect(error.message).toContain(path);
    expect(error.message).toContain(`"${came}"`);
    expect(error.message).toMatch(new RegExp(`did you mean "${nearest}"\\?`, "i"));
  });
});

async function withoutEngine(study: Readonly<Record<string, unknown>>) {
  const { evaluate, HindcastError } = await import("../../src/index.js");
  const error: unknown = await evaluate(study as unknown as StudyInput).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HindcastError)) throw error;
  return error;
}

describe("a study with several mistakes", () => {
  it("is told all of them at once, by path", async () => {
    const error = await refuse({
      estimators: ["dgc"],
      confidence: 95,
      log: { rnak: "x", exposure: { curve: { model: "geometric", gamma: 2 } } },
    });
    expect(error.kind).toBe("study");
    expect(error.problems).toHaveLength(4);
    const paths = error.problems.map(({ facts }) => facts.path);
    expect(new Set(paths)).toEqual(
      new Set(["log.rnak", "log.exposure.curve.gamma", "estimators[0]", "confidence"]),
    );
  });

  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a list", []],
    ["a number", 42],
    ["text", "study.yaml"],
    ["an empty mapping", {}],
  ])("such as being %s", async (_, study) => {
    const error = await withoutEngine(study as unknown as Record<string, unknown>);
    expect(error.kind).toBe("study");
  });
});

describe("names that JavaScript cannot hold", () => {
  it("are refused: __proto__ as a reward or a policy", async () => {
    const rewards: unknown = JSON.parse('{"__proto__": "liked"}');
    const error = await refuse({ log: { rewards } });
    expect(error.code).toBe("invalidName");
    expect(error.message).toContain("log.rewards.__proto__");
    const policies: unknown = JSON.parse('{"__proto__": { "rank": "place2" }}');
    expect((await refuse({ policies })).code).toBe("invalidName");
  });

  it("are refused: the reserved policy `logged`", async () => {
    const error = await refuse({ policies: { logged: { rank: "place" } } });
    expect(error.code).toBe("reservedName");
    expect(error.message).toContain("logged is reserved");
  });
});
