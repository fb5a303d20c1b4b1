import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StudyError } from "../../errors.js";
import { demoWorld } from "./demo-world.js";
import { simulateDemo } from "./simulate-demo.js";
import { simulateRows } from "./simulate-rows.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-simulator-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function bytesOf(path: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(path)).buffer;
}

describe("simulateDemo", () => {
  test("the file holds the rows of the same world and seed, typed", async () => {
    const output = join(folder, "rows.parquet");
    const demo = await simulateDemo({ seed: 4, users: 100, output });
    const file = await bytesOf(output);
    const expected = simulateRows({ ...demoWorld, users: 100 }, 4);
    const read = await parquetReadObjects({ file });
    const plain = read.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          if (value instanceof Date) return [name, value.toISOString().slice(0, 10)];
          return [name, typeof value === "bigint" ? Number(value) : value];
        }),
      ),
    );
    expect(plain).toEqual(expected.rows);
    expect(demo.impressions).toBe(expected.rows.length);
    expect(demo.trajectories).toBe(expected.trajectories);
    expect(demo.truth.slice(0, expected.truth.length)).toEqual(expected.truth);
    const ofLogged = expected.truth.filter(({ policy }) => policy === "logged");
    expect(demo.truth.slice(expected.truth.length)).toEqual(
      ofLogged.map((row) => ({ ...row, policy: "production" })),
    );
    const types = parquetMetadata(file).schema.map(({ type, converted_type }) =>
      [type, converted_type].filter(Boolean).join(":"),
    );
    expect(types.slice(1, 9)).toEqual([
      "INT64",
      "INT64",
      "INT32:DATE",
      "BYTE_ARRAY:UTF8",
      "INT64",
      "INT32",
      "INT32",
      "DOUBLE",
    ]);
  });

  test("same seed, same bytes over several row groups; another seed, another file", async () => {
    const names = ["a.parquet", "b.parquet", "c.parquet"];
    const seeds = [1, 1, 2];
    const files: Buffer[] = [];
    for (const [at, name] of names.entries()) {
      const output = join(folder, name);
      await simulateDemo({ seed: seeds[at] ?? 0, impressions: 60_000, output });
      files.push(await readFile(output));
    }
    expect(files[0]?.equals(files[1] as Buffer)).toBe(true);
    expect(files[0]?.equals(files[2] as Buffer)).toBe(false);
  });

  test("the study names the file, every role, curves to be learnt and every policy", async () => {
    const output = join(folder, "study.parquet");
    const { study, views } = await simulateDemo({ seed: 1, users: 10, output });
    expect(study).toMatchObject({
      log: {
        source: "study.parquet",
        trajectory: "session_id",
        rewards: { like: "liked", watch: "watched" },
        exposure: {
          curve: {
            byFeed: {
              "1": { fit: "yuleSimon", cutoff: 40 },
              "2": { fit: "geometric", cutoff: 40 },
            },
          },
        },
      },
      policies: {
        production: { rank: "position" },
        "fresh-model": { rank: "rank_fresh_model" },
      },
      baseline: "production",
      estimators: ["mean", "dcg", "snips", "ndcg"],
    });
    expect(views[1]?.value).toBeCloseTo((1 - 0.85 ** 40) / 0.15, 12);
  });

  test("an abort throws its reason and leaves no file", async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const run = simulateDemo({
      seed: 1,
      output: join(folder, "gone.parquet"),
      signal: controller.signal,
      onProgress: ({ rows }) => {
        seen.push(rows);
        controller.abort(new Error("enough"));
      },
    });
    await expect(run).rejects.toThrow("enough");
    expect(seen.length).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith("gone"))).toEqual([]);
  });

  test.each([
    [{ seed: 0.5 }, /seed must be a whole number; it is 0.5/],
    [{ users: 0 }, /users must be a whole number of at least 1; it is 0/],
    [{ impressions: 1.5 }, /impressions must be a whole number of at least 1; it is 1.5/],
  ])("refuses %j", async (size, message) => {
    const run = simulateDemo({ seed: 1, ...size, output: join(folder, "never.parquet") });
    await expect(run).rejects.toThrow(StudyError);
    await expect(run).rejects.toThrow(message);
  });

  test("a folder that does not exist is named", async () => {
    const run = simulateDemo({ seed: 1, users: 5, output: join(folder, "no", "where.parquet") });
    await expect(run).rejects.toThrow(StudyError);
    await expect(run).rejects.toThrow(/Cannot write .*where.parquet.*Choose a folder that exists/);
  });
});
