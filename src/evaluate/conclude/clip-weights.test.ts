import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { at } from "../../../test/fixture/reference.js";
import { evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";
import type { ClipPoint, ClipWeights } from "./choices.js";
import { restoreNumbers } from "./withhold-numbers.js";

const clips = [1, 1.5, 4, "inf"] as const;
const estimators = [{ dcg: { clip: clips } }, { ips: { clipRatio: [0.5, 1, 3] } }, "ips"];
const other = [1, 0.5, 0.375, 0.25, 0.25, 0.125];

const numbersOf = (row: Row, name: string): number | null =>
  row[name] === null ? null : Number(row[name]);

/** ESS and the mean of what a clip takes of the weights, row by row. */
function reference(rows: readonly Row[], rank: string, limit: string, m: number, by = curveOf) {
  const weights = rows.map((row): readonly [number, number] => {
    const [p, q] = [at(by(row), numbersOf(row, rank)), at(by(row), numbersOf(row, "position"))];
    return [limit === "clip" ? p * Math.min(m, 1 / q) : Math.min(m, p / q), p / q];
  });
  const sum = (value: (w: readonly [number, number]) => number): number =>
    weights.reduce((all, each) => all + value(each), 0);
  const n = new Set(rows.map(({ session, feed }) => `${session} ${feed}`)).size;
  return {
    ess: sum(([w]) => w) ** 2 / sum(([w]) => w * w),
    bound: sum(([w, whole]) => whole - w) / n,
    views: rows.length / n,
  };
}
const curveOf = (_: Row): readonly number[] => table;
const pointsOf = (each: ClipWeights): readonly ClipPoint[] => ("points" in each ? each.points : []);
const sizeOf = (limit: number | "inf"): number => (limit === "inf" ? Infinity : limit);

describe("weights under each clip", () => {
  it("agree with a sum over rows, by trajectory and by impression", async () => {
    const rows = randomLog("clip weights", { notShown: 0.2, trajectories: 120 });
    const study = smallStudy({ estimators, estimands: ["perTrajectory", "perImpression"] });
    const { clipWeights = [] } = await evaluateRows(study, rows);
    const own = clipWeights.filter(({ policy }) => policy !== "same");
    expect(own).toHaveLength(2 * 2 * 2);
    for (const each of own) {
      const points = pointsOf(each);
      expect(points).toHaveLength(4);
      for (const { at: m, ess: found, biasBound } of points) {
        const { ess, bound, views } = reference(rows, `rank_${each.policy}`, each.limit, sizeOf(m));
        expect(found / ess).toBeCloseTo(1, 9);
        const taken = each.estimand === "perTrajectory" ? bound : bound / views;
        expect(Math.abs(biasBound - taken)).toBeLessThan(1e-9);
      }
    }
  });

  it("take less the weaker the clip is, and are those of the diagnostics without one", async () => {
    const { clipWeights = [], diagnostics } = await evaluateRows(
      smallStudy({ estimators }),
      randomLog("clips that take less", { trajectories: 80 }),
    );
    expect(clipWeights.length).toBeGreaterThanOrEqual(4);
    for (const each of clipWeights) {
      const points = pointsOf(each);
      const bounds = points.map(({ biasBound }) => biasBound);
      expect(bounds).toEqual(bounds.toSorted((a, b) => b - a));
      expect(bounds.at(-1)).toBe(0);
      const printed = diagnostics.find(
        ({ code, policy }) => code === "effectiveSampleSize" && policy === each.policy,
      );
      const last = points.at(-1);
      expect(last?.at).toBe("inf");
      expect((last?.ess ?? 0) / Number(printed?.statistic)).toBeCloseTo(1, 9);
    }
  });

  it("bound what the clip takes from a reward of 0 or 1", async () => {
    const { clipWeights = [], estimates } = await evaluateRows(
      smallStudy({ estimators: [{ dcg: { clip: clips } }] }),
      randomLog("what clips take", { trajectories: 80 }),
    );
    for (const each of clipWeights) {
      const valueAt = (clip: number | "inf"): number => {
        const found = estimates
          .map(restoreNumbers)
          .find(
            ({ policy, reward, parameters }) =>
              policy === each.policy && reward === "like" && parameters.clip === clip,
          );
        return found !== undefined && "value" in found ? found.value : Number.NaN;
      };
      for (const { at: m, biasBound } of pointsOf(each)) {
        expect(valueAt("inf") - valueAt(m)).toBeLessThanOrEqual(biasBound + 1e-12);
      }
    }
  });

  it("are read by the curve of each feed, and of all feeds together", async () => {
    const rows = randomLog("feeds", { feeds: 2, trajectories: 120 });
    const study = smallStudy({
      log: { feed: "feed", exposure: { curve: { byFeed: { 1: { table }, 2: { table: other } } } } },
      estimators: [{ dcg: { clip: clips } }],
      pool: true,
    });
    const { clipWeights = [] } = await evaluateRows(study, rows);
    const feeds = new Set(clipWeights.map(({ feed }) => feed));
    expect(feeds).toEqual(new Set(["1", "2", "*"]));
    for (const each of clipWeights.filter(({ policy }) => policy === "a")) {
      const own = rows.filter(({ feed }) => each.feed === "*" || String(feed) === each.feed);
      const by = ({ feed }: Row) => (String(feed) === "1" ? table : other);
      const points = pointsOf(each);
      expect(points).toHaveLength(4);
      for (const { at: m, ess: found } of points) {
        const { ess } = reference(own, "rank_a", "clip", sizeOf(m), by);
        expect(found / ess).toBeCloseTo(1, 9);
      }
    }
  });

  it("say why they are not known where weights do not follow from ranks", async () => {
    const study = smallStudy({
      log: { exposure: { column: "eps0" } },
      policies: { e: { exposure: "eps_t" } },
      estimators: [{ ips: { clip: [1, 2, "inf"] } }],
    });
    const { clipWeights = [] } = await evaluateRows(study, randomLog("exposures"));
    expect(clipWeights).toMatchObject([{ policy: "e", none: { code: "clipWeightsUnknown" } }]);
  });
});
