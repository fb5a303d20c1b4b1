import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { takeTally } from "../../src/evaluate/take-tally.js";
import { holdsSalt, saltText, withoutSecrets } from "../../src/secrets.js";
import { dialects } from "../../src/sql/dialects/index.js";
import { readStudyFile } from "../../src/study/read-study-file.js";
import { bucketOfText } from "../../src/tally/bucket.js";
import { foldTally } from "../../src/tally/fold.js";
import { inTurn } from "../fixture/property.js";
import { type CommandResult, fakeModules, runCommand } from "../fixture/run-command.js";

/** Users that an attacker knows, none with as many sessions as another. */
const users = Array.from({ length: 80 }, (_, i) => ({
  key: `user-${i}@example.org`,
  sessions: 1 + i,
}));
const salts = { "salt.txt": "0123456789abcdef0123456789abcdef\n", "other.txt": "f".repeat(40) };

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-salt-"));
  await mkdir(join(cwd, "keys"));
  for (const [name, salt] of Object.entries(salts)) await writeFile(join(cwd, "keys", name), salt);
  await writeFile(join(cwd, "keys", "short.txt"), "0123456789\n\n\n\n\n\n\n\n");
  const header = "session,user,id,rank,item,click\n";
  const rowsOf = (isPart: (session: number) => boolean): readonly string[] =>
    users.flatMap(({ key, sessions }, id) =>
      Array.from({ length: sessions }, (_, s) => s)
        .filter(isPart)
        .flatMap((s) =>
          Array.from({ length: 1 + ((s + id) % 3) }, (_, i) => {
            return `${id}/${s},${key},${id},${1 + i},i${(s + i) % 7},${(s + i) % 3 ? 0 : 1}`;
          }),
        ),
    );
  const parts = {
    whole: rowsOf(() => true),
    first: rowsOf((s) => s % 2 === 0),
    last: rowsOf((s) => s % 2 === 1),
  };
  for (const [name, part] of Object.entries(parts)) {
    await writeFile(join(cwd, `${name}.csv`), `${header}${part.join("\n")}\n`);
  }
});
afterAll(() => rm(cwd, { recursive: true }));

interface Asked {
  readonly log?: string;
  readonly user?: string;
  readonly salt?: string | undefined;
  readonly curve?: string;
}

async function study({ log = "whole", user = "user", salt, curve }: Asked): Promise<string> {
  const privacy = salt === undefined ? "" : `privacy: { saltFile: keys/${salt} }\n`;
  const exposure = curve === undefined ? "" : `, exposure: { curve: ${curve} }`;
  const roles = `trajectory: session, user: ${user}, rank: rank, item: item, rewards: [click]`;
  const name = `${log}-${user}-${salt?.replace(".txt", "") ?? "plain"}-${curve?.length ?? 0}.yaml`;
  await writeFile(
    join(cwd, name),
    `log: { source: ${log}.csv, ${roles}${exposure} }\npolicies: { same: { rank: rank } }\nestimators: [mean]\n${privacy}`,
  );
  return name;
}

const run = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { cwd, modules });

const tallyOf = async (asked: Asked) =>
  takeTally(await readStudyFile(join(cwd, await study(asked))));

/** For how many of the known users the group that the public hash gives holds their sessions and no others. */
async function found(salt?: string): Promise<number> {
  const { tables } = foldTally(await tallyOf({ salt }), 1024);
  const { cells } = tables;
  const rows = new Map<number, number>();
  cells?.bucket.forEach((bucket, row) => {
    rows.set(bucket, cells.columns.trajectories?.hi[row] ?? 0);
  });
  return users.filter(({ key, sessions }) => rows.get(bucketOfText(key)) === sessions).length;
}

it("without a salt the group of a known user is computed from the key, with one it is not", async () => {
  expect(await found()).toBeGreaterThan(60);
  for (const salt of Object.keys(salts)) expect(await found(salt)).toBeLessThan(3);
});

it.each(inTurn(["user", "id"], 2))(
  "groups by %s are the same whether the engine hashes or the run does",
  async (user) => {
    const exact = await tallyOf({ salt: "salt.txt", user });
    expect(exact.buckets.kind).toBe("exact");
    await writeFile(
      join(cwd, "fit.yaml"),
      await readFile(join(cwd, await study({ user, salt: "salt.txt" })), "utf8"),
    );
    expect(await run("fit", "fit.yaml", "--output", "fit.json")).toMatchObject({ code: 0 });
    const hashed = await tallyOf({ salt: "salt.txt", user, curve: "{ file: fit.json }" });
    expect(hashed.buckets).toEqual({ kind: "hashed", count: 1024 });
    const cellsOf = ({ tables: { cells } }: typeof exact): unknown => [
      cells?.bucket,
      cells?.columns.trajectories?.hi,
    ];
    expect(cellsOf(hashed)).toEqual(cellsOf(foldTally(exact, 1024)));
    const other = study({ salt: "other.txt", user, curve: "{ file: fit.json }" });
    const refused = await run("evaluate", await other);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("privacy.saltFile") });
  },
);

it("tallies of one salt add to the whole; those of two are refused", async () => {
  for (const [log, salt] of [
    ...["whole", "first", "last"].map((each) => [each, "salt.txt"] as const),
    ["last", "other.txt"] as const,
    ["last", undefined] as const,
  ]) {
    const words = ["evaluate", await study({ log, salt }), "--save-tally"];
    expect((await run(...words, `${log}-${salt ?? "plain"}.parquet`)).code).toBe(0);
  }
  const valuesOf = ({ stdout }: CommandResult): unknown =>
    JSON.parse(stdout).estimates.map(({ value, se }: { value: number; se: number }) => [value, se]);
  const both = await run(
    "evaluate",
    "first-salt.txt.parquet",
    "last-salt.txt.parquet",
    "--format",
    "json",
  );
  const whole = await run("evaluate", "whole-salt.txt.parquet", "--format", "json");
  expect(valuesOf(both)).toEqual(valuesOf(whole));
  for (const other of ["other.txt", "plain"]) {
    const refused = await run("evaluate", "first-salt.txt.parquet", `last-${other}.parquet`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("with the same file as privacy.saltFile, or both without one");
  }
});

it("neither the salt nor where it lies is kept", async () => {
  const words = ["evaluate", await study({ salt: "salt.txt" }), "-o", "r.json", "--html", "r.html"];
  expect((await run(...words, "--save-tally", "t.parquet")).code).toBe(0);
  for (const file of ["r.json", "r.html", "t.parquet"]) {
    const text = await readFile(join(cwd, file), "latin1");
    for (const secret of ["0123456789abcdef", "salt.txt", "secret="])
      expect(text).not.toContain(secret);
  }
});

it("a statement with a salt is not printed, and no message holds the salt", async () => {
  const secret = "a1".repeat(16);
  for (const dialect of dialects) {
    const literal = dialect.text(saltText(secret));
    expect([dialect.name, holdsSalt(literal)]).toEqual([dialect.name, true]);
    expect(withoutSecrets(`SELECT MD5(${literal} || user)`)).not.toContain(secret);
  }
  const printed = {
    marker: "hindcast_0",
    purpose: "sums",
    gives: "rows",
    sql: `SELECT '${saltText(secret)}'`,
  };
  const none = { create: [], drop: [] };
  const plain = { ...printed, sql: "SELECT 1" };
  for (const [statements, held, what] of [
    [[printed], none, "sums"],
    [[plain], { ...none, create: [`CREATE TABLE a AS ${printed.sql}`] }, "tables of rows"],
  ] as const) {
    const answer = { dialect: "duckdb", session: [], statements, held, unasked: [] };
    const evaluate = {
      askNames: ["evaluate"],
      dialectNames: ["duckdb"],
      printStatements: async () => answer,
    };
    const modules = fakeModules({ evaluate });
    const words = ["sql", "s.yaml", "--dialect", "duckdb"];
    const { code, stdout, stderr } = await runCommand(words, { modules });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`privacy.saltFile: the statement "${what}" holds the salt`);
  }
});

it("a salt that is missing, short or outside of the sandbox is refused in words", async () => {
  for (const [salt, why] of [
    ["gone.txt", "there is no such file"],
    ["short.txt", "expected a secret of 16 bytes or more"],
  ] as const) {
    const { code, stderr } = await run("evaluate", await study({ salt }));
    expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(stderr).toContain("openssl rand -hex 32");
  }
  const name = await study({ salt: "salt.txt" });
  const { code, stderr } = await run("evaluate", name, "--sandbox", join(cwd, "nowhere"));
  expect([code, stderr]).toEqual([1, expect.stringContaining("in no folder of engine.sandbox")]);
});
