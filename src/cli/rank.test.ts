import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../../test/fixture/run-command.js";
import { modules } from "./modules.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-rank-"));
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "qrels.txt": "a 0 x 1\na 0 y 2\nb 0 x 1\n",
    "one.txt": "a Q0 x 1 2 s\na Q0 y 2 1 s\nb Q0 z 1 1 s\n",
    "two.txt.gz": gzipSync("a Q0 y 1 2 s\na Q0 x 2 1 s\nb Q0 x 1 1 s\n"),
    "three.csv": "user,item,score\na,y,1\n",
    "bad.txt": "a Q0 x 1 2 s\na Q0 y 2 NaN s\n",
    "empty.txt": "",
    "broken.txt.gz": "not packed",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

const rank = (...argv: readonly string[]): Promise<CommandResult> =>
  runCommand(["rank", ...argv], { cwd: folder, modules });

describe("hindcast rank", () => {
  it("lists runs best first, with their differences", async () => {
    const { code, stdout } = await rank(
      "one.txt",
      "two.txt.gz",
      "three.csv",
      "--labels",
      "qrels.txt",
    );
    expect(code).toBe(0);
    expect(stdout.indexOf("  two ")).toBeLessThan(stdout.indexOf("  one "));
    expect(stdout).toContain("Differences from one");
    expect(stdout).toContain("three leaves out 1 of 2 users");
  });

  it("gives no advice of studies where the disk is full", async () => {
    const { code, stderr } = await rank("one.txt", "--labels", "qrels.txt", "-o", "/dev/full");
    expect(code).toBe(4);
    expect(stderr).toMatch(/^error: \/dev\/full cannot be written: the disk is full\./);
    expect(stderr).not.toContain("--save-tally");
  });

  it("writes JSON, CSV, Markdown and the page", async () => {
    const asked = ["one.txt", "two.txt.gz", "--labels", "qrels.txt", "--measures", "nDCG@2"];
    const json = await rank(
      ...asked,
      "--format",
      "json",
      "--per-user",
      "--explain-against",
      "lenskit",
    );
    const result = JSON.parse(json.stdout);
    expect(result.runs.map(({ name }: { name: string }) => name)).toEqual(["two", "one"]);
    expect(result.perUser).toHaveLength(4);
    expect(result.explained.against).toBe("lenskit");
    const csv = await rank(...asked, "--output", "out.csv", "--html", "page.html");
    expect(csv.code).toBe(0);
    expect(await readFile(join(folder, "out.csv"), "utf8")).toContain("difference,two,one,nDCG@2,");
    expect(await readFile(join(folder, "page.html"), "utf8")).toContain("Runs against labels");
    expect((await rank(...asked, "--format", "markdown")).stdout).toContain("| run | nDCG@2 |");
  });

  it.each([
    [["one.txt"], 1, "--labels must name a file of grades"],
    [["one.txt", "--labels", "qrels.txt", "--measures", "nDGC@10"], 1, 'Did you mean "nDCG"?'],
    [
      ["one.txt", "--labels", "qrels.txt", "--conventions", "trec"],
      1,
      "there are paper, trec_eval",
    ],
    [["one.txt", "--labels", "qrels.txt", "--baseline", "on"], 1, "must be one of the runs one"],
    [["one.txt", "--labels", "none.txt"], 2, "There is no file"],
    [[".", "--labels", "qrels.txt"], 2, "it is a folder; name the files in it"],
    [["bad.txt", "--labels", "qrels.txt"], 2, "bad.txt, line 2: the score must be a finite number"],
    [["empty.txt", "--labels", "qrels.txt"], 2, "empty.txt lists no item"],
    [["one.txt", "--labels", "empty.txt"], 2, "empty.txt holds no label"],
    [["broken.txt.gz", "--labels", "qrels.txt"], 2, "is not packed with gzip"],
    [["-", "--labels", "-"], 1, 'Only one file can be "-"'],
  ])("refuses %j", async (argv, expected, message) => {
    const { code, stdout, stderr } = await rank(...argv);
    expect([code, stdout]).toEqual([expected, ""]);
    expect(stderr).toContain(message);
  });
});
