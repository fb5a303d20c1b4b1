import { describe, expect, it } from "vitest";
import { inMemory, smallStudy } from "../../../../test/fixture/small-study.js";
import { LogError } from "../../../errors.js";
import { evaluate, fitLog } from "../../../evaluate/index.js";
import type { Row } from "../../../sql/index.js";
import { readStudy } from "../../../study/index.js";
import { meaningOf } from "../../canonical.js";
import { canonicalNames } from "../../impressions.js";
import { lawLog, surveyOf } from "../../law-log.js";
import { rangeOf } from "../../summary.js";
import { rank } from "../rank/rank.js";
import { sampling } from "./sampling.js";

const sampledRows = (kept: (session: number) => number | null): readonly Row[] =>
  Array.from({ length: 60 }, (_, i) => ({
    session: BigInt(Math.floor(i / 3)),
    user: BigInt(Math.floor(i / 6)),
    position: BigInt((i % 3) + 1),
    rank_a: BigInt(3 - (i % 3)),
    like: i % 4 === 0 ? 1 : 0,
    kept: kept(Math.floor(i / 3)),
  }));

const columns = [
  ...["session", "user", "position", "rank_a"].map((name) => ({ name, type: "bigint" }) as const),
  { name: "like", type: "double" },
  { name: "kept", type: "double" },
] as const;

const study = (log: object = {}) =>
  smallStudy({
    log: { rewards: ["like"], ...log },
    policies: { a: { rank: "rank_a" } },
    estimators: ["mean", "dcg"],
  });

const ask = (rows: readonly Row[], log: object = { sampling: "kept" }) =>
  evaluate(study(log), { engine: inMemory(rows, columns) });

describe("a result", () => {
  it("warns that no estimator weights by it, with its range", async () => {
    const { warnings } = await ask(sampledRows((session) => (session % 2 === 0 ? 0.25 : 1)));
    const warning = warnings.find(({ code }) => code === "samplingUnused");
    expect(warning?.facts).toEqual({ column: "kept", least: 0.25, most: 1 });
    expect(warning?.message).toContain("with probabilities from 0.25 to 1");
  });

  it("says nothing where every row was kept", async () => {
    const { warnings } = await ask(sampledRows(() => 1));
    expect(warnings.map(({ code }) => code)).not.toContain("samplingUnused");
  });

  it("has the same numbers with and without it", async () => {
    const rows = sampledRows(() => 0.5);
    expect((await ask(rows)).estimates).toEqual((await ask(rows, {})).estimates);
  });

  it("refuses a probability of 0 or none, with an example", async () => {
    for (const bad of [0, null]) {
      const error = await ask(sampledRows((session) => (session === 7 ? bad : 1))).catch((e) => e);
      expect(error).toBeInstanceOf(LogError);
      expect(error).toMatchObject({ code: "samplingInvalid" });
      expect(error.message).toContain("log.sampling: 3 rows of table log break a rule");
      expect(error.message).toContain("in trajectory 7 it holds");
    }
  });

  it("leaves such trajectories out where the study says so", async () => {
    const rows = sampledRows((session) => (session === 7 ? 0 : 1));
    const { log } = await ask(rows, { sampling: "kept", invalid: "excludeTrajectories" });
    expect(log.counts).toMatchObject({ excludedTrajectories: 1, excludedRows: 3 });
  });
});

it("is warned of by a fit, too", async () => {
  const rows = sampledRows(() => 0.5);
  const found = await fitLog(readStudy(study({ sampling: "kept" })), {
    engine: inMemory(rows, columns),
  });
  expect(found.log.warnings.map(({ code }) => code)).toEqual(["samplingUnused"]);
});

it("is surveyed, has a fingerprint of its own, and no column where the log has none", async () => {
  const made = lawLog(sampling, "double", [0.5, 1, 0.125]);
  expect(rangeOf(made.log, await surveyOf(made), "h_sampling")).toEqual([0.125, 1]);
  expect(meaningOf(made.log, "h_sampling")).toBe("h_sampling:played");
  const without = lawLog(rank, "bigint", [1n]);
  expect(canonicalNames(without.log)).not.toContain("h_sampling");
  expect(() => meaningOf(without.log, "h_sampling")).toThrow("This log has no canonical column");
});
