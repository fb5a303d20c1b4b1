import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runRelation, sql } from "../../../test/fixture/run-relation.js";
import { cast, column, count, sum } from "../../sql/expression.js";
import { group } from "../../sql/relation.js";
import { createDuckdbEngine } from "./index.js";
import { bytesOf, columnsWithin, defaultMemoryLimit } from "./limits.js";

const folder = mkdtempSync(joinPath(tmpdir(), "hindcast-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("memory", () => {
  it("has a limit of its own: the smaller of 2 GB and half the machine", async () => {
    expect([1e9, 3e9, 4e9, 64e9].map((machine) => defaultMemoryLimit(machine))).toEqual([
      "500MB",
      "1500MB",
      "2000MB",
      "2000MB",
    ]);
    const rows = sql("SELECT current_setting('memory_limit') AS a");
    const engine = await createDuckdbEngine();
    const [[limit] = []] = await runRelation(engine, rows, { a: "text" });
    await engine.close();
    expect(String(limit)).toMatch(/^(?:[\d.]+ MiB|1\.\d+ GiB)$/);
  });

  it("bounds the columns of a statement that sums up by trajectory", async () => {
    expect(["0 bytes", "1.5 KiB", "476.8 MiB", "2 GiB", "1.7 PiB"].map(bytesOf)).toEqual([
      0,
      1536,
      476.8 * 1024 ** 2,
      2 ** 31,
      Number.POSITIVE_INFINITY,
    ]);
    const columns = [1, 1e6, 2e6, 1e9].map((groups) => columnsWithin(2e9, groups));
    expect(columns).toEqual([60, 60, 31, 20]);
    const engine = await createDuckdbEngine({ memoryLimit: "1GB" });
    const { maxColumnsOf } = await engine.info();
    await engine.close();
    expect(maxColumnsOf?.(1e6)).toBeGreaterThan(25);
    expect(maxColumnsOf?.(1e6)).toBeLessThan(32);
  });

  it("spills into a folder of its own, which is removed on close", async () => {
    const tempDirectory = joinPath(folder, "spilled/here");
    const options = { threads: 1, memoryLimit: "40MB", tempDirectory };
    const small = await createDuckdbEngine(options);
    const rows = sql("SELECT (range % 7919 * 104729 + range)::VARCHAR AS k FROM range(1000000)");
    const byKey = group(rows, ["k"], [["n", count()]]);
    const found: string[] = [];
    const timer = setInterval(() => found.push(...readdirSync(tempDirectory)), 5);
    const total = group(byKey, [], [["a", cast(sum(column("n")), "bigint")]]);
    const [one] = await runRelation(small, total, { a: "bigint" });
    clearInterval(timer);
    await small.close();
    expect(one).toEqual([1_000_000n]);
    expect(new Set(found).size).toBe(1);
    expect(readdirSync(tempDirectory)).toEqual([]);
  });
});
