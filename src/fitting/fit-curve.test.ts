import { describe, expect, it } from "vitest";
import { StudyError } from "../errors.js";
import type { Fit } from "../exposure/curve.js";
import { drawTrips } from "../exposure/drawn-trips.js";
import { fittableCurves, fitterOf } from "../exposure/index.js";
import { tabulate } from "../exposure/tabulate.js";
import { createRandom } from "../random/create-random.js";
import { chooseCurve } from "./compare/recommended-curve.js";
import { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";
import { clusteredErrors } from "./errors/clustered-errors.js";
import { fitCurve } from "./fit-curve.js";
import type { FitCurveOptions } from "./fit-options.js";
import { splice } from "./tail/splice.js";

const yule = { model: "yuleSimon", parameters: { rho: 1.3 } };

function depthsOf(deep: readonly number[], censored: readonly boolean[] = []): Depths {
  return {
    bucket: deep.map((_, i) => i % 20),
    depth: deep,
    censored: deep.map((_, i) => Number(censored[i] === true)),
    trajectories: deep.map(() => 1),
  };
}
function world(count: number, seed = "learn"): Depths {
  const { depths, censored } = drawTrips(createRandom(seed), yule, count);
  return depthsOf(depths, censored);
}
function learnt(depths: Depths, options: FitCurveOptions): Fit {
  const fit = fitCurve(depths, options);
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const plain = (model: string, depths: Depths): Fit => {
  const fit = fitterOf(model).fit(transitionsIn(depths));
  if ("code" in fit) throw new Error(fit.message);
  return fit;
};

describe("chooseCurve", () => {
  it("says of each model why none can be taken, where no log of it can", () => {
    const depths = depthsOf(Array<number>(40).fill(40), Array<boolean>(40).fill(true));
    const chosen = chooseCurve(depths);
    if (!("code" in chosen)) throw new Error(`${chosen.model} cannot be known`);
    expect(chosen.code).toBe("noModel");
    expect(chosen.message).toMatch(/geometric.*: No trajectory was seen to stop/);
    expect(chosen.message).toContain("log.rows: offered");
    expect(chosen.message.split("No trajectory was seen to stop")).toHaveLength(2);
    expect(chosen.facts.models).toEqual(fittableCurves.map(({ name }) => name));
  });
});

describe("learn", () => {
  const many = world(3000);
  const few = world(300);

  it.each(fittableCurves.map(({ name }) => [name] as const))(
    "fits %s with errors of buckets",
    (model) => {
      const clusters = transitionsByBucket(many).values();
      expect(learnt(many, { model, to: 12 })).toEqual(
        clusteredErrors(plain(model, many), clusters),
      );
    },
  );

  it("continues no table past a rank at which all stop, where enough arrive to know it", () => {
    const ends = (depths: Depths, at: number): Depths => ({
      ...depths,
      depth: Array.from(depths.depth, (depth) => Math.min(depth, at)),
      censored: Array.from(depths.depth, () => 0),
    });
    const fit = learnt(ends(many, 6), { model: "table", tail: "geometric", to: 12 });
    expect([fit.splice, fit.estimates.length]).toEqual([undefined, 6]);
    expect(tabulate(fit.curve, 8).slice(6)).toEqual([0, 0]);
    const thin = learnt(ends(world(60), 6), { model: "table", tail: "geometric", to: 12 });
    expect(thin.splice?.after).toBeLessThan(6);
    const wanted = { model: "table", tail: "geometric", after: 4, to: 12 };
    expect(learnt(ends(many, 6), wanted).splice?.after).toBe(4);
  });

  it("continues a table to the deepest rank, after the last that 50 trajectories view", () => {
    const fit = learnt(few, { model: "table", tail: "yuleSimon", to: 40 });
    const views = few.depth as readonly number[];
    const { after = 0 } = fit.splice ?? {};
    expect(views.filter((depth) => depth >= after).length).toBeGreaterThanOrEqual(50);
    expect(views.filter((depth) => depth > after).length).toBeLessThan(50);
    // To 64 ranks, or twice that …: logs of other depths have the same curve.
    expect(fit.estimates).toHaveLength(64);
    expect(learnt(few, { model: "table", tail: "yuleSimon", to: 65 }).estimates).toHaveLength(128);
    const both = [plain("table", few), plain("yuleSimon", few)] as const;
    const clusters = transitionsByBucket(few).values();
    expect(fit).toEqual(clusteredErrors(splice(...both, { after, to: 64 }), clusters));
    expect(fit.clusters).toBe(20);
  });

  it("begins the tail where it is sure to, and reaches on", () => {
    const asked = { model: "table", tail: "inverse" } as const;
    const fit = learnt(few, { ...asked, after: 3, to: 5 });
    expect([fit.splice?.after, fit.estimates.length]).toEqual([3, 64]);
    expect(learnt(few, { ...asked, support: 20, to: 5 }).splice?.after).toBeGreaterThan(
      learnt(few, { ...asked, to: 5 }).splice?.after ?? 99,
    );
  });

  it("needs no tail where the table is long enough", () => {
    const fit = learnt(many, { model: "table", tail: "yuleSimon", cutoff: 12, to: 12 });
    expect(fit.splice).toBeUndefined();
    expect(fit).toEqual(learnt(many, { model: "table", cutoff: 12, to: 12 }));
  });

  it("ends every curve at the cut-off", () => {
    const slow = { model: "yuleSimon", parameters: { rho: 0.5 } };
    const { depths, censored } = drawTrips(createRandom("slow"), slow, 300);
    const log = depthsOf(depths, censored);
    for (const options of [
      { model: "yuleSimon" },
      { model: "table", tail: "yuleSimon", after: 4 },
      { model: "table" },
    ]) {
      const fit = learnt(log, { ...options, cutoff: 12, to: 40 });
      const p = tabulate(fit.curve, 40);
      expect(p.slice(0, 12).every((value) => value > 0)).toBe(true);
      expect(p.slice(12).every((value) => value === 0)).toBe(true);
    }
    const open = learnt(few, { model: "table", tail: "geometric", cutoff: 25, to: 40 });
    expect(open.estimates).toHaveLength(25);
  });
});

describe("learn refuses", () => {
  const refusal = (depths: Depths, options: Omit<FitCurveOptions, "to"> & { to?: number }) => {
    const fit = fitCurve(depths, { to: 3, ...options });
    return "code" in fit ? fit : undefined;
  };
  const deep = depthsOf(Array.from({ length: 60 }, (_, i) => 1 + (i % 2)));

  it.each(fittableCurves.map(({ name }) => [name] as const))(
    "a log without stops, without views, or with nothing but stops at rank 1: %s",
    (model) => {
      const logs = [
        [depthsOf([3, 2, 3], [true, true, true]), "noStops"],
        [depthsOf([1, 1, 1]), "allStopAtRankOne"],
        [depthsOf([1, 1], [true, true]), "noTransitions"],
        [depthsOf([]), "noTransitions"],
      ] as const;
      for (const [log, code] of logs) {
        expect(refusal(log, { model })).toMatchObject({
          code,
          message: expect.stringMatching(/set log\.exposure\.curve to one that is known/),
        });
      }
    },
  );

  it("rho ≤ 1 without a cut-off, in a tail too", () => {
    const slow = { model: "yuleSimon", parameters: { rho: 0.5 } };
    const { depths, censored } = drawTrips(createRandom("slow"), slow, 300);
    const log = depthsOf(depths, censored);
    expect(refusal(log, { model: "yuleSimon", to: 30 })).toMatchObject({
      code: "endlessCurve",
      message: expect.stringMatching(/curve: { fit: yuleSimon, cutoff: … } .* such as 30/),
    });
    expect(refusal(log, { model: "table", tail: "yuleSimon", after: 4 })?.message).toMatch(
      /{ fit: table, tail: yuleSimon, cutoff: … }/,
    );
  });

  it("a table with thin ranks, naming the last that is not", () => {
    const log = depthsOf([...Array<number>(60).fill(2), 3, 4, 4]);
    expect(refusal(log, { model: "table" })).toMatchObject({
      code: "beyondSupport",
      facts: { rank: 2, views: 5, support: 50 },
      message: expect.stringMatching(/Rank 2 is the last that 50 .* 5 views .*tail: yuleSimon/),
    });
    expect(learnt(log, { model: "table", support: 2, to: 3 }).estimates).toHaveLength(4);
    expect(refusal(log, { model: "table", support: 3 })?.facts).toMatchObject({
      rank: 3,
      views: 2,
    });
  });

  it("does not take the last rank of a full list, where nobody can stop, for a thin one", () => {
    const log = depthsOf(
      Array.from({ length: 200 }, (_, i) => (i < 100 ? 1 : 5)),
      Array.from({ length: 200 }, (_, i) => i >= 100),
    );
    expect(learnt(log, { model: "table", to: 5 }).estimates).toHaveLength(5);
  });

  it("a table that ends before the ranks that need a probability", () => {
    expect(refusal(world(3000), { model: "table", to: 20 })).toMatchObject({
      code: "beyondTable",
      facts: { last: 12, to: 20 },
      message: expect.stringMatching(/run to 20.*tail: yuleSimon.*{ fit: table, cutoff: 12 }/),
    });
    expect(refusal(world(3000), { model: "table", to: 20, cutoff: 15 })?.facts.to).toBe(15);
    expect(refusal(depthsOf(Array(99).fill(2)), { model: "table", to: 3 })).toMatchObject({
      code: "beyondTable",
      facts: { last: 2 },
    });
  });

  it("views beyond the cut-off, and curves that cannot come from this log", () => {
    expect(refusal(deep, { model: "geometric", cutoff: 1 })).toMatchObject({
      code: "viewsBeyondCutoff",
      message: expect.stringMatching(/log\.exposure\.curve: { fit: …, cutoff: … }/),
    });
    const jump = depthsOf([...Array<number>(2000).fill(1), 1200]);
    const far = { ...jump, trajectories: jump.depth as readonly number[] };
    const once = {
      ...far,
      trajectories: Array.from({ length: 2001 }, (_, i) => (i < 2000 ? 500 : 1)),
    };
    expect(refusal(once, { model: "geometric" })?.message).toMatch(/to another fit, such as/);
  });

  it("a tail without a table, a table as a tail, and a tail that begins nowhere", () => {
    const codes = (
      [
        { model: "geometric", tail: "yuleSimon" },
        { model: "geometric", after: 3 },
        { model: "table", after: 3 },
        { model: "table", tail: "table" },
        { model: "table", tail: "inverse", after: 0 },
        { model: "table", tail: "inverse", after: 1.5 },
        { model: "table", tail: "inverse", after: 3 },
      ] as const
    ).map((options) => refusal(deep, options)?.code);
    expect(codes).toEqual([
      ...Array(3).fill("tailWithoutTable"),
      ...Array(3).fill("tailNotParametric"),
      "afterBeyondTable",
    ]);
  });

  it("unknown models, by throwing", () => {
    expect(() => fitCurve(deep, { model: "tabel", to: 2 })).toThrow(StudyError);
    expect(() => fitCurve(deep, { model: "table", tail: "yule", to: 9 })).toThrow(/must be one of/);
  });
});
