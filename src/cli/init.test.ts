import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { readStudyFile } from "../study/index.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-init-"));
});
afterEach(() => rm(cwd, { recursive: true }));

it("writes a study that reads, says what it left out and what comes next, and overwrites nothing", async () => {
  const header = "session_id,user_id,position,item_id,clicked,rank_new,colour";
  await writeFile(join(cwd, "log.csv"), `${header}\n1,7,1,3,1,2,red\n1,7,2,4,0,1,blue\n`);
  const ended = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  expect(ended.stderr).toContain("not used: colour");
  expect(ended.stderr).toContain("Next: hindcast check study.yaml");
  const study = await readStudyFile(join(cwd, "study.yaml"));
  expect(study.log).toMatchObject({ trajectory: "session_id", rank: "position", user: "user_id" });
  expect(study.policies).toMatchObject({ new: { rank: "rank_new" } });
  const again = await runCommand(["init", "log.csv"], { cwd, modules });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("is kept") });
});

it("names in the file what it could not propose", async () => {
  await writeFile(join(cwd, "log.csv"), "k,position\n1,1\n1,2\n");
  const ended = await runCommand(["init", "log.csv", "-o", "s.yaml"], { cwd, modules });
  expect(ended.stderr).toContain("to be named in it: log.trajectory");
  const text = await readFile(join(cwd, "s.yaml"), "utf8");
  expect(text).toMatch(/# TO DO: Name log\.trajectory/);
  expect(text).toMatch(/# TO DO: Name at least one reward/);
});
