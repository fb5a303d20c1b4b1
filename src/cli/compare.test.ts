import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fixtureAgreement, fixtureTrackRecord } from "../../test/fixture/fixture-agreement.js";
import { fixtureResult } from "../../test/fixture/fixture-result.js";
import { type CommandResult, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import { reason, StudyError } from "../errors.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-compare-"));
  await writeFile(join(cwd, "study.yaml"), "");
});
afterAll(() => rm(cwd, { recursive: true }));

const compare = (
  argv: readonly string[],
  compareOnline = async () => fixtureAgreement(),
): Promise<CommandResult> =>
  runCommand(["compare", ...argv], { cwd, modules: fakeModules({ agreement: { compareOnline } }) });

it("prints tables, and everything as JSON", async () => {
  const { code, stdout } = await compare(["study.yaml"]);
  expect([code, stdout.includes("Over policies")]).toEqual([0, true]);
  expect(stdout).toContain("Four days say little.");
  const json = JSON.parse((await compare(["study.yaml", "--format", "json"])).stdout);
  expect(json).toEqual(JSON.parse(JSON.stringify(fixtureAgreement())));
});

it("ends with the sentence of a mistake", async () => {
  const { code, stderr } = await compare(["study.yaml"], async () => {
    throw new StudyError(reason("onlineDay", "The log has no such day."));
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("The log has no such day.")]);
  expect((await compare(["study.yaml", "--confidence", "2"])).stderr).toContain("--confidence");
});

it("makes a track record of a folder of results", async () => {
  const record = fixtureTrackRecord();
  const folder = join(cwd, "past");
  await mkdir(folder);
  const withOnlineTable = async <T>(named: T): Promise<T> => named;
  const modules = fakeModules({ agreement: { trackRecord: () => record, withOnlineTable } });
  const empty = await runCommand(["compare", "past"], { cwd, modules });
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining("holds no result")]);
  await writeFile(join(folder, "october.json"), JSON.stringify(fixtureResult()));
  const { code, stdout } = await runCommand(["compare", "past"], { cwd, modules });
  expect([code, stdout]).toEqual([0, expect.stringContaining("got 1 right and 1 wrong")]);
  const refused = await runCommand(["compare", "past", "--baseline", "a"], { cwd, modules });
  expect(refused.stderr).toContain("--baseline say how to read a study");
});
