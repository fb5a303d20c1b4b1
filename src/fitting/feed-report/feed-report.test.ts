import { describe, expect, it } from "vitest";
import { drawTrips } from "../../exposure/drawn-trips.js";
import { fittableCurves } from "../../exposure/index.js";
import { addTransitions } from "../../exposure/transitions/sums.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { compareModels } from "../compare/compare.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../depths.js";
import { clusteredErrors } from "../errors/clustered-errors.js";
import { type FeedCounts, reportFeed } from "./feed-report.js";

function depthsOf(deep: readonly number[], censored: readonly boolean[] = []): Depths {
  return {
    bucket: deep.map((_, i) => i % 24),
    depth: deep,
    censored: deep.map((_, i) => Number(censored[i] === true)),
    trajectories: deep.map(() => 1),
  };
}
const truth = { model: "yuleSimon", parameters: { rho: 1.3 } };
const trips = drawTrips(createRandom("report"), truth, 2400);
const depths = depthsOf(trips.depths, trips.censored);
const days = [0, 1].map((half) => ({
  day: `2026-11-0${half + 1}`,
  transitions: transitionsOf(
    trips.depths.filter((_, i) => i % 2 === half),
    trips.censored.filter((_, i) => i % 2 === half),
  ),
}));
const counts: FeedCounts = { feed: "1", depths, days, censoringKnown: true };

describe("reportFeed", () => {
  const report = reportFeed(counts);

  it("counts what there is", () => {
    expect(report).toMatchObject({ feed: "1", trajectories: 2400, buckets: 24 });
    expect(report.censored).toBe(trips.censored.filter(Boolean).length);
    expect(report.transitions).toEqual(transitionsIn(depths));
  });

  it("has every model, cross-validated over whole buckets, with errors of buckets", () => {
    const buckets = transitionsByBucket(depths);
    const fold = (which: number) =>
      [...buckets]
        .flatMap(([bucket, part]) => (bucket % 4 === which ? [part] : []))
        .reduce(addTransitions);
    const { rows, recommendation } = compareModels([fold(0), fold(1), fold(2), fold(3)]);
    expect(report.recommendation).toEqual(recommendation);
    expect(report.rows).toHaveLength(fittableCurves.length);
    for (const [at, row] of report.rows.entries()) {
      const plain = rows[at];
      if (plain === undefined || "none" in plain) throw new Error("no row");
      expect(row).toEqual({ ...plain, fit: clusteredErrors(plain.fit, buckets.values()) });
    }
    const two = reportFeed({ ...counts, folds: 2 }).rows[0];
    expect(two !== undefined && "heldOut" in two && two.heldOut).toMatchObject({
      folds: [expect.any(Number), expect.any(Number)],
    });
  });

  it("measures each rank, the last of a full list too, where nobody can stop", () => {
    expect(report.empirical).toHaveLength(12);
    expect(report.empirical[0]).toMatchObject({ rank: 1, atRisk: 2400, p: 1 });
    expect(report.empirical[11]).toMatchObject({ rank: 12, atRisk: 0, hazard: null });
    for (const { p, se, hazard, atRisk, stops } of report.empirical.slice(1, 11)) {
      expect(hazard).toBe(stops / atRisk);
      expect(Number(se) / Math.sqrt((p * (1 - p)) / 2400)).toBeCloseTo(1, 0);
    }
  });

  it("tells the drift of the model that it recommends", () => {
    expect(report.drift).toMatchObject({ days: [{ day: "2026-11-01" }, { day: "2026-11-02" }] });
    expect("test" in report.drift && report.drift.test.p).toBeGreaterThan(0);
    expect(reportFeed({ ...counts, days: days.slice(1) }).drift).toMatchObject({
      code: "tooFewDays",
    });
  });

  it("warns of ends of lists that may be taken for stops, and of thin ranks", () => {
    const codes = (given: FeedCounts) => reportFeed(given).warnings.map(({ code }) => code);
    expect(codes(counts)).toEqual([]);
    expect(codes({ ...counts, censoringKnown: false })).toEqual(["listLengthUnknown"]);
    const thin = depthsOf([...Array<number>(80).fill(2), 5, 5]);
    expect(reportFeed({ ...counts, depths: thin, days: [] }).warnings).toMatchObject([
      { code: "thinRanks", facts: { rank: 2, views: 6 } },
    ]);
  });

  it("fits under a cut-off, and says of every model where views lie beyond it", () => {
    const cut = reportFeed({ ...counts, cutoff: 12 });
    expect(cut.rows.every((row) => "fit" in row && row.fit.curve.cutoff === 12)).toBe(true);
    const beyond = reportFeed({ ...counts, cutoff: 5 });
    expect(beyond.rows).toMatchObject(
      fittableCurves.map(() => ({ none: { code: "viewsBeyondCutoff" } })),
    );
    expect(beyond.drift).toMatchObject({ code: "noModel" });
    expect(beyond.empirical).toHaveLength(12);
  });

  it("stands up to logs that no curve can be learnt from", () => {
    const logs = {
      noStops: depthsOf([2, 3, 2, 3, 2, 3], Array(6).fill(true)),
      allStopAtRankOne: depthsOf(Array(9).fill(1)),
      noTransitions: depthsOf(Array(9).fill(1), Array(9).fill(true)),
      none: depthsOf([]),
    };
    for (const [name, log] of Object.entries(logs)) {
      const found = reportFeed({ feed: null, depths: log, days: [], censoringKnown: true });
      const code = name === "none" ? "noTransitions" : name;
      expect(found.recommendation).toMatchObject({ none: { code: "noModel" } });
      expect(found.drift).toMatchObject({ code: "noModel" });
      for (const row of found.rows) {
        expect("none" in row ? row.none.code : row.fit.boundary?.code).toBe(code);
      }
      expect(found.empirical.every(({ se }) => se === null)).toBe(true);
      expect(JSON.stringify(found)).not.toMatch(/NaN|Infinity/);
    }
  });

  it("does without folds where one of them would be empty", () => {
    const one = { ...depths, bucket: depths.depth as readonly number[] };
    const few = { ...one, bucket: (one.bucket as number[]).map(() => 4) };
    const { rows, recommendation } = reportFeed({ ...counts, depths: few });
    expect(recommendation).toMatchObject({ by: "aic" });
    expect(rows.some((row) => "heldOut" in row)).toBe(false);
    const [first] = rows;
    expect(first !== undefined && "fit" in first && first.fit.estimates[1]?.se).toMatchObject({
      code: "oneCluster",
    });
  });
});
