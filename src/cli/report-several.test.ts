import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureInputs, inputOf } from "../../test/fixture/fixture-kept-results.js";
import { fakeModules, runCommand } from "../../test/fixture/run-command.js";
import { reason, StudyError } from "../errors.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-several-"));
  await mkdir(join(cwd, "results"));
  for (const { file, result } of fixtureInputs()) {
    await writeFile(join(cwd, "results", file), JSON.stringify(result));
  }
});
afterEach(() => rm(cwd, { recursive: true }));

const put = (name: string, text: string): Promise<void> => writeFile(join(cwd, name), text);
const index = (...more: readonly string[]) =>
  runCommand(["report", "results", "--index", ...more], { cwd });

describe("report --index", () => {
  it("writes one page of a folder, with links to the pages beside the results", async () => {
    await put("results/second.html", "<p>");
    const ended = await index("-o", "index.html");
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "wrote index.html\n" });
    const page = await readFile(join(cwd, "index.html"), "utf8");
    expect(page).toContain("<h1>2 results of 1 study</h1>");
    expect(page).toContain('<a href="results/second.html">second.json</a>');
    expect(page).not.toContain("first.html");
    expect(page).toContain('<svg role="img"');
    expect((await index()).stdout).toContain("<h1>2 results of 1 study</h1>");
  });

  it("leads from where the page is written, and does not read itself", async () => {
    await put("results/second.html", "<p>");
    await index("-o", "results/index.html");
    const page = await readFile(join(cwd, "results/index.html"), "utf8");
    expect(page).toContain('<a href="second.html">second.json</a>');
    await index("-o", "results/all.json");
    const ended = await index("-o", "results/all.json");
    expect(ended.code).toBe(0);
    const json = JSON.parse(await readFile(join(cwd, "results/all.json"), "utf8"));
    expect(json.unread).toEqual([]);
    expect(json.results.map(({ file }: { file: string }) => file)).toEqual([
      "first.json",
      "second.json",
    ]);
  });

  it("says how far it is", async () => {
    const told: unknown[] = [];
    await runCommand(["report", "results", "--index"], { cwd, onProgress: (at) => told.push(at) });
    const purpose = "reading of results";
    expect(told).toEqual([0, 0.5].map((fraction) => ({ purpose, fraction })));
  });

  it("names what it cannot read, with the reason", async () => {
    await put("results/package.json", "{}");
    await put("results/cut.json", '{"hindcast":');
    await put(
      "results/edited.json",
      JSON.stringify({ ...fixtureInputs()[0]?.result, log: { days: "x" } }),
    );
    await put("results/notes.txt", "left alone");
    const { stdout } = await index("-f", "json");
    const { unread, results } = JSON.parse(stdout);
    expect(results).toHaveLength(2);
    expect(unread.map(({ file }: { file: string }) => file)).toEqual([
      "cut.json",
      "edited.json",
      "package.json",
    ]);
    expect(unread[0].message).toMatch(/is not a result/);
    expect(unread[1].message).toMatch(/expected .* as log\./);
  });

  it("reads saved tallies, but not those whose result lies beside them", async () => {
    await put("results/first.parquet", "");
    await put("results/third.parquet", "");
    await put("results/log.parquet", "");
    const read: string[] = [];
    const modules = fakeModules({
      evaluate: {
        readTally: async (path) => {
          read.push(String(path).split("/").at(-1) ?? "");
          if (/log/.test(String(path))) {
            throw new StudyError(reason("tallyFile", "It is no tally.", {}));
          }
          return {} as never;
        },
        conclude: async () => inputOf("third", ["2026-11-15", "2026-11-21"]).result,
      },
    });
    const { stdout } = await runCommand(["report", "results", "--index", "-f", "json"], {
      cwd,
      modules,
    });
    const { results, unread } = JSON.parse(stdout);
    expect(results.map(({ file }: { file: string }) => file)).toEqual([
      "first.json",
      "second.json",
      "third.parquet",
    ]);
    expect(unread).toEqual([
      { file: "first.parquet", message: "first.json beside it is the result, and is shown." },
      { file: "log.parquet", message: "It is no tally." },
    ]);
    expect(read).toEqual(["log.parquet", "third.parquet"]);
  });

  it("refuses what is no folder, several of them, and one without a result", async () => {
    const refused = async (...words: readonly string[]): Promise<string> => {
      const { code, stderr } = await runCommand(["report", ...words], { cwd });
      expect(code).toBe(1);
      return stderr;
    };
    expect(await refused("nowhere", "--index")).toContain("nowhere is none");
    expect(await refused("results", "results", "--index")).toContain("there are 2 inputs");
    expect(await refused("results")).toContain("results is a folder: --index makes one page");
    await mkdir(join(cwd, "empty"));
    expect(await refused("empty", "--index")).toContain("holds no result (.json)");
    await put("empty/a.json", "{}");
    expect(await refused("empty", "--index")).toMatch(/can be read: .*a\.json is not a result/);
  });
});

describe("report of several results", () => {
  it("puts them side by side, those whose verdicts differ first", async () => {
    const inputs = ["results/first.json", "results/second.json"];
    const { code, stdout } = await runCommand(["report", ...inputs, "-f", "table"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /results\/first\.json +results\/second\.json\n +candidate +like +differ/,
    );
    expect(stdout).toMatch(/confidence +0\.9 +0\.95/);
    const page = await runCommand(["report", ...inputs, "--title", "<Both>"], { cwd });
    expect(page.stdout).toContain("<h1>&lt;Both&gt;</h1>");
  });

  it("ends with the reason where one cannot be read", async () => {
    await put("b.json", "{}");
    const ended = await runCommand(["report", "results/first.json", "b.json"], { cwd });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("b.json is not a result");
  });
});
