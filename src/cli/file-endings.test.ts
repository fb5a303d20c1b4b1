import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../../test/fixture/run-command.js";
import { commands } from "./commands/index.js";
import { modules } from "./modules.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-endings-"));
  const rows = Array.from({ length: 60 }, (_, i) => `${1 + (i % 2)},${2 - (i % 2)},${i % 3}`);
  await writeFile(join(cwd, "log.csv"), `pos,other,click\n${rows.join("\n")}\n`);
  const log = { source: "log.csv", rank: "pos", rewards: ["click"] };
  await writeFile(
    join(cwd, "study.json"),
    JSON.stringify({ log, policies: { new: { rank: "other" } } }),
  );
  await writeFile(join(cwd, "run.txt"), "q1 Q0 a 1 2 x\n");
  await writeFile(join(cwd, "qrels.txt"), "q1 0 a 1\n");
  expect(await hindcast("evaluate study.json -o result.json")).toMatchObject({ code: 0 });
});
afterAll(() => rm(cwd, { recursive: true }));

const hindcast = (words: string): Promise<CommandResult> =>
  runCommand(words.split(" "), { modules, cwd });

const answering = [
  "evaluate study.json",
  "report result.json",
  "check study.json",
  "plan study.json",
  "compare study.json",
  "rank run.txt --labels qrels.txt",
];

describe.each(answering)("%s", (command) => {
  it.each(["out.parquet", "out.xlsx", "out.pdf", "out.report"])(
    "-o %s is refused",
    async (file) => {
      const { code, stderr } = await hindcast(`${command} -o ${file}`);
      expect(code).toBe(1);
      expect(stderr).toContain(
        `--output must end in what is written (.txt, .json, .csv, .md, .html); it is "${file}".`,
      );
      expect((await readdir(cwd)).filter((name) => name.startsWith("out"))).toEqual([]);
    },
  );

  it("--format does not make a file what its name does not say", async () => {
    const { stderr } = await hindcast(`${command} -o out.parquet --format json`);
    expect(stderr).toContain(
      'it is "out.parquet". Spreadsheets and data frames read .csv; evaluate and report write .parquet of one --table.',
    );
    const other = await hindcast(`${command} -o out.html --format json`);
    expect(other.stderr).toContain('"out.html" is html by its name, and --format says json');
    expect((await hindcast(`${command} --html out.parquet`)).stderr).toContain(
      '--html must end in what is written (.html); it is "out.parquet"',
    );
  });
});

it("an ending is the format, and names that say nothing take --format", async () => {
  for (const [file, begin] of [
    ["a.json", "{"],
    ["a.csv", "reward,"],
    ["a.md", "#"],
    ["a.html", "<!doctype html>"],
    ["a.tmp --format json", "{"],
    ["a.txt --format json", "{"],
    ["a.md --format summary", "### "],
  ] as const) {
    expect(await hindcast(`evaluate study.json -o ${file}`)).toMatchObject({ code: 0 });
    const text = await readFile(join(cwd, file.split(" ")[0] ?? ""), "utf8");
    expect(text.toLowerCase().slice(0, 400)).toContain(begin);
  }
});

it("--table writes one kind of row, by the ending of its file, and Parquet only so", async () => {
  expect((await hindcast("evaluate study.json --table verdicts")).stdout).toMatch(/^policy,base/);
  for (const [file, begin] of [
    ["rows.parquet", "PAR1"],
    ["rows.csv", "policy,reward,"],
    ["rows.json", "[\n"],
    ["rows.md", "| policy |"],
  ] as const) {
    const ended = await hindcast(`report result.json --table estimates -o ${file}`);
    expect(ended).toMatchObject({ code: 0 });
    expect((await readFile(join(cwd, file), "latin1")).slice(0, begin.length)).toBe(begin);
  }
  const refused = [
    ["report result.json --table rows", "--table must be one of verdicts, estimates, diff"],
    ["report result.json result.json --table verdicts", "--table is of a single result"],
    ["report . --index --table verdicts", "--table is of a single result"],
    ["report result.json --table verdicts -o a.parquet --format json", "by its name"],
    ["report result.json --table verdicts --format parquet", "--format must be one of"],
  ] as const;
  for (const [words, message] of refused) {
    const { code, stderr } = await hindcast(words);
    expect(code, words).toBe(1);
    expect(stderr).toContain(message);
  }
});

it("a summary links the page, where --link does not say where that is", async () => {
  const linked = async (words: string): Promise<string | undefined> =>
    (await hindcast(`${words} --format summary`)).stdout.trimEnd().split("\n").at(-1);
  expect(await linked("evaluate study.json --html page.html")).toBe("[The page](page.html)");
  const link = "--html page.html --link https://ci.example/runs/1";
  expect(await linked(`report result.json ${link}`)).toBe("[The page](https://ci.example/runs/1)");
  expect(await linked("check study.json")).not.toContain("The page");
  const { code, stderr } = await hindcast("report result.json --link javascript:alert(1)");
  expect(code).toBe(1);
  expect(stderr).toContain("--link must be an address (https://…) or a path");
});

describe("flags that make sense for several commands are on all of them", async () => {
  const declared = await Promise.all(
    commands.map(async ({ name, load }) => {
      const command = (await load()).declare(new Command(name));
      return { name, flags: command.options.map(({ long }) => long ?? "") };
    }),
  );
  const having = (flag: string) => declared.filter(({ flags }) => flags.includes(flag));

  it.each(having("--format").filter(({ name }) => name !== "tally"))(
    "$name shows its answer in every way",
    ({ name, flags }) => {
      const ofDocuments = ["--format", "--output", "--html", "--open"];
      expect(flags).toEqual(expect.arrayContaining(ofDocuments));
      if (name !== "fit") expect(flags).toContain("--verbose");
    },
  );

  it.each(having("--engine"))("$name takes what an engine takes", ({ flags }) => {
    const ofEngines = ["--threads", "--memory-limit", "--temp-directory", "--sandbox", "--results"];
    expect(flags).toEqual(expect.arrayContaining([...ofEngines, "--structure"]));
  });

  it.each(commands.map(({ name }) => [name]))("%s is silent with --quiet", async (name) => {
    expect((await hindcast(`${name} --help`)).stdout).toContain("--quiet");
  });
});

it("--quiet leaves the answer on stdout alone", async () => {
  for (const command of [
    "check study.json",
    "compare .",
    "fit log.csv --trajectory click --rank pos",
  ]) {
    const { stderr } = await hindcast(`${command} --quiet`);
    expect(stderr.split("\n").filter((line) => line !== "" && !line.startsWith("error"))).toEqual(
      [],
    );
  }
});
