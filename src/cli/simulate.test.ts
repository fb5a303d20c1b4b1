import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isInTurn, repetitions } from "../../test/fixture/property.js";
import { runCommand } from "../../test/fixture/run-command.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-simulate-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const run = (words: string): ReturnType<typeof runCommand> =>
  runCommand(words.split(" "), { cwd, modules });

/** A quick run tries one of two worlds. */
const shares = repetitions(2, 1);

it.runIf(isInTurn(0, shares))(
  "a preset becomes a folder that evaluate reads, with estimates next to the truth",
  async () => {
    const ended = await run(
      `simulate --preset feed --trajectories ${repetitions(400, 1000)} --seed 3 --output world`,
    );
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^candidate +like +1 +0\.\d+$/m);
    expect(ended.stderr).toMatch(/simulated [\d,]+ impressions in 1?,?\d+ trajectories into world/);
    expect((await readdir(join(cwd, "world"))).sort()).toEqual([
      "impressions.parquet",
      "online.parquet",
      "study.yaml",
      "truth.json",
    ]);
    const evaluated = await run("evaluate world/study.yaml --format json");
    expect(evaluated.code).toBe(0);
    const { truth, estimates } = JSON.parse(evaluated.stdout);
    const { value } = truth.find(
      (row: Record<string, unknown>) =>
        row.policy === "candidate" && row.feed === "2" && row.reward === "opens",
    );
    const { interval } = estimates.find(
      (row: Record<string, unknown>) =>
        row.policy === "candidate" &&
        row.feed === "2" &&
        row.reward === "opens" &&
        row.estimator === "dcg" &&
        row.day === null,
    );
    expect(value).toBeGreaterThan(interval[0]);
    expect(value).toBeLessThan(interval[1]);
  },
  60_000,
);

it.runIf(isInTurn(1, shares))(
  "candidates are written with predictions, and the study's doubly robust estimates read them",
  async () => {
    await run(
      `simulate --preset feed --users ${repetitions(120, 300)} --candidates --output world`,
    );
    const path = join(cwd, "world/study.yaml");
    const study = parse(await readFile(path, "utf8"));
    await writeFile(path, JSON.stringify({ ...study, estimators: ["mean", "dcg", "dm", "dr"] }));
    const { code, stdout, stderr } = await run("evaluate world/study.yaml --format json");
    expect(code, stderr).toBe(0);
    const { estimates } = JSON.parse(stdout);
    const answers = estimates.filter(
      (row: Record<string, unknown>) => row.estimator === "dr" && row.policy === "candidate",
    );
    expect(answers.length).toBeGreaterThan(0);
    for (const row of answers) expect(row.none).toBeUndefined();
  },
  60_000,
);

describe("refuses with a sentence, and leaves nothing", () => {
  it.each([
    ["--preset fed --output w", /no world "fed"; there is feed, demo\. Did you mean "feed"/],
    ["--preset feed --dial trust --output w", /--dial must be name=number.*"trust"/],
    ["--preset feed --dial trustInRank=2 --output w", /trustInRank must be a number in \[0, 1\]/],
    ["--preset feed --users 3 --trajectories 9 --output w", /give one/],
    ["--preset feed --users 0 --output w", /--users must be a whole number of at least 1/],
    ["--preset feed --users 9 --study s.yaml --output w", /find the study in the folder/],
    ["--dial carryOver=1 --output log.parquet", /give --preset feed too/],
    ["--preset feed --users 9 --dial misloggedExposure=1 --output w", /give exposures: true/],
    ["--preset feed --users 9 --output taken/w", /Cannot make the folder.*Choose one/],
  ])("%s", async (words, fault) => {
    await writeFile(join(cwd, "taken"), "");
    const ended = await run(`simulate ${words}`);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(fault);
    expect(await readdir(cwd)).toEqual(["taken"]);
  });

  it("where a study is there already, which may have been edited", async () => {
    await mkdir(join(cwd, "w"));
    await writeFile(join(cwd, "w/study.yaml"), "mine");
    const ended = await run("simulate --preset feed --users 9 --output w");
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/study\.yaml exists, and is kept with its log/);
    expect(await readdir(join(cwd, "w"))).toEqual(["study.yaml"]);
  });

  it("where a folder stands in the way of a file", async () => {
    await mkdir(join(cwd, "w/study.yaml"), { recursive: true });
    const ended = await run("simulate --preset feed --users 9 --output w");
    expect(ended.code).not.toBe(0);
    expect(await readdir(join(cwd, "w"))).toEqual(["study.yaml"]);
  });
});

describe("the truth of a study", () => {
  it.each([
    ["no such file", null, /there is no such file/],
    ["another file", "[]", /not a file of known answers/],
    ["not JSON", "truth", /not a file of known answers/],
  ])("is refused: %s", async (_, text, fault) => {
    await writeFile(join(cwd, "l.csv"), "session,place,like\n1,1,1\n");
    const log = "{ source: l.csv, trajectory: session, rank: place, rewards: [like] }";
    await writeFile(join(cwd, "s.yaml"), `log: ${log}\ntruth: t.json\nestimators: [mean]\n`);
    if (text !== null) await writeFile(join(cwd, "t.json"), text);
    const ended = await run("evaluate s.yaml");
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(fault);
    expect(ended.stderr).toContain("Leave the key out");
  });
});
