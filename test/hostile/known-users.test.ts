import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { readTally } from "../../src/evaluate/read-tally.js";
import { bucketOfText } from "../../src/tally/bucket.js";
import { trajectoriesColumn } from "../../src/tally/take.js";
import type { Tally } from "../../src/tally/tally.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

/** Users that an attacker knows: who they are, and how many sessions each had. */
const users = Array.from({ length: 80 }, (_, i) => ({
  key: `user-${(i * 7919) % 1000}@example.org`,
  sessions: 1 + ((i * 17) % 40),
}));

const study =
  "log: { source: log.csv, trajectory: session, user: user, rank: rank, item: item, rewards: [click] }\npolicies: { same: { rank: rank } }\nestimators: [mean]\n";
/** Further sessions of the first users. */
const more = users.slice(0, 30).map(({ key }) => `${key}/more,${key},1,i1,1`);

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-known-"));
  const rows = users.flatMap(({ key, sessions }) =>
    Array.from({ length: sessions }, (_, s) => `${key}/${s},${key},1,i${s % 5},${s % 3 ? 0 : 1}`),
  );
  await writeFile(join(cwd, "log.csv"), `session,user,rank,item,click\n${rows.join("\n")}\n`);
  await writeFile(join(cwd, "s.yaml"), study);
});
afterAll(() => rm(cwd, { recursive: true }));

const run = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { cwd, modules });

/** The sessions of each bucket of a saved tally. */
function sessionsByBucket({ tables }: Tally): ReadonlyMap<number, number> {
  const { cells } = tables;
  const counts = new Map<number, number>();
  cells?.bucket.forEach((bucket, row) => {
    const more = cells.columns[trajectoriesColumn]?.hi[row] ?? 0;
    counts.set(bucket, (counts.get(bucket) ?? 0) + more);
  });
  return counts;
}

it("rows of single users need consent in words, and do not stand in the order of keys", async () => {
  const file = join(cwd, "users.parquet");
  const asked = await run("evaluate", "s.yaml", "--save-tally", file, "--keep-users");
  expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("personal data") });
  await expect(stat(file)).rejects.toThrow("ENOENT");
  const words = ["evaluate", "s.yaml", "--save-tally", file, "--keep-users=personal-data"];
  const kept = await run(...words, "--format", "json");
  expect(kept.code).toBe(0);
  const counts = sessionsByBucket(await readTally(file));
  const sorted = users.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const found = sorted.filter(({ sessions }, place) => counts.get(place) === sessions);
  expect(counts.size).toBe(80);
  // Chance alone: some 80 / 40 of them.
  expect(found.length).toBeLessThan(12);
  const again = await run("evaluate", file, "--format", "json");
  expect(again.stdout).toBe(kept.stdout);
});

it("no group of a tally that is passed around holds fewer than five users", async () => {
  const sizesIn = ({ buckets }: Tally): readonly number[] => {
    const count = buckets.kind === "hashed" ? buckets.count : Number.NaN;
    const groups = users.map(({ key }) => Math.floor((bucketOfText(key) * count) / 1024));
    return groups.map((group) => groups.filter((each) => each === group).length);
  };
  await run("evaluate", "s.yaml", "--save-tally", "groups.parquet");
  const saved = await readTally(join(cwd, "groups.parquet"));
  expect(Math.min(...sizesIn(saved))).toBeGreaterThanOrEqual(5);
  await run("evaluate", "s.yaml", "--save-tally", "rows.parquet", "--keep-users=personal-data");
  await writeFile(join(cwd, "log2.csv"), `session,user,rank,item,click\n${more.join("\n")}\n`);
  await writeFile(join(cwd, "s2.yaml"), study.replace("log.csv", "log2.csv"));
  await run("evaluate", "s2.yaml", "--save-tally", "rows2.parquet", "--keep-users=personal-data");
  const added = await run("tally", "add", "rows.parquet", "rows2.parquet", "-o", "sum.parquet");
  expect(added.code).toBe(0);
  expect(Math.min(...sizesIn(await readTally(join(cwd, "sum.parquet"))))).toBeGreaterThanOrEqual(5);
});

it("of few users four groups are kept, and the command says how many are small", async () => {
  const few = users.slice(0, 7).map(({ key }) => key);
  const rows = few.map((key, at) => `s${at},${key},1,i1,1`);
  await writeFile(join(cwd, "few.csv"), `session,user,rank,item,click\n${rows.join("\n")}\n`);
  await writeFile(join(cwd, "few.yaml"), study.replace("log.csv", "few.csv"));
  const { stderr } = await run("evaluate", "few.yaml", "--save-tally", "few.parquet");
  const { buckets } = await readTally(join(cwd, "few.parquet"));
  expect(buckets).toEqual({ kind: "hashed", count: 4 });
  const groups = few.map((key) => Math.floor((bucketOfText(key) * 4) / 1024));
  const sizes = [...new Set(groups)].map((own) => groups.filter((each) => each === own).length);
  const small = sizes.filter((size) => size < 5).length;
  expect(small).toBeGreaterThan(0);
  expect(stderr).toMatch(
    new RegExp(
      `of 7 users in ${sizes.length} groups?; ${small} groups? (is|are) of fewer than 5 users`,
    ),
  );
});

it("a tally is for its owner's eyes, whatever was there before", async () => {
  const modeOf = async (name: string): Promise<number> =>
    (await stat(join(cwd, name))).mode & 0o777;
  await run("evaluate", "s.yaml", "--save-tally", "new.parquet");
  expect(await modeOf("new.parquet")).toBe(0o600);
  for (const [before, after] of [
    [0o644, 0o600],
    [0o400, 0o400],
  ] as const) {
    await chmod(join(cwd, "new.parquet"), before);
    await run("tally", "add", "new.parquet", "-o", "new.parquet");
    expect(await modeOf("new.parquet")).toBe(after);
  }
});
