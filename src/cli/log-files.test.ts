import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { EngineError, reason } from "../errors.js";
import { exitCodeOf } from "./exit-codes.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-files-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const study = (source: string): string => `log:
  source: ${JSON.stringify(source)}
  trajectory: session
  rank: position
  rewards: { click: clicked }
  exposure: { curve: { table: [1, 0.5] } }
policies: { new: { rank: new_rank } }
`;

const header = "session,position,new_rank,clicked\n";
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at},1,1,0\n`).join("");
const line = '{"session":1,"position":1,"new_rank":1,"clicked":0}\n';

it.each([
  ["a missing file", "none.parquet", null],
  ["a pattern without files", "none-*.csv", null],
  ["a Parquet file that was cut off", "log.parquet", "PAR1 and then nothing"],
  ["an empty file", "log.csv", ""],
  ["CSV lines of other lengths", "log.csv", `${header}${rows(3000)}1,2,3,4,5,6\n`],
  ["CSV with a text below 30,000 rows of numbers", "log.csv", `${header}${rows(30_000)}1,x,1,0\n`],
  ["bytes that are not a text", "log.csv", Buffer.from([0xff, 0xfe, 0, 1, 0x61, 0xff, 10])],
  ["JSON lines that end in the middle", "log.jsonl", `${line}{"session":`],
  ["a file that is not compressed", "log.csv.gz", `${header}${rows(9)}`],
])("ends with 2 on %s", async (_what, name, content) => {
  if (content !== null) await writeFile(join(cwd, name), content);
  await writeFile(join(cwd, "s.yaml"), study(name));
  for (const command of ["evaluate", "check"]) {
    const ended = await runCommand([command, "s.yaml"], { cwd, modules });
    expect([ended.code, ended.stderr + ended.stdout]).toEqual([2, expect.stringMatching(/\w/)]);
  }
});

it("names the line of the study whose column holds a text among numbers", async () => {
  await writeFile(join(cwd, "log.csv"), `${header}${rows(3)}1,x,1,0\n`);
  await writeFile(join(cwd, "s.yaml"), study("log.csv"));
  const { code, stderr } = await runCommand(["check", "s.yaml"], { cwd, modules });
  expect([code, stderr]).toEqual([2, expect.stringContaining("s.yaml:4: log.rank")]);
});

it("keeps 4 for what the engine itself could not do", () => {
  const failed = new EngineError("resource", reason("outOfMemory", "Out of memory."));
  expect(exitCodeOf(failed)).toBe(4);
  const denied = new EngineError("auth", reason("accessDenied", "No right."));
  expect(exitCodeOf(denied)).toBe(4);
});
