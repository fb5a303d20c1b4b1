import { describe, expect, it } from "vitest";
import { repetitions } from "../../test/fixture/property.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import { createRandom } from "../random/create-random.js";
import { clusteredError, clusterVariance, effectiveDf, welchDf } from "./clusters.js";

describe("clusterVariance", () => {
  it.each([2, 3, 10, 40])("of %d equal clusters is CR1 with G − 1 degrees of freedom", (groups) => {
    const raw = Array.from({ length: groups }, (_, at) => Math.sin(7 * at + 1));
    const mean = raw.reduce((a, b) => a + b, 0) / groups;
    const sums = raw.map((value) => value - mean);
    const squares = sums.reduce((total, value) => total + value ** 2, 0);
    const n = 5 * groups;
    for (const within of [0, 0.01, 10]) {
      const found = clusterVariance({ sizes: sums.map(() => 5), sums }, within);
      expect(found.variance).toBeCloseTo(((groups / (groups - 1)) * squares) / n ** 2, 12);
      expect(found.df).toBeCloseTo(groups - 1, 9);
    }
  });

  it("has few degrees of freedom where one cluster holds most of the sessions", () => {
    const sizes = [1, 1, 1, 1, 1, 1, 1, 1, 1, 20];
    const sums = [1, -1, 1, -1, 1, -1, 1, -1, 5, -5];
    expect(clusterVariance({ sizes, sums }, 0).df).toBeLessThan(2);
  });
});

describe("effectiveDf", () => {
  const random = createRandom("effective clusters");
  const normal = (count: number): readonly number[] =>
    Array.from({ length: count }, () => random.normal());

  it("is exactly G − 1 for equal clusters", () => {
    for (const groups of [2, 3, 40]) {
      expect(effectiveDf({ sizes: Array(groups).fill(7), sums: normal(groups) })).toBe(groups - 1);
    }
  });

  const thirds = (count: number): readonly number[] => Array(count).fill(3);
  const worlds: Readonly<Record<string, readonly number[]>> = {
    "one id of 60 %": [900, ...thirds(200)],
    "one id of 12 %": [205, ...thirds(500)],
    Zipf: Array.from({ length: 200 }, (_, k) => Math.max(1, Math.floor(200 / (k + 1)))),
    "three large ones": [90, 90, 90, ...thirds(97)],
  };

  it.each(Object.entries(worlds))(
    "makes intervals of plain sums honest, whether or not trajectories of a cluster are alike: %s",
    (_, sizes) => {
      const n = sizes.reduce((all, m) => all + m, 0);
      for (const alike of [0, 0.3, 1]) {
        const runs = repetitions(400, 4000);
        let held = 0;
        for (let run = 0; run < runs; run++) {
          const [of, within] = [normal(sizes.length), normal(sizes.length)];
          const earned = sizes.map(
            (m, b) => alike * (of[b] ?? 0) * m + (within[b] ?? 0) * Math.sqrt(m),
          );
          const mean = earned.reduce((all, each) => all + each, 0) / n;
          const sums = earned.map((each, b) => each - mean * (sizes[b] ?? 0));
          const squares = sums.reduce((all, each) => all + each * each, 0);
          const se = Math.sqrt((sizes.length / (sizes.length - 1)) * squares) / n;
          if (Math.abs(mean) <= tQuantile(0.975, effectiveDf({ sizes, sums })) * se) held++;
        }
        // With z they hold in .23 to .95.
        expect(held / runs).toBeGreaterThan(0.93 - 3 * Math.sqrt((0.95 * 0.05) / runs));
      }
    },
  );
});

describe("welchDf", () => {
  it("is that of one part alone, and adds up for equal parts", () => {
    expect(welchDf([{ variance: 3, df: 7 }])).toBeCloseTo(7, 12);
    const part = { variance: 3, df: 7 };
    expect(welchDf([part, part])).toBeCloseTo(14, 12);
  });
});

/** Buckets of so many trajectories each, by logging policy; one cell each. */
function scopeOf(sizes: readonly number[], loggers: readonly number[], slots?: readonly number[]) {
  return {
    rows: Int32Array.from(sizes.keys()),
    counts: Float64Array.from(sizes),
    bucketIndex: Int32Array.from(slots ?? sizes.keys()),
    buckets: new Set(slots ?? sizes.keys()).size,
    loggerIndex: Int32Array.from(loggers),
    n: sizes.reduce((sum, m) => sum + m, 0),
  };
}

const wave = (length: number): Float64Array => {
  const raw = Float64Array.from({ length }, (_, at) => Math.sin(5 * at + 2));
  const mean = raw.reduce((a, b) => a + b, 0) / length;
  return raw.map((value) => value - mean);
};

describe("clusteredError", () => {
  it("of equal buckets is the plain sum of squares, with one degree less than buckets", () => {
    const influence = wave(12);
    const found = clusteredError(scopeOf(Array(12).fill(3), Array(12).fill(0)), influence, 0.1);
    const squares = influence.reduce((sum, psi) => sum + psi * psi, 0);
    expect(found.variance).toBeCloseTo(squares, 12);
    expect(found.df).toBeCloseTo(11, 9);
    expect([...found.weights].every((weight) => Math.abs(weight - 1) < 1e-12)).toBe(true);
  });

  it("weighs influences as it says", () => {
    const sizes = [1, 2, 3, 4, 5, 40];
    const influence = wave(6);
    const { weights, variance } = clusteredError(scopeOf(sizes, Array(6).fill(0)), influence, 0.1);
    const sum = weights.reduce(
      (total, weight, at) => total + weight * (influence[at] ?? 0) ** 2,
      0,
    );
    expect(variance).toBeCloseTo(sum, 12);
  });

  it("has the few degrees of the logging policy that carries the variance", () => {
    const [few, many] = [wave(3), wave(200).map((psi) => psi / 100)];
    const influence = Float64Array.from([...few, ...many]);
    const sizes = [100, 100, 100, ...Array<number>(200).fill(1)];
    const loggers = sizes.map((size) => (size === 100 ? 0 : 1));
    expect(clusteredError(scopeOf(sizes, loggers), influence, 0).df).toBeCloseTo(2, 1);
  });

  it("takes policies that share users for one stratum", () => {
    const slots = [0, 1, 2, 3, 0, 1, 2, 3];
    const scope = scopeOf(Array(8).fill(2), [0, 0, 0, 0, 1, 1, 1, 1], slots);
    expect(clusteredError(scope, wave(4), 0).df).toBeCloseTo(3, 9);
  });

  it("adds buckets that only a curve holds, and counts them with the rest", () => {
    const own = wave(20).map((psi) => psi / 1000);
    const influence = Float64Array.from([...own, ...wave(4)]);
    const found = clusteredError(scopeOf(Array(20).fill(1), Array(20).fill(0)), influence, 0);
    expect(found.df).toBeCloseTo(3, 2);
  });

  it("is 0 where nothing differs", () => {
    const found = clusteredError(scopeOf([1, 2, 3], [0, 0, 0]), new Float64Array(3), 0);
    expect(found.variance).toBe(0);
    expect(found.df).toBeGreaterThan(0.9);
  });
});

/** Users of these sizes with an effect of their own (SD 1) and noise a session (SD 1): how often 0 is rejected. */
function falseCalls(sizes: readonly number[], worlds: number): { now: number; plain: number } {
  const random = createRandom(`clusters ${sizes.join()}`);
  const n = sizes.reduce((sum, m) => sum + m, 0);
  const rejects = (mean: number, variance: number, df: number): number =>
    Math.abs(mean) > tQuantile(0.975, df) * Math.sqrt(variance) ? 1 : 0;
  let [now, plain] = [0, 0];
  for (let world = 0; world < worlds; world++) {
    const sums = sizes.map((m) => m * random.normal() + Math.sqrt(m) * random.normal());
    const mean = sums.reduce((a, b) => a + b, 0) / n;
    const centred = sums.map((sum, b) => sum - (sizes[b] ?? 0) * mean);
    const found = clusterVariance({ sizes, sums: centred }, 1);
    now += rejects(mean, found.variance, found.df);
    const squares = centred.reduce((sum, each) => sum + each * each, 0);
    const buckets = sizes.length;
    plain += rejects(mean, ((buckets / (buckets - 1)) * squares) / n ** 2, buckets - 1);
  }
  return { now: now / worlds, plain: plain / worlds };
}

describe("a null of users with effects of their own", () => {
  const worlds = repetitions(1000, 4000);
  const noise = 4 * Math.sqrt((0.05 * 0.95) / worlds);
  it.each([
    ["3 equal", Array<number>(3).fill(10), 0.05],
    ["10 equal", Array<number>(10).fill(10), 0.05],
    ["1, 1, 10", [1, 1, 10], 0.27],
    ["5, one of 10 times", [1, 1, 1, 1, 10], 0.3],
    ["10, one of 20 times", [...Array<number>(9).fill(1), 20], 0.47],
    ["40, one of 50 times", [...Array<number>(39).fill(1), 50], 0.45],
    ["100, three of 30 times", [...Array<number>(97).fill(1), 30, 30, 30], 0.15],
  ])("is called in at most 5 %% of worlds: %s", (_name, sizes, before) => {
    const { now, plain } = falseCalls(sizes, worlds);
    expect(now).toBeLessThan(0.05 + noise);
    expect(Math.abs(plain - before)).toBeLessThan(0.06);
  });
});
