import { describe, expect, it } from "vitest";
import { type Columns, drawLogs } from "../../../bench/estimator-coverage/draw-log.js";
import { studyOf } from "../../../bench/estimator-coverage/study.js";
import { truthOf } from "../../../bench/estimator-coverage/truth.js";
import { repetitions } from "../../../test/fixture/property.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { estimateOf, evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import type { Estimate, Result } from "../../evaluate/conclude/result.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { readStudy } from "../../study/read-study.js";

const ofTwo = { best: { of: ["ips", "dr"] } };

async function evaluated(rows: Columns, estimators: readonly unknown[]): Promise<Result> {
  const study = { ...(studyOf(rows, true) as object), estimators, estimands: ["perTrajectory"] };
  return evaluate(readStudy(study));
}

const spread = (rows: readonly Estimate[]): number => {
  const mean = rows.reduce((sum, { value }) => sum + value, 0) / rows.length;
  return Math.sqrt(rows.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / rows.length);
};

describe("best", () => {
  it("is the mean of its members where users are few", async () => {
    const result = await evaluateRows(
      smallStudy({ estimators: ["ips", "snips", { best: { of: ["snips", "ips"] } }] }),
      randomLog("best", { notShown: 0.2 }),
    );
    for (const policy of ["logged", "a", "b"]) {
      const [ips, snips, best] = ["ips", "snips", "best"].map(
        (estimator) => estimateOf(result, { policy, estimator, reward: "like" }).value,
      );
      expect(best).toBeCloseTo(((ips ?? 0) + (snips ?? 0)) / 2, 14);
    }
  });

  it("holds the truth at its level, with an error like that of the best member", async () => {
    const logs = repetitions(16, 200);
    const drawn = drawLogs({ users: 250, isClustered: true }, [...Array(logs).keys()]);
    const { estimates } = await evaluated(drawn, ["ips", "dr", ofTwo]);
    const of = (name: string): readonly Estimate[] =>
      estimates.filter(
        (row): row is Estimate =>
          row.estimator === name && row.policy === "drawn" && row.day !== null && "se" in row,
      );
    const truth = truthOf("drawn", "ips", {});
    const best = of("best");
    expect(best.length).toBeGreaterThan(0.97 * logs);
    const covers = best.filter(({ interval: [low, high] }) => low <= truth && truth <= high);
    expect(covers.length / best.length).toBeGreaterThan(0.95 - 4 * Math.sqrt(0.0475 / logs));
    expect(spread(best)).toBeLessThan(1.05 * Math.min(spread(of("ips")), spread(of("dr"))));
  });

  it("has no answer where a member cannot be right: predictions that see the displayed rank", async () => {
    const drawn = drawLogs({ users: 4000, isClustered: false }, [0]);
    const q = drawn.q?.map(
      (prediction, row) => Number(prediction) + (drawn.rank?.[row] === 1 ? 0.4 : 0),
    );
    const noneOf = async (rows: Columns) =>
      (await evaluated(rows, [ofTwo])).estimates.filter(
        (row) => row.policy === "drawn" && row.day === null,
      );
    expect(await noneOf(drawn)).toMatchObject([{ value: expect.any(Number) }]);
    expect(await noneOf({ ...drawn, q: q ?? [] })).toMatchObject([
      { none: { code: "membersDisagree" } },
    ]);
  });

  it("names the member that has no answer", async () => {
    const asked = smallStudy({ estimators: [{ best: { of: ["ips", "dr"] } }] });
    const { estimates } = await evaluateRows(asked, randomLog("best"));
    const message = expect.stringMatching(/^Its member dr has no answer; leave it out/);
    expect(estimates[0]).toMatchObject({ none: { code: "predictionMissing", message } });
  });

  it("is asked by a list of names, in any order, and refuses one name alone or another estimator", () => {
    const read = (of: unknown) =>
      readStudy(smallStudy({ estimators: [{ best: { of } }] })).estimators;
    const canonical = [{ name: "best", parameters: { of: "ips+dr" } }];
    expect(read(["dr", "ips"])).toEqual(canonical);
    expect(read("ips+dr")).toEqual(canonical);
    expect(
      read([
        ["ips", "dr"],
        ["ips", "snips"],
      ]),
    ).toHaveLength(2);
    for (const wrong of [["ips"], ["ips", "dm"], "ips", ["ips", "ips"], []]) {
      expect(() => read(wrong)).toThrow(/a list of two or more of ips, snips/);
    }
  });
});
