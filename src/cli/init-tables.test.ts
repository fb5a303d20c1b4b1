import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { readStudyFile } from "../study/read-study-file.js";
import type { Study } from "../study/study.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-init-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Forty lists of six candidates, viewed down to depths that differ, with a click on every third row. */
const lists = Array.from({ length: 40 }, (_, list) => ({ list, depth: 1 + (list % 5) }));
const viewed = lists.flatMap(({ list, depth }) =>
  Array.from({ length: depth }, (_, i) => ({
    list: `s${list}`,
    user: `u${list % 9}`,
    rank: i + 1,
    item: (list * 5 + i) % 50,
    isClicked: (list + i) % 3 === 0,
  })),
);
const candidates = lists.flatMap(({ list }) =>
  Array.from({ length: 6 }, (_, i) => ({
    list: `s${list}`,
    item: (list * 5 + i) % 50,
    score: ((list * 7 + i * 5) % 11) / 10,
    rank: (i + list) % 6,
  })),
);

const csv = (name: string, header: string, rows: readonly (readonly unknown[])[]) =>
  writeFile(join(cwd, name), [header, ...rows.map((row) => row.join(","))].join("\n"));

const writeLog = (header = "session,user,rank,item,clicked") =>
  csv(
    "log.csv",
    header,
    viewed.map(({ list, user, rank, item, isClicked }) => [
      list,
      user,
      rank,
      item,
      isClicked ? 1 : 0,
    ]),
  );

/** The study that init writes of files, without anything left to do. */
async function studyOf(...files: readonly string[]): Promise<{ study: Study; said: string }> {
  const ended = await runCommand(["init", ...files], { cwd, modules });
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("to do") });
  return { study: await readStudyFile(join(cwd, "study.yaml")), said: ended.stderr };
}

/** Whether check finds the study's log usable, with a curve that is not fitted first. */
async function isUsable(): Promise<boolean> {
  const text = await readFile(join(cwd, "study.yaml"), "utf8");
  const given = text.replace("{ fit: auto }", "{ model: geometric, gamma: 0.7 }");
  await writeFile(join(cwd, "study.yaml"), given);
  const { code, stdout } = await runCommand(["check", "study.yaml"], { cwd, modules });
  return code === 0 && !stdout.includes("clicks only");
}

it("adds 1 to ranks of candidates that count from 0", async () => {
  await writeLog();
  const rows = candidates.map(({ list, item, rank }) => [list, item, rank]);
  await csv("ranks.csv", "session,item,new_rank", rows);
  const { study, said } = await studyOf("log.csv", "ranks.csv");
  expect(said).toContain("the study adds 1 to new_rank");
  expect(study.policies).toMatchObject({ new: { rank: "new_rank" } });
  expect(await isUsable()).toBe(true);
});

it.each([
  { name: "a number for each clicked row", header: "session,item,clicked", again: 0 },
  { name: "no number, and a click twice", header: "session,item,at", again: 1 },
])("joins rewards of a table of their own: $name", async ({ header, again }) => {
  await csv(
    "log.csv",
    "session,user,rank,item",
    viewed.map(({ list, user, rank, item }) => [list, user, rank, item]),
  );
  await csv("scores.csv", "session,item,new_score", [
    ...candidates.map(({ list, item, score }) => [list, item, score]),
  ]);
  const clicks = viewed
    .filter(({ isClicked }) => isClicked)
    .map(({ list, item }) => [list, item, again === 0 ? 1 : "noon"]);
  await csv("clicks.csv", header, [...clicks, ...clicks.slice(0, again)]);
  const { study, said } = await studyOf("log.csv", "scores.csv", "clicks.csv");
  expect(said).toContain("clicks.csv holds rewards");
  expect(Object.keys(study.policies)).toEqual(["new"]);
  expect(Object.values(study.log.rewards)).toMatchObject([{ missing: 0 }]);
  const text = await readFile(join(cwd, "study.yaml"), "utf8");
  const short = text.replace(/policies:[\s\S]*/, "policies: {}\nestimators: [mean]\n");
  await writeFile(join(cwd, "short.yaml"), short.replace(/ {2}exposure:\n.*\n/, ""));
  const { stdout } = await runCommand(["evaluate", "short.yaml", "--format", "json"], {
    cwd,
    modules,
  });
  const { estimates } = JSON.parse(stdout);
  const logged = estimates.find((each: { estimator: string }) => each.estimator === "mean");
  expect(logged.value).toBeCloseTo(clicks.length / lists.length, 12);
});

it("counts an empty reward as 0 where every other one is 1", async () => {
  const rows = viewed.map(({ list, user, rank, item, isClicked }) =>
    JSON.stringify({ session: list, user, rank, item, liked: isClicked ? true : null }),
  );
  await writeFile(join(cwd, "log.jsonl"), rows.join("\n"));
  await csv("scores.csv", "session,item,score", [
    ...candidates.map(({ list, item, score }) => [list, item, score]),
  ]);
  const { study, said } = await studyOf("log.jsonl", "scores.csv");
  expect(await isUsable()).toBe(true);
  expect(said).toContain("an empty liked is taken as 0");
  expect(study.log.rewards).toMatchObject({ liked: { missing: 0 } });
});

it("finds the item by the values that the table of scores has, and says that a key is missing", async () => {
  await writeLog("sid,memberHash,rank,pid,add_to_cart");
  const rows = candidates.map(({ list, item, score }) => [list, item, score]);
  await csv("scores.csv", "session,product,ranker", rows);
  const { study } = await studyOf("log.csv", "scores.csv");
  expect(study.log).toMatchObject({ trajectory: "sid", user: "memberHash", item: "pid" });
  expect(study.log.rewards).toMatchObject({ add_to_cart: {} });
  await csv("other.csv", "session,product,ranker", [["nobody", -1, 0.5]]);
  const other = await runCommand(["init", "log.csv", "other.csv", "-o", "o.yaml"], {
    cwd,
    modules,
  });
  expect(other.stderr).toContain("to do: Name log.item (the column with the item)");
  await csv("log.csv", "user,rank,item,clicked", [["u", 1, 2, 1]]);
  await csv("scores.csv", "user,item,score", [["u", 2, 0.5]]);
  const none = await runCommand(["init", "log.csv", "scores.csv", "-o", "n.yaml"], {
    cwd,
    modules,
  });
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("--trajectory") });
});

it("says that scores in the log are of its rows alone", async () => {
  await csv("log.csv", "session,rank,item,clicked,new_score", [["s", 1, 2, 1, 0.5]]);
  const { stderr } = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(stderr).toContain("new_score seems to hold scores, but of the log's rows alone");
});
