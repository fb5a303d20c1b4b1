import { execFile } from "node:child_process";
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import type { Recipe } from "./recipes.js";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

/** Tests in the copy run in the quick setting, as a contributor runs them. */
const env = { ...process.env, HINDCAST_THOROUGH: "0" };

/** A copy of the repository to try a recipe in. */
export interface Workshop {
  readonly path: string;
  /** Copies and renames the member, and adds what the recipe adds to other files. */
  readonly follow: (recipe: Recipe) => Promise<void>;
  /** Runs a command of the recipe; rejects with what it printed where it fails. */
  readonly run: (command: string) => Promise<void>;
  /** Files that are new, or hold something else than before. */
  readonly touched: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  const path = await mkdtemp(join(tmpdir(), "hindcast-recipe-"));
  const listed = await run("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    maxBuffer: 1e8,
  });
  const files = listed.stdout.split("\n").filter((file) => file !== "");
  const before = new Map<string, string>();
  const folders = new Set(files.map((file) => dirname(join(path, file))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), "utf8").catch(() => undefined);
      if (text === undefined) return;
      before.set(file, text);
      await copyFile(join(root, file), join(path, file));
    }),
  );
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
  return {
    path,
    follow: (recipe) => follow(path, recipe),
    run: async (command) => {
      const [program = "", ...words] = command.split(" ");
      const failed = await run(program, words, { cwd: path, env, maxBuffer: 1e8 }).then(
        () => null,
        (error: { readonly stdout: string; readonly stderr: string }) => error,
      );
      if (failed === null) return;
      throw new Error(`${command} failed:\n${failed.stdout}\n${failed.stderr}`);
    },
    touched: async () => {
      const now = await Promise.all(
        (await filesIn(path)).map(async (file) => {
          const name = relative(path, file);
          return before.get(name) === (await readFile(file, "utf8")) ? [] : [name];
        }),
      );
      return now.flat().sort();
    },
    close: () => rm(path, { recursive: true }),
  };
}

/** What commands leave behind. */
const left = new Set(["node_modules", "reports", "coverage", ".cache", "dist", "built"]);

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !left.has(name))
      .map((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesIn(path) : [path];
      }),
  );
  return found.flat();
}

async function follow(path: string, recipe: Recipe): Promise<void> {
  if (recipe.copied !== undefined) await copyMember(path, recipe.copied, recipe);
  for (const [file, behind, text] of recipe.added) {
    const before = await readFile(join(path, file), "utf8");
    const parts = before.split(behind);
    if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(behind)} not once`);
    await writeFile(join(path, file), parts.join(behind + text));
  }
}

async function copyMember(
  path: string,
  copied: string,
  { name, renames = [] }: Recipe,
): Promise<void> {
  const from = join(path, copied);
  const [old, folder] = [copied.split("/").at(-1) ?? "", join(dirname(from), name)];
  await mkdir(folder);
  for (const file of await readdir(from)) {
    if (!file.startsWith(`${old}.`)) continue;
    const text = await readFile(join(from, file), "utf8");
    const renamed = renames.reduce((all, [was, is]) => all.replace(was, is), text);
    await writeFile(join(folder, file.replace(old, name)), renamed);
  }
}
