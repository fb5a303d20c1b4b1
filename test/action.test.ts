import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../src/version.js";
import { writeClearLog } from "./fixture/clear-log.js";
import { hindcastAsNpx } from "./fixture/hindcast-as-npx.js";
import { isInTurn, isThorough } from "./fixture/property.js";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(await readFile(new URL("../action.yml", import.meta.url), "utf8")) as Action;
const { steps } = action.runs;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-action-"));
  await hindcastAsNpx(folder);
  await writeClearLog(join(folder, "log.csv"));
});
afterAll(() => rm(folder, { recursive: true }));

const studyOf = (policies: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    log: {
      ...{ source: "log.csv", trajectory: "session", user: "user", item: "item", rank: "rank" },
      ...{ rewards: ["liked"], listLength: 8, exposure: { curve: { fit: "geometric" } } },
    },
    policies,
  });

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the action's shell as a runner does: inputs in its environment, files for what it answers. */
async function run(inputs: Readonly<Record<string, string>>): Promise<Ended> {
  const [step] = steps.filter((each) => each.run !== undefined);
  const place = await mkdtemp(join(folder, "run-"));
  const [script, output, summary] = ["script.sh", "output", "summary"].map((name) =>
    join(place, name),
  ) as [string, string, string];
  await mkdir(join(place, "temp"));
  await Promise.all([
    writeFile(script, step?.run ?? ""),
    writeFile(output, ""),
    writeFile(summary, ""),
  ]);
  const given = Object.entries(step?.env ?? {}).map(([name, from]) => {
    const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(from) ?? [];
    return [name, inputs[input] ?? action.inputs[input]?.default ?? ""] as const;
  });
  const env = {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    ...{ RUNNER_TEMP: join(place, "temp"), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary },
    ...{ GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "shop/feed" },
    ...{ GITHUB_RUN_ID: "17", ...Object.fromEntries(given) },
  };
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: folder,
    env,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => said.push(String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    code,
    said: said.join(""),
    outputs: outputsIn(await readFile(output, "utf8")),
    summary: await readFile(summary, "utf8"),
  };
}

/** What a runner reads of the file of outputs: `name=value`, or lines up to a delimiter. */
function outputsIn(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, name, end] = /^([^=]*?)<<(.*)$/.exec(line) ?? [];
    if (name !== undefined && end !== undefined) {
      const last = lines.indexOf(end, at + 1);
      if (last < 0) throw new Error(`The output ${name} does not end.`);
      outputs[name] = lines.slice(at + 1, last).join("\n");
      at = last;
    } else if (line !== "") {
      const [, key = "", value = ""] = /^(.*?)=(.*)$/.exec(line) ?? [];
      outputs[key] = value;
    }
  }
  return outputs;
}

const commandsIn = (said: string): readonly string[] =>
  said.split("\n").filter((line) => /^\s*(::|##\[)/.test(line));

describe("action.yml", () => {
  it("is composite, and takes the version of this package", () => {
    expect(action.runs.using).toBe("composite");
    expect(action.inputs.version?.default).toBe(version);
  });

  it("lets no input into its shell but by the environment", () => {
    for (const { run = "" } of steps) expect(run).not.toContain("${{");
  });

  it("pins what it uses by commit", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used).toHaveLength(1);
    for (const each of used) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it("has outputs that its step writes", () => {
    const names = Object.values(action.outputs).map(
      ({ value }) => /steps\.hindcast\.outputs\.([\w-]+)/.exec(value)?.[1],
    );
    const { run = "" } = steps.find(({ id }) => id === "hindcast") ?? {};
    for (const name of names) expect(run).toMatch(new RegExp(`echo "${name}(=|<<)`));
  });
});

// Each begins the command line twice or more: a quick run has one of them.
const inTurnOf = (at: number) => it.runIf(isThorough || isInTurn(at, 4));

describe("its step", { timeout: 60_000 }, () => {
  inTurnOf(0)("passes where the gate opens, with a summary, a comment and files", async () => {
    await writeFile(join(folder, "better.json"), studyOf({ sorted: { rank: "sorted" } }));
    const { code, outputs, summary, said } = await run({
      study: "better.json",
      gate: "sorted:liked",
    });
    expect(code, said).toBe(0);
    expect(outputs["exit-code"]).toBe("0");
    expect((await readdir(outputs.folder ?? "")).toSorted()).toEqual([
      ...["page.html", "result.json", "said.txt", "summary.md"],
    ]);
    expect(summary).toMatch(/^### sorted is better than logged\n/);
    expect(summary).toContain("[The page](https://github.com/shop/feed/actions/runs/17#artifacts)");
    expect(outputs.comment).toMatch(/^<!-- hindcast \d+-\d+ -->\n### sorted is better/);
    expect(outputs.comment).toContain(summary.trimEnd());
    expect(said).toContain("gate sorted:liked: exit code 0");
  });

  inTurnOf(1)("ends with the gravest gate's code, and has its answer all the same", async () => {
    await writeFile(
      join(folder, "worse.json"),
      studyOf({ sorted: { rank: "sorted" }, turned: { rank: "turned" } }),
    );
    const { code, outputs, summary } = await run({
      study: "worse.json",
      gate: "sorted\n\nturned:liked\n",
      args: "--confidence=0.9\n--baseline\nlogged",
    });
    expect(code).toBe(5);
    expect(outputs["exit-code"]).toBe("5");
    expect(outputs.folder).not.toBe("");
    expect(summary).toContain("turned is worse");
    expect(summary).toContain("90 % interval");
  });

  inTurnOf(2)("says why where there is no answer", async () => {
    await writeFile(join(folder, "broken.json"), studyOf({ sorted: { rnk: "`<!-- @team" } }));
    for (const study of ["broken.json", "absent.json"]) {
      const { code, outputs, summary } = await run({ study });
      expect(code).toBe(1);
      expect(outputs).toEqual({ "exit-code": "1", comment: expect.any(String) });
      expect(summary).toMatch(/^### Hindcast has no answer \(exit code 1\)\n\n {4}error: /);
      expect(
        summary
          .split("\n")
          .slice(2)
          .filter((line) => !/^( {4}|$)/.test(line)),
      ).toEqual([]);
    }
  });

  inTurnOf(3)("does nothing that a study's name says, or a policy's", async () => {
    const policy = "x\n::error::y\nEOF\nexit-code=0\n<!-- z -->`@team`";
    const study = '-a";$(touch pwned)`touch pwned`\n::set-output name=a::b\n$STUDY.json';
    await writeFile(join(folder, study), studyOf({ [policy]: { rank: "turned" } }));
    const { code, outputs, summary, said } = await run({ study });
    expect(Object.keys(outputs).toSorted()).toEqual(["comment", "exit-code", "folder"]);
    expect(outputs["exit-code"]).toBe(String(code));
    expect(commandsIn(said)).toEqual([]);
    expect(summary).not.toMatch(/<!--|@team|(?<!\\)`|^exit-code|^::/m);
    const strange = await run({ study: "no;touch pwned\n::error::x -->.json", args: "::error::x" });
    expect(strange.code).toBe(1);
    expect(commandsIn(strange.said)).toEqual([]);
    expect(strange.outputs.comment).toMatch(/^<!-- hindcast \d+-\d+ -->\n### Hindcast has no/);
    expect(Object.keys(strange.outputs)).toEqual(["exit-code", "comment"]);
    expect(await readdir(folder)).not.toContain("pwned");
  });
});

describe("the comment of docs/recipes.md", () => {
  /** A `gh` that writes its words down, and answers with what is given. */
  const commented = async (found: string, body: string): Promise<readonly string[]> => {
    const page = await readFile(new URL("../docs/recipes.md", import.meta.url), "utf8");
    const [, workflow = ""] = /^```yml\n(# \.github[\s\S]*?)^```$/m.exec(page) ?? [];
    const { jobs } = parse(workflow) as {
      readonly jobs: { readonly ranking: { readonly steps: readonly Step[] } };
    };
    const place = await mkdtemp(join(folder, "comment-"));
    const gh = `#!/bin/sh\nprintf '%s\\0' "$@" >> words\nprintf '%s\\n' '-' >> words\necho "${found}"\n`;
    await writeFile(join(place, "gh"), gh, { mode: 0o755 });
    const { run = "" } = jobs.ranking.steps.at(-1) ?? {};
    await writeFile(join(place, "script.sh"), run);
    const env = {
      PATH: `${place}${delimiter}${process.env.PATH}`,
      ...{ BODY: body, PR: "7", GITHUB_REPOSITORY: "shop/feed" },
    };
    const child = spawn("bash", ["-eo", "pipefail", "script.sh"], { cwd: place, env });
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
    return (await readFile(join(place, "words"), "utf8")).split("\0-\n").filter(Boolean);
  };

  const body = '<!-- hindcast 1-2 -->\n### a "b" $(touch pwned) `touch pwned` @c';

  it("is made once", async () => {
    const [asked, sent, ...more] = await commented("", body);
    expect(more).toEqual([]);
    expect(asked?.split("\0")).toContain(
      '.[] | select(.user.login == "github-actions[bot]") | select(.body | startswith("<!-- hindcast 1-2 -->")) | .id',
    );
    expect(sent?.split("\0")).toEqual([
      ...["api", "repos/shop/feed/issues/7/comments", "-f", `body=${body}`],
    ]);
  });

  it("is written over where it is there", async () => {
    const [, sent] = await commented("42", body);
    expect(sent?.split("\0")).toEqual([
      ...["api", "--method", "PATCH", "repos/shop/feed/issues/comments/42", "-f", `body=${body}`],
    ]);
  });
});
