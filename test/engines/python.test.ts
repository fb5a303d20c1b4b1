import { execFile, execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../browser/browser.js";
import { serverFolder, whyUnavailable } from "./servers/cache.js";
import { type PostgresServer, startPostgres, whyNoPostgres } from "./servers/postgres.js";
import { tellSkipped } from "./skipped.js";

const unavailable = whyUnavailable("python", [["python3", "-c", "import venv, pip"]]);
tellSkipped({ name: "the Python package", unavailable });
const noPostgres = whyNoPostgres();

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
let folder: string;
let wheel: string;
let postgres: PostgresServer | undefined;

const inVenv = (program: string): string => join(folder, "venv", "bin", program);

/** A machine without Node, npm and the network: the programs of the environment alone, and no proxy that answers. */
const alone = (): NodeJS.ProcessEnv => ({
  HOME: folder,
  PATH: [join(folder, "venv", "bin"), "/usr/bin", "/bin"]
    .filter((path) => !existsSync(join(path, "node")))
    .join(delimiter),
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
});

const pip = (...words: readonly string[]): string =>
  execFileSync("python3", ["-m", "pip", "--disable-pip-version-check", "--quiet", ...words], {
    encoding: "utf8",
    env: { ...process.env, PIP_NO_INDEX: "1", PIP_FIND_LINKS: serverFolder("python") },
  });

describe.skipIf(unavailable !== undefined)("the Python package", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hindcast-python-"));
    const sources = join(folder, "python");
    await cp(join(root, "python"), sources, { recursive: true });
    const bundle = join(sources, "src/hindcast_ope/_node");
    execFileSync(process.execPath, [join(root, "scripts/python-bundle.mjs"), bundle]);
    pip("wheel", "--no-deps", "--wheel-dir", join(folder, "dist"), sources);
    const [built = ""] = readdirSync(join(folder, "dist"));
    wheel = join(folder, "dist", built);
    execFileSync("python3", ["-m", "venv", "--without-pip", join(folder, "venv")]);
    const others = [
      "pandas",
      "polars",
      "pyarrow",
      "psycopg[binary]",
      "sqlalchemy",
      "pytest",
      "mypy",
    ];
    pip("--python", inVenv("python"), "install", wheel, ...others, "nbconvert", "ipykernel");
    if (noPostgres === undefined) postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is a wheel for every platform, of less than 1.6 MB", async () => {
    expect(wheel).toMatch(/hindcast_ope-\d+\.\d+\.\d+-py3-none-any\.whl$/);
    expect((await readFile(wheel)).length).toBeLessThan(1.6e6);
  });

  it("passes its own tests, without Node and without the network", async () => {
    const cli = [
      process.execPath,
      "--import",
      import.meta.resolve("tsx"),
      join(root, "src/cli/main.ts"),
    ];
    const { stdout } = await run(
      inVenv("python"),
      ["-m", "pytest", "-q", "-p", "no:cacheprovider"],
      {
        cwd: join(folder, "python"),
        env: {
          ...alone(),
          HINDCAST_CLI: JSON.stringify(cli),
          ...(postgres && {
            HINDCAST_POSTGRES: postgres.url.replace("golden@", `golden:${postgres.password}@`),
          }),
        },
      },
    ).catch((error: { readonly stdout?: string }) => {
      throw new Error(error.stdout ?? String(error));
    });
    expect(stdout).toMatch(/\d{2} passed/);
    expect(stdout).not.toContain("failed");
    if (postgres !== undefined) expect(stdout).not.toContain("skipped");
  });

  it("runs the script of its page as it is printed", async () => {
    const page = await readFile(join(root, "docs/python.md"), "utf8");
    const fences = [...page.matchAll(/```py\n([\s\S]*?)```/g)].map(([, text]) => text);
    const script = join(folder, "page.py");
    await writeFile(script, fences.join("\n"));
    const { stdout } = await run(inVenv("python"), [script], { cwd: folder, env: alone() });
    expect(stdout).toMatch(/by number \| BETTER/);
    expect(stdout).toMatch(/by number +liked +better +0\.\d+ +0\.\d+ +0\.\d+/);
  });

  it("is typed", async () => {
    const { stdout } = await run(inVenv("python"), ["-m", "mypy", "--strict", "src/hindcast_ope"], {
      cwd: join(folder, "python"),
      env: alone(),
    }).catch((error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
    expect(stdout).toContain("Success: no issues found");
  });

  it("shows a verdict in a notebook that is run anew", async () => {
    const page = join(folder, "first-verdict.html");
    const notebook = join(folder, "python/examples/first-verdict.ipynb");
    const words = ["nbconvert", "--to", "html", "--execute", "--output", page, notebook];
    await run(inVenv("python"), ["-m", ...words], { cwd: folder, env: alone() });
    const browser = await openBrowser();
    try {
      const shown = await browser.newPage();
      await shown.goto(`file://${page}`, { waitUntil: "domcontentloaded" });
      const card = shown.frameLocator("iframe[title=Hindcast]");
      await card.locator("#decision").waitFor();
      expect(await card.locator("body").textContent()).toContain("BETTER");
      expect(await shown.locator("body").textContent()).toContain("new model");
    } finally {
      await browser.close();
    }
  });
});
