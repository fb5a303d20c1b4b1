import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { withoutComments } from "../../src/secrets.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-comments-"));
});
afterAll(() => rm(cwd, { recursive: true }));

it("a password in a comment of a query is in no result, page or tally", async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i >> 1},${1 + (i % 2)},${i % 3 ? 0 : 1}`);
  await writeFile(join(cwd, "log.csv"), `session,place,liked\n${rows.join("\n")}\n`);
  const sql = (file: string): string =>
    `-- password: hunter2\nselect * /* of hunter2 */ from '${file}' -- don't tell: hunter2`;
  const roles = { trajectory: "session", rank: "place", rewards: ["liked"] };
  const log = { source: { sql: sql("log.csv") }, ...roles };
  const online = { source: { sql: sql("log.csv") } };
  const policies = { same: { rank: "place", online } };
  await writeFile(join(cwd, "s.json"), JSON.stringify({ log, policies, estimators: ["mean"] }));
  const words = ["evaluate", "s.json", "-o", "r.json", "--html", "r.html", "--save-tally"];
  const { code, stderr } = await runCommand([...words, "t.parquet"], { cwd, modules });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("hunter2")]);
  for (const file of ["r.json", "r.html", "t.parquet"]) {
    expect(await readFile(join(cwd, file), "latin1"), file).not.toContain("hunter2");
  }
  const { study } = JSON.parse(await readFile(join(cwd, "r.json"), "utf8"));
  expect(study.log.source).toEqual({ sql: "select *  from 'log.csv'" });
});

it.each([
  ["select 1", "select 1"],
  ["select '-- kept' as \"/* kept */\" -- gone", "select '-- kept' as \"/* kept */\""],
  ["select a/**/b", "select a b"],
  ["select a - -b", "select a - -b"],
  ["select a # gone it's\nfrom t", "select a\nfrom t"],
  ["#! gone\nselect a", "select a"],
  ["select j #> '{a}' # 1", "select j #> '{a}' # 1"],
  ["select $$ -- kept $$ --", "select $$ -- kept $$"],
])("%j without comments", (sql, bare) => {
  expect(withoutComments(sql)).toBe(bare);
});
