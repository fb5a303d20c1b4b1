import { describe, expect, it } from "vitest";
import type { CurveSpec } from "../../exposure/curve.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import { fittableCurves } from "../../exposure/index.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { compareModels } from "./compare.js";

type Folds = readonly [Transitions, ...Transitions[]];

function folds(truth: CurveSpec, count: number, users: number, seed: string): Folds {
  const random = createRandom(seed);
  const draw = () => transitionsOfTrips(drawTrips(random, truth, users));
  return [draw(), ...Array.from({ length: count - 1 }, draw)];
}
const yule = { model: "yuleSimon", parameters: { rho: 1.3 } };
const geometric = { model: "geometric", parameters: { gamma: 0.8 } };
const curved = { model: "table", parameters: { values: [1, 0.8, 0.78, 0.3, 0.29, 0.1] } };

describe("compareModels", () => {
  it("has a row for each model, by AIC where nothing was held out", () => {
    const { rows, recommendation } = compareModels(folds(geometric, 1, 4000, "aic"));
    expect(rows.map(({ model }) => model)).toEqual(fittableCurves.map(({ name }) => name));
    expect(rows.every((row) => "fit" in row && row.heldOut === undefined)).toBe(true);
    expect(recommendation).toMatchObject({ model: "geometric", by: "aic" });
    expect("reason" in recommendation && recommendation.reason.message).toMatch(/smallest AIC/);
  });

  it("goes by cross-validation where the log comes in folds", () => {
    const { rows, recommendation } = compareModels(folds(geometric, 8, 500, "folds"));
    expect(rows.every((row) => "fit" in row && row.heldOut !== undefined)).toBe(true);
    expect(recommendation).toMatchObject({ model: "geometric", by: "heldOut" });
  });

  it("takes the table where no parametric curve will do", () => {
    const { recommendation } = compareModels(folds(curved, 8, 500, "curved"));
    expect(recommendation).toMatchObject({ model: "table", reason: { code: "best" } });
  });

  it("takes the simpler model within the noise", () => {
    const chosen = Array.from({ length: 40 }, (_, seed) => {
      const { recommendation } = compareModels(folds(yule, 4, 100, `noise ${seed}`));
      return recommendation;
    });
    const simple = chosen.filter((each) => "model" in each && each.model !== "table");
    expect(simple).toHaveLength(40);
    const [within] = chosen.flatMap((each) =>
      "reason" in each && each.reason.code === "simplerWithinNoise" ? [each.reason] : [],
    );
    expect(within?.message ?? "with 1 parameter, is within the noise of").toMatch(
      /with 1 parameter, is within the noise of/,
    );
  });

  it("names those that do as well", () => {
    const { recommendation } = compareModels(folds(yule, 4, 200, "alike"));
    const alike = "reason" in recommendation ? recommendation.reason.facts.alike : [];
    expect(["yuleSimon", "inverse"]).toContain("model" in recommendation && recommendation.model);
    expect([alike].flat().length).toBeGreaterThan(0);
    expect("reason" in recommendation && recommendation.reason.message).toMatch(
      /Also within the noise: .*(yuleSimon|inverse)/,
    );
  });

  it("recommends no curve that needs a cut-off and has none, and says which does", () => {
    const slow = { model: "yuleSimon", parameters: { rho: 0.5 } };
    const log = folds(slow, 1, 4000, "slow");
    const { recommendation } = compareModels(log);
    expect(recommendation).not.toMatchObject({ model: "yuleSimon" });
    expect(recommendation).toMatchObject({ reason: { facts: { lacking: ["yuleSimon"] } } });
    expect("reason" in recommendation && recommendation.reason.message).toMatch(
      /yuleSimon would do better and is left out: .* needs a cutoff/,
    );
    const under = compareModels(log, { cutoff: 200 }).recommendation;
    expect(under).toMatchObject({ model: "yuleSimon", reason: { facts: { lacking: [] } } });
  });

  it("never recommends a boundary, and says why there is nothing else", () => {
    const { rows, recommendation } = compareModels([transitionsOf([3, 2], [true, true])]);
    expect(rows.some((row) => "fit" in row)).toBe(true);
    expect(recommendation).toMatchObject({ none: { code: "noModel" } });
    expect("none" in recommendation && recommendation.none.message).toMatch(
      /geometric.*: No trajectory was seen to stop/,
    );
  });

  it("compares the models that it is asked to, under the cut-off that it is given", () => {
    const curves = fittableCurves.filter(({ name }) => name === "inverse");
    const { rows } = compareModels(folds(yule, 2, 100, "asked"), { curves, cutoff: 12 });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ model: "inverse", fit: { curve: { cutoff: 12 } } });
  });
});
