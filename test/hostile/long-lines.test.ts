import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-lines-"));
});
afterAll(() => rm(cwd, { recursive: true }));

const object = (session: string): string =>
  JSON.stringify({ session, place: 1, other: 1, liked: 0 });

it.each([
  [
    "log.csv.gz",
    `session,place,other,liked\ns1,1,1,0\n${"x".repeat(5e6)}`,
    /^error: A line of "[^"]*log\.csv\.gz" has 50\d{5} bytes, and a line may have at most 2000000\. /,
  ],
  [
    "log.jsonl.gz",
    `${object("s1")}\n${object("x".repeat(40e6))}\n`,
    /^error: A line of "[^"]*log\.jsonl\.gz" has \d+ bytes or more, and an object may have at most 16777216\. /,
  ],
  [
    "log.csv",
    `session,place,other,liked\ns1,1,1,0\n${"y".repeat(50_000)},"\n`,
    /^error: .{1,1500}$/m,
  ],
])(
  "a line of %s that is too long is named with the limit, and not printed",
  async (name, text, words) => {
    await writeFile(join(cwd, name), name.endsWith(".gz") ? gzipSync(text) : text);
    const log = {
      ...{ source: name, trajectory: "session", rank: "place", rewards: ["liked"] },
      exposure: { curve: { model: "log2" } },
    };
    const study = { log, policies: { new: { rank: "other" } } };
    await writeFile(join(cwd, "study.json"), JSON.stringify(study));
    const { code, stderr } = await runCommand(["evaluate", "study.json"], { cwd, modules });
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
  },
);
