import { describe, expect, test } from "vitest";
import { chiSquaredUpperTail } from "../numeric/chi-squared.js";
import { normalCdf } from "../numeric/normal-cdf.js";
import { createRandom } from "./create-random.js";
import type { Random } from "./random.js";

const draws = (random: Random, count: number): number[] =>
  Array.from({ length: count }, () => random.next());

/** The p-value of a χ² test that `values` in [0, 1) are uniform over `cells`. */
function uniformityP(values: readonly number[], cells: number): number {
  const counts = new Array<number>(cells).fill(0);
  for (const value of values) {
    const cell = Math.floor(value * cells);
    counts[cell] = (counts[cell] ?? Number.NaN) + 1;
  }
  const expected = values.length / cells;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return chiSquaredUpperTail(statistic, cells - 1);
}

describe("known answers, computed with 64-bit integers elsewhere", () => {
  test("by seed", () => {
    expect(draws(createRandom(42), 4)).toEqual([
      0.12801291894255218, 0.30232224106335037, 0.27904157306219446, 0.18480935005370014,
    ]);
    expect(draws(createRandom("hindcast"), 2)).toEqual([0.6713277039218124, 0.85373503111409]);
    expect(draws(createRandom(-1), 1)).toEqual([0.7905159202586738]);
    expect(draws(createRandom(2n ** 64n + 1n), 1)).toEqual([0.5320349881689448]);
  });

  test("by label", () => {
    const user = createRandom(42).fork("user/7");
    expect(draws(user, 2)).toEqual([0.8295091504109251, 0.6637050911034739]);
    expect(draws(user.fork("depth"), 2)).toEqual([0.2703078419971283, 0.9046175152675358]);
    expect(draws(createRandom(42).fork(""), 1)).toEqual([0.5154604407874186]);
  });
});

describe("seeds", () => {
  test("as number, bigint and text are the same", () => {
    expect(draws(createRandom(42n), 3)).toEqual(draws(createRandom(42), 3));
    expect(draws(createRandom("42"), 3)).toEqual(draws(createRandom(42), 3));
  });

  test("that are not safe integers are refused", () => {
    for (const seed of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => createRandom(seed)).toThrow(RangeError);
      expect(() => createRandom(seed)).toThrow(
        "seed must be an integer in [-(2^53 - 1), 2^53 - 1]",
      );
    }
  });
});

describe("forks", () => {
  test("depend neither on draws nor on the order of forks", () => {
    const fresh = draws(createRandom(7).fork("b"), 5);
    const used = createRandom(7);
    draws(used, 100);
    used.normal();
    draws(used.fork("a"), 10);
    expect(draws(used.fork("b"), 5)).toEqual(fresh);
  });

  test("do not advance their parent", () => {
    const parent = createRandom(7);
    draws(parent.fork("a"), 3);
    expect(draws(parent, 3)).toEqual(draws(createRandom(7), 3));
  });

  test("differ by path, not by joined text", () => {
    const root = createRandom(7);
    const paths = [
      root,
      root.fork(""),
      root.fork("").fork(""),
      root.fork("a"),
      root.fork("b"),
      root.fork("ab"),
      root.fork("a").fork("b"),
      root.fork("b").fork("a"),
    ];
    expect(new Set(paths.map((random) => random.next())).size).toBe(paths.length);
  });

  test("by successive labels start uniformly and uncorrelated", () => {
    const root = createRandom(11);
    const first = Array.from({ length: 20_000 }, (_, i) => root.fork(`user/${i}`).next());
    expect(uniformityP(first, 100)).toBeGreaterThan(1e-3);
    const lag = first.slice(1).reduce((sum, u, i) => sum + (u - 0.5) * ((first[i] ?? 0) - 0.5), 0);
    expect(Math.abs((12 * lag) / Math.sqrt(first.length))).toBeLessThan(3.5);
  });
});

describe("distributions, at fixed seeds", () => {
  const size = 100_000;

  test("next is uniform, also in its lowest bits", () => {
    const values = draws(createRandom(1), size);
    expect(values.every((u) => u >= 0 && u < 1)).toBe(true);
    expect(uniformityP(values, 256)).toBeGreaterThan(1e-3);
    const lowBits = values.map((u) => (u * 2 ** 45) % 1);
    expect(uniformityP(lowBits, 256)).toBeGreaterThan(1e-3);
  });

  test("normal is normal, in pairs too", () => {
    const random = createRandom(2);
    const values = Array.from({ length: size }, () => random.normal());
    expect(uniformityP(values.map(normalCdf), 100)).toBeGreaterThan(1e-3);
    const lag = values.slice(1).reduce((sum, z, i) => sum + z * (values[i] ?? 0), 0);
    expect(Math.abs(lag / Math.sqrt(size))).toBeLessThan(3.5);
  });

  test("gumbel follows exp(−exp(−x))", () => {
    const random = createRandom(3);
    const values = Array.from({ length: size }, () => Math.exp(-Math.exp(-random.gumbel())));
    expect(uniformityP(values, 100)).toBeGreaterThan(1e-3);
  });

  test("integer is uniform below n, small or beyond 2^32", () => {
    const random = createRandom(4);
    const small = Array.from({ length: size }, () => random.integer(7));
    expect(new Set(small)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    expect(
      uniformityP(
        small.map((k) => k / 7 + 0.01),
        7,
      ),
    ).toBeGreaterThan(1e-3);
    // By plain remainder of 32 bits, the lower half of [0, 3·2^30) would come up 2/3 of the time.
    const skewed = Array.from({ length: size }, () => random.integer(3 * 2 ** 30) / (3 * 2 ** 30));
    expect(uniformityP(skewed, 30)).toBeGreaterThan(1e-3);
    const large = Array.from({ length: size }, () => random.integer(3 * 2 ** 51) / (3 * 2 ** 51));
    expect(uniformityP(large, 30)).toBeGreaterThan(1e-3);
    expect(random.integer(1)).toBe(0);
  });

  test("integer refuses an n that is not a count", () => {
    for (const n of [0, -1, 1.5, Number.NaN, 2 ** 54]) {
      expect(() => createRandom(1).integer(n)).toThrow("n must be an integer in [1, 2^53]");
    }
  });
});
