import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeClearLog } from "./fixture/clear-log.js";
import { hindcastAsNpx } from "./fixture/hindcast-as-npx.js";
import { isThorough } from "./fixture/property.js";

/** A short run leaves out what starts several processes. */
const slow = it.runIf(isThorough);
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const page = await readFile(new URL("../docs/recipes.md", import.meta.url), "utf8");

/** The block of the page that begins with the name of its file. */
const block = (name: string): string =>
  [...page.matchAll(/^```\w+\n(.*?)^```$/gms)]
    .map(([, text = ""]) => text)
    .find((text) => text.startsWith(`# ${name}\n`)) ?? "";

const studyOf = (source: unknown, rank = "sorted"): string =>
  JSON.stringify({
    log: {
      ...{ source, trajectory: "session", user: "user", item: "item", rank: "rank" },
      ...{ rewards: { click: "liked" }, listLength: 8, exposure: { curve: { fit: "geometric" } } },
    },
    policies: { new: { rank } },
  });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-recipes-"));
  await hindcastAsNpx(folder);
  await writeClearLog(join(folder, "log.csv"));
  const program = fileURLToPath(new URL("./fixture/duckdb-program.mjs", import.meta.url));
  const stand = (name: string, text: string): Promise<void> =>
    writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await stand("duckdb", `exec "${process.execPath}" "${program}" "$@"`);
  await stand("dbt", 'echo "$@" >> dbt-words');
  const instance = await DuckDBInstance.create(join(folder, "shop.duckdb"));
  const connection = await instance.connect();
  await connection.run(`create table impressions as from '${join(folder, "log.csv")}'`);
  connection.closeSync();
  instance.closeSync();
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In a folder of its own, with the log and the database beside it. */
async function ran(
  [program, ...words]: readonly [string, ...string[]],
  cwd: string,
  input = "",
): Promise<Ended> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, PYTHONPATH: cwd };
  const child = spawn(program, words, { cwd, env });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk) => {
      said[name] += String(chunk);
    });
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, ...said };
}

const place = (): Promise<string> => mkdtemp(join(folder, "run-"));

slow(
  "nightly.sh keeps a result and a page a night, and ends with the verdict",
  {
    timeout: 60_000,
  },
  async () => {
    const cwd = await place();
    await writeFile(join(cwd, "nightly.sh"), block("nightly.sh"));
    for (const [rank, code] of [
      ["turned", 5],
      ["sorted", 0],
    ] as const) {
      await writeFile(join(cwd, "study.yaml"), studyOf(join(folder, "log.csv"), rank));
      const ended = await ran(["sh", "nightly.sh"], cwd);
      expect(ended.code, ended.stderr).toBe(code);
    }
    const kept = (await readdir(join(cwd, "kept"))).map((name) => name.replace(/^[\d-]+/, "day"));
    expect(kept.toSorted()).toEqual(["day.html", "day.json", "index.html"]);
  },
);

slow("after-dbt.sh reads the model's table by the client", { timeout: 60_000 }, async () => {
  const cwd = await place();
  await writeFile(
    join(cwd, "after-dbt.sh"),
    block("after-dbt.sh").replace("shop.duckdb", "../shop.duckdb"),
  );
  await writeFile(join(cwd, "study.yaml"), studyOf({ table: "impressions" }));
  const { code, stdout, stderr } = await ran(["sh", "after-dbt.sh"], cwd);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("new is better than logged");
  expect(await readFile(join(cwd, "dbt-words"), "utf8")).toBe("build --select impressions\n");
});

/** A driver with the shape of DB-API's, which asks DuckDB's program. */
const driver = `
import csv, io, os, subprocess
class Cursor:
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def execute(self, statement):
        done = subprocess.run(["duckdb", os.environ["DATABRICKS_HTTP_PATH"]], input=statement + ";\\n", capture_output=True, text=True, check=True)
        header, *self.rows = csv.reader(io.StringIO(done.stdout))
        self.description = [(name,) for name in header]
    def fetchall(self): return [[cell or None for cell in row] for row in self.rows]
class Connection:
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def cursor(self): return Cursor()
def connect(server_hostname, http_path, access_token): return Connection()
`;

it.skipIf(!hasPython || !isThorough)(
  "rows.py is a client for --exec",
  { timeout: 60_000 },
  async () => {
    const cwd = await place();
    await mkdir(join(cwd, "databricks"));
    await writeFile(join(cwd, "databricks", "__init__.py"), "");
    await writeFile(join(cwd, "databricks", "sql.py"), driver);
    await writeFile(join(cwd, "rows.py"), block("rows.py"));
    await writeFile(join(cwd, "study.yaml"), studyOf({ table: "impressions" }));
    const [line = ""] = /npx hindcast sql .*databricks .*\n.*/.exec(page) ?? [];
    const script = `export DATABRICKS_HOST=x DATABRICKS_TOKEN=y DATABRICKS_HTTP_PATH=../shop.duckdb
set -e
${line.replace("--dialect databricks", "--dialect duckdb")}
npx hindcast evaluate study.yaml --results results/*.csv`;
    const { code, stdout, stderr } = await ran(["sh", "-c", script], cwd);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("new is better than logged");
  },
);

describe.skipIf(!hasPython)("the task of dags/ranking.py", { timeout: 60_000 }, () => {
  /** What a file of a DAG imports of Airflow: the task stays the function, and the DAG does not run. */
  const airflow = {
    "__init__.py": "",
    "decorators.py": `
def task(**options):
    return lambda function: function
def dag(**options):
    return lambda function: lambda: None
`,
    "exceptions.py": "class AirflowFailException(Exception): pass\n",
  };

  const withDag = async (): Promise<string> => {
    const cwd = await place();
    await mkdir(join(cwd, "airflow"));
    for (const [name, text] of Object.entries(airflow))
      await writeFile(join(cwd, "airflow", name), text);
    await writeFile(join(cwd, "ranking.py"), block("dags/ranking.py"));
    return cwd;
  };

  slow.each([
    ["a better policy", "sorted", 0, "[('new', 'better')]"],
    ["a worse one, for good", "turned", 1, "AirflowFailException: new:click: worse"],
    ["a study that is wrong, for good", "absent", 1, "AirflowFailException: new:click: error: "],
  ])("answers for %s", async (_, rank, code, says) => {
    const cwd = await withDag();
    await writeFile(join(cwd, "study.yaml"), studyOf(join(folder, "log.csv"), rank));
    const program = `import ranking
print([(line["policy"], line["verdict"]) for line in ranking.judged("study.yaml", "new:click")])`;
    const ended = await ran(["python3", "-"], cwd, program);
    expect(ended.code, ended.stderr).toBe(code);
    expect(ended.stdout + ended.stderr).toContain(says);
  });

  it("is asked again where the engine failed", async () => {
    const cwd = await withDag();
    const ended = await ran(
      ["python3", "-"],
      cwd,
      `import subprocess, types
subprocess.run = lambda *_, **__: types.SimpleNamespace(returncode=4, stdout="", stderr="error: no server")
import ranking
ranking.judged("study.yaml", "new:click")`,
    );
    expect(ended.stderr).toContain("RuntimeError: error: no server");
  });
});
