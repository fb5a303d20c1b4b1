import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { modules } from "../../../src/cli/modules.js";
import { runCommand } from "../../fixture/run-command.js";
import { type Damage, damage, damaged, type Edit, edit, edited } from "./edits.js";
import { faultIn } from "./faults.js";
import { type Kind, kinds, makeSeeds, type Seeds } from "./seeds.js";
import { tallyBytes } from "./tally-bytes.js";

/** A file of a kind: a sound one, changed. */
export interface Case {
  readonly kind: Kind;
  readonly seed: number;
  readonly edits: readonly Edit[];
  readonly damage: Damage | null;
}

export const someCase: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom(...kinds),
  seed: fc.nat(100),
  edits: fc.array(edit, { maxLength: 3 }),
  damage,
});

/** In place of the folder of the case. */
const here = "<folder>";
const sandboxed = ["--sandbox", here];
/** What is done with a file of each kind, and what it is called. */
const uses: Readonly<Record<Kind, { name: string; commands: readonly (readonly string[])[] }>> = {
  study: {
    name: "study.json",
    commands: [
      ["evaluate", "study.json", "-o", "out.html", ...sandboxed],
      ["check", "study.json", ...sandboxed],
    ],
  },
  result: {
    name: "past/r.json",
    commands: [
      ...["table", "markdown", "csv", "json", "html"].map((format) => {
        return ["report", "past/r.json", "--format", format];
      }),
      ["compare", "past"],
      ["compare", "past", "--format", "html"],
    ],
  },
  tally: {
    name: "t.parquet",
    commands: [
      ["evaluate", "t.parquet", "-o", "out.html"],
      ["tally", "list", "t.parquet"],
      ["tally", "add", "t.parquet", "other.parquet", "-o", "out.parquet"],
    ],
  },
  fit: { name: "fit.json", commands: [["evaluate", "with-curve.json", ...sandboxed]] },
  truth: { name: "truth.json", commands: [["evaluate", "with-truth.json", ...sandboxed]] },
};

/** How a command ended with a file. */
export interface Ending {
  readonly argv: readonly string[];
  readonly code: number;
  readonly milliseconds: number;
  /** What may not be; undefined where all is well. */
  readonly fault: string | undefined;
}

/** A folder in which cases are tried. */
export interface Bench {
  readonly tried: (given: Case) => Promise<readonly Ending[]>;
  readonly bytesOf: (given: Case) => Uint8Array | undefined;
  readonly close: () => Promise<void>;
}

export async function openBench(): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), "hindcast-fuzz-"));
  const cwd = join(root, "work");
  await mkdir(join(cwd, "past"), { recursive: true });
  await writeFile(join(root, "outside.txt"), "SECRET-OUTSIDE");
  const seeds = await makeSeeds(cwd);
  for (const { name } of Object.values(uses)) await writeFile(join(cwd, name), "");
  const before = await filesIn(root);
  const bytesOf = (given: Case): Uint8Array | undefined => bytesFrom(seeds, given);
  return {
    bytesOf,
    tried: async (given) => {
      const bytes = bytesOf(given);
      if (bytes === undefined) return [];
      const { name, commands } = uses[given.kind];
      await writeFile(join(cwd, name), bytes);
      const endings: Ending[] = [];
      for (const words of commands) {
        const argv = words.map((word) => (word === here ? cwd : word));
        const start = performance.now();
        const ended = await runCommand(argv, { cwd, modules });
        const milliseconds = performance.now() - start;
        const page = await readFile(join(cwd, "out.html"), "utf8").catch(() => "");
        const fault = faultIn(ended, argv, page) ?? (await strayFile(root, before));
        endings.push({ argv: words, code: ended.code, milliseconds, fault });
        for (const out of ["out.html", "out.parquet"]) await rm(join(cwd, out), { force: true });
      }
      return endings;
    },
    close: () => rm(root, { recursive: true }),
  };
}

function bytesFrom(seeds: Seeds, { kind, seed, edits, damage: how }: Case): Uint8Array | undefined {
  const sound = seeds[kind];
  const value = edited(sound[seed % sound.length], edits);
  if (kind === "tally") {
    // Bytes of Parquet's pages that are no pages can keep its reader busy for ever: see SECURITY.md.
    return tallyBytes(value);
  }
  return damaged(new TextEncoder().encode(JSON.stringify(value) ?? ""), how);
}

const filesIn = async (root: string): Promise<ReadonlySet<string>> =>
  new Set(await readdir(root, { recursive: true }));

/** A file that was written where none was asked for. */
async function strayFile(root: string, before: ReadonlySet<string>): Promise<string | undefined> {
  const asked = new Set(["out.html", "out.parquet"].map((each) => join("work", each)));
  const stray = [...(await filesIn(root))].filter((each) => !before.has(each) && !asked.has(each));
  if (stray.length > 0) return `wrote ${stray.join(", ")}`;
  const outside = await readFile(join(root, "outside.txt"), "utf8");
  return outside === "SECRET-OUTSIDE" ? undefined : "a file outside was changed";
}
