import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build, type PluginBuild } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInChromium, whyNoChromium } from "./machines/chromium.js";
import { concluded } from "./machines/concluded.js";
import { nodes, runNode } from "./machines/node.js";
import { studies } from "./machines/studies.js";
import { whyUnavailable } from "./servers/cache.js";
import { tellSkipped } from "./skipped.js";

/** Below the repository, so that the packages of the program are found. */
const bundled = resolve(".cache/machines/cli/main.js");

const machines = nodes.map((name) => ({ name, unavailable: whyUnavailable(name) }));
const [first, ...others] = machines.filter(({ unavailable }) => unavailable === undefined);
const unavailable = first === undefined ? "no other Node is here" : undefined;
let folder = "";

const evaluated = (machine: (typeof nodes)[number], study: string, ...more: string[]): string =>
  runNode(machine, bundled, ["evaluate", `${study}.yaml`, "--format", "json", ...more], folder);

const simulated = (machine: (typeof nodes)[number], output: string): void => {
  runNode(machine, bundled, ["demo", "--impressions", "20000", "--output", output], folder);
};

for (const each of machines) tellSkipped(each);
tellSkipped({ name: "chromium", unavailable: whyNoChromium() });

it.skipIf(process.env.HINDCAST_SERVERS === "skip")("the other versions of Node are here", () => {
  const forgotten = machines.filter((each) => each.unavailable?.includes("was not fetched"));
  expect(forgotten).toEqual([]);
});

/** The script of the page, without the engines, which load late, and without what only Node has. */
async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["test/engines/machines/page.ts"],
    bundle: true,
    format: "esm",
    write: false,
    external: ["node:*"],
    plugins: [{ name: "loaded late", setup: leaveOutLate }],
  });
  return outputFiles[0]?.text ?? "";
}

const leaveOutLate = (builder: PluginBuild): void =>
  builder.onResolve({ filter: /./ }, ({ kind, path }) =>
    kind === "dynamic-import" ? { path, external: true } : undefined,
  );

describe.skipIf(unavailable !== undefined)("the same input gives the same bytes", () => {
  const machine = first?.name ?? "node20";
  const texts = new Map<string, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hindcast-machines-"));
    await mkdir(resolve(bundled, ".."), { recursive: true });
    await build({
      entryPoints: ["src/cli/main.ts"],
      outfile: bundled,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
    });
    simulated(machine, "demo");
    await cp(join(folder, "demo/log.parquet"), join(folder, "log.parquet"));
    for (const study of studies) {
      await cp(`test/engines/machines/${study}.yaml`, join(folder, `${study}.yaml`));
      texts.set(study, evaluated(machine, study, "--save-tally", `${study}.parquet`));
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  for (const other of others) {
    it(`the log of a simulation on ${machine} and ${other.name}`, async () => {
      simulated(other.name, other.name);
      const [own, its] = await Promise.all(
        ["demo", other.name].map((output) => readFile(join(folder, output, "log.parquet"))),
      );
      expect(own?.equals(its ?? new Uint8Array())).toBe(true);
    });

    for (const study of studies) {
      it(`study ${study} on ${machine} and ${other.name}`, () => {
        expect(evaluated(other.name, study) === texts.get(study)).toBe(true);
      });
    }
  }

  it.skipIf(whyNoChromium() !== undefined)(
    "what follows from tallies, in Node and Chromium",
    async () => {
      const script = await pageScript();
      const tallies = new Map<string, Uint8Array<ArrayBuffer>>();
      for (const study of studies) {
        tallies.set(study, new Uint8Array(await readFile(join(folder, `${study}.parquet`))));
      }
      const posted = await runInChromium(script, tallies);
      for (const [study, bytes] of tallies) {
        expect((await concluded(bytes.buffer)) === posted.get(study), study).toBe(true);
      }
    },
  );
});
