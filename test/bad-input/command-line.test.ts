import { describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";
import { goodRows, spoilt, useBench } from "./bad-log.js";

const bench = useBench();

const evaluate = async (study: string, command = "evaluate"): Promise<CommandResult> => {
  const path = await bench.text("study.yaml", study);
  return runCommand([command, path], { modules });
};

const yaml = (source: string, more = ""): string => `log:
  source: ${source}
  trajectory: session
  item: item
  rank: place
  user: visitor
  rewards: { like: liked }
  exposure: { curve: { model: log2 } }
policies:
  candidate: { rank: place2 }
${more}`;

function expectWords({ stdout, stderr }: CommandResult): void {
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^error: /);
  expect(stderr).not.toMatch(/\n {4}at |\.ts:\d|undefined|SELECT/);
}

describe("the command line", () => {
  it("answers a good log with 0", async () => {
    await bench.csv("good.csv", goodRows());
    const ended = await evaluate(yaml("good.csv"));
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("candidate");
  });

  it("ends with 1 where the study has three mistakes, each with its line", async () => {
    await bench.csv("good.csv", goodRows());
    const ended = await evaluate(
      yaml("good.csv", "baseline: candidat\nestimators: [dgc]\nconfidense: 0.9\n"),
    );
    expect(ended.code).toBe(1);
    expectWords(ended);
    expect(ended.stderr.match(/^error: .*study\.yaml:\d+: /gm)).toHaveLength(3);
    expect(ended.stderr).toContain('did you mean "dcg"?');
  });

  it("ends with 1 where a column does not exist, or there is no study", async () => {
    await bench.csv("good.csv", goodRows());
    const ended = await evaluate(yaml("good.csv").replace("rank: place\n", "rank: plcae\n"));
    expect(ended.code).toBe(1);
    expectWords(ended);
    expect(ended.stderr).toContain('did you mean "place"?');
    const none = await runCommand(["evaluate", bench.at("none.yaml")], { modules });
    expect(none.code).toBe(1);
    expectWords(none);
    expect(none.stderr).toContain("there is no such file");
  });

  it("ends with 2 where the log breaks a rule", async () => {
    await bench.csv("bad.csv", spoilt(4, { place: 0, liked: "nan" }));
    const ended = await evaluate(yaml("bad.csv"));
    expect(ended.code).toBe(2);
    expectWords(ended);
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(2);
    expect(ended.stderr).toContain('column "place" must hold a displayed rank');
    expect(ended.stderr).toContain('column "liked" must hold a finite reward');
  });

  it("ends with 2 where the log is empty", async () => {
    await bench.text("empty.csv", "");
    const ended = await evaluate(yaml("empty.csv"));
    expect(ended.code).toBe(2);
    expectWords(ended);
  });

  it("ends with 2 where the file is missing or cannot be read", async () => {
    const missing = await evaluate(yaml("none.parquet"));
    expect(missing.code).toBe(2);
    expectWords(missing);
    expect(missing.stderr).toContain(bench.at("none.parquet"));
    await bench.text("garbage.parquet", "no Parquet at all, whatever its name says");
    const unreadable = await evaluate(yaml("garbage.parquet"));
    expect(unreadable.code).toBe(2);
    expectWords(unreadable);
  });

  it("says what is wrong in check, too", async () => {
    await bench.csv("bad.csv", spoilt(4, { place: 1 }));
    const ended = await evaluate(yaml("bad.csv"), "check");
    expect(ended.code).toBe(2);
    expect(ended.stdout.replaceAll(/\s+/g, " ")).toContain("two items at one displayed rank");
  });
});
