import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../engines/duckdb/index.js";
import { column } from "../sql/expression.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { from, type Relation, type SourceRef, select } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import {
  bucketOfInteger,
  bucketOfText,
  foldedBucket,
  integerBucket,
  isShortKey,
  shortKeyBucket,
  textBucket,
} from "./bucket.js";

const source = { kind: "table", name: ["keys"] } as const;

describe("the bucket of a whole number", () => {
  it("is the same as an expression and in TypeScript, for short keys by either form", async () => {
    const wide = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const short = fc.bigInt({ min: 0n, max: 2n ** 31n - 1n });
    const keys = fc.sample(fc.tuple(wide, short), { numRuns: 300, seed: 7 });
    const engine = createInterpreter({ keys: keys.map(([w, s]) => ({ w, s })) });
    const columns = [
      ["wide", integerBucket(column("w"))],
      ["short", shortKeyBucket(column("s"))],
      ["folded", foldedBucket(integerBucket(column("w")), 128)],
    ] as const;
    const table = await collect(engine, {
      purpose: "buckets",
      relation: select(from(source), columns),
      columns: columns.map(([name]) => ({ name, type: "bigint" })),
    });
    keys.forEach(([w, s], i) => {
      expect(Number(table.columns.get("wide")?.[i])).toBe(bucketOfInteger(w));
      expect(Number(table.columns.get("short")?.[i])).toBe(bucketOfInteger(s));
      expect(Number(table.columns.get("folded")?.[i])).toBe(Math.floor(bucketOfInteger(w) / 8));
    });
    expect(isShortKey([0, 2 ** 31 - 1])).toBe(true);
    expect(isShortKey([0, 2 ** 31])).toBe(false);
    expect(isShortKey([-1, 5])).toBe(false);
  });

  it("is the same on every engine at the ends of 64 bits", async () => {
    const ends = [-(2n ** 63n), -(2n ** 63n) + 1n, 2n ** 63n - 1n, -1n, 0n, 1n];
    const relation = (ref: SourceRef): Relation =>
      select(from(ref), [["bucket", integerBucket(column("w"))]], {
        orderBy: [{ by: column("place"), descending: false }],
        limit: ends.length,
      });
    const values = ends.map((w, i) => `(${i}, CAST('${w}' AS BIGINT))`);
    const sql = `SELECT * FROM (VALUES ${values.join(", ")}) AS t(place, w)`;
    const duckdb = await createDuckdbEngine({ threads: 1 });
    const memory = createInterpreter({ keys: ends.map((w, i) => ({ place: BigInt(i), w })) });
    for (const [engine, ref] of [
      [duckdb, { kind: "sql", sql }],
      [memory, source],
    ] as const) {
      const table = await collect(engine, {
        purpose: "buckets",
        relation: relation(ref),
        columns: [{ name: "bucket", type: "bigint" }],
      });
      expect([...table.numbers("bucket")]).toEqual(ends.map(bucketOfInteger));
      await engine.close();
    }
  });

  it("ignores the sign", () => {
    expect(bucketOfInteger(-42n)).toBe(bucketOfInteger(42n));
  });

  const count = 20_000;
  const strides: readonly (readonly [string, (i: number) => bigint])[] = [
    ["one by one", (i) => BigInt(i)],
    ["far from 0", (i) => 1_000_000_000n + BigInt(i)],
    ["in thousands", (i) => 1000n * BigInt(i)],
    ["by a prime", (i) => 7919n * BigInt(i)],
    ["by 2^21", (i) => BigInt(i) << 21n],
    ["by 2^31", (i) => BigInt(i) << 31n],
    ["as snowflakes", (i) => (BigInt(977 * i) << 22n) + 123_456_789_012n],
  ];
  const rewards: readonly (readonly [string, (i: number) => number])[] = [
    ["rise with the key", (i) => i / count],
    ["differ between halves", (i) => (i < count / 2 ? 0 : 1)],
    ["go by the key modulo 5", (i) => i % 5],
    ["alternate", (i) => i % 2],
  ];

  it.each(strides)(
    "gives errors known to 1 in 45 where rewards depend on keys: %s",
    (_name, key) => {
      const buckets = Array.from({ length: count }, (_, i) => bucketOfInteger(key(i)));
      for (const [name, reward] of rewards) {
        const z = Array.from({ length: count }, (_, i) => reward(i));
        const mean = z.reduce((a, b) => a + b, 0) / count;
        const sums = new Float64Array(1024);
        z.forEach((value, i) => {
          sums[buckets[i] ?? 0] = (sums[buckets[i] ?? 0] ?? 0) + value - mean;
        });
        const exact = z.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        const hashed = (1024 / 1023) * sums.reduce((sum, value) => sum + value * value, 0);
        expect(Math.abs(Math.sqrt(hashed / exact) - 1), name).toBeLessThan(4 * 0.0221);
      }
    },
  );
});

describe("the bucket of a text", () => {
  it("is the same as an expression and in TypeScript: ten bits of its MD5", async () => {
    const words = ["", "a", "user 1", "ü", "𝄞"];
    const engine = createInterpreter({ keys: words.map((word) => ({ word })) });
    const table = await collect(engine, {
      purpose: "buckets",
      relation: select(from(source), [["bucket", textBucket(column("word"))]]),
      columns: [{ name: "bucket", type: "bigint" }],
    });
    const found = [...table.numbers("bucket")];
    expect(found).toEqual(words.map(bucketOfText));
    expect(bucketOfText("")).toBe(0xd41 >> 2);
  });
});
