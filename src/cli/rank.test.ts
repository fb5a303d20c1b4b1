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
    "ids.jsonl": [
      '{"user":9007199254740993,"item":1,"grade":1}',
      '{"user":9007199254740992,"item":4,"grade":1}',
      '{"user":5,"item":4,"grade":1}',
    ].join("\n"),
    "ids-run.jsonl": [
      '{"user":9007199254740993,"item":1,"score":0.9}',
      '{"user":9007199254740993,"item":2,"score":0.8}',
      '{"user":9007199254740992,"item":3,"score":0.95}',
      '{"user":9007199254740992,"item":4,"score":0.7}',
      '{"user":5,"item":4,"score":0.7}',
    ].join("\n"),
    "order.txt": "u1 0 a 1\nu2 0 b 1\nu3 0 a 1\nu3 0 c 1\n",
    "positions.csv":
      "user,item,pos\nu1,a,1\nu1,b,2\nu1,c,3\nu2,b,1\nu2,c,2\nu2,a,3\nu3,c,1\nu3,b,2\nu3,a,3\n",
    "distances.csv":
      "user,item,rank,score\nu1,a,1,0.11\nu1,b,2,0.25\nu1,c,3,0.60\nu2,b,1,0.20\nu2,c,2,0.31\nu2,a,3,0.94\nu3,c,1,0.05\nu3,b,2,0.40\nu3,a,3,0.41\n",
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
    [["ids-run.jsonl", "--labels", "ids.jsonl"], 0.8769765845, [1, 0.6309297536, 1], []],
    [["positions.csv", "--labels", "order.txt"], 0.97324, [1, 1, 0.9197207891], []],
    [
      ["positions.csv", "--labels", "order.txt", "--score", "pos"],
      0.97324,
      [1, 1, 0.9197207891],
      [],
    ],
    [
      ["positions.csv", "--labels", "order.txt", "--rank", "pos"],
      0.97324,
      [1, 1, 0.9197207891],
      [],
    ],
    [
      ["distances.csv", "--labels", "order.txt"],
      0.97324,
      [1, 1, 0.9197207891],
      ["ranksContradict"],
    ],
    [
      ["distances.csv", "--labels", "order.txt", "--score", "rank"],
      0.97324,
      [1, 1, 0.9197207891],
      [],
    ],
    [
      ["distances.csv", "--labels", "order.txt", "--score", "score"],
      0.63991,
      [0.5, 0.5, 0.9197207891],
      [],
    ],
  ])("reads ids and orders of %j", async (argv, mean, users, codes) => {
    const asked = ["--measures", "nDCG@10", "--per-user", "--format", "json"];
    const { estimates, perUser, warnings } = JSON.parse((await rank(...argv, ...asked)).stdout);
    expect(estimates[0].value).toBeCloseTo(mean, 5);
    expect(perUser.map(({ value }: { value: number }) => value)).toEqual(
      users.map((value) => expect.closeTo(value, 9)),
    );
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  it.each([
    [
      ["distances.csv", "--labels", "order.txt", "--score", "score", "--rank", "rank"],
      1,
      "by --score or by --rank, not by both",
    ],
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
