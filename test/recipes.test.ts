import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kinds, tables } from "../scripts/rooms.js";
import { inTurn, isInTurn, isThorough } from "./fixture/property.js";
import { recipes } from "./recipes/recipes.js";
import { openWorkshop } from "./recipes/workshop.js";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

const marked = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, each = ""]) => each);

/** The table of CONTRIBUTING that says what a member of each kind touches, and which commands are run. */
const rows = new Map(
  [...page.matchAll(/^\| (\w+) \|(.*)\|(.*)\| (`npm run .*|`npm test .*) \|$/gm)].map(
    ([, kind = "", copied = "", others = "", run = ""]) => [
      kind,
      { files: [...marked(copied), ...marked(others)], commands: marked(run) },
    ],
  ),
);

/** What the scripts write: "`npm run a` writes `b`, `c` and `d`". */
const written = new Map(
  [...page.matchAll(/`(npm run \w+)` writes (`[^`]+`(?:(?:,| and) `[^`]+`)*)/g)].map(
    ([, command = "", files = ""]) => [command, marked(files)],
  ),
);

/** What writes files is run for every recipe. */
const isAlways = (command: string): boolean =>
  written.has(command) || (isThorough && command.endsWith(" -u"));

/** What a row says is touched: "a/<name>/" is three files, "a.{ts,md}" two, "a/" whatever is in the folder. */
function touchedBy(kind: string, name: string): readonly string[] {
  const { files = [], commands = [] } = rows.get(kind) ?? {};
  return [...files, ...commands.flatMap((command) => written.get(command) ?? [])]
    .map((path) => path.replace(/<name>\/$/, "<name>/<name>.{ts,test.ts,md}"))
    .flatMap((path) => {
      const [all, before = "", ends = ""] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
      return all === undefined ? [path] : ends.split(",").map((end) => before + end);
    })
    .map((path) => path.replaceAll("<name>", name));
}

describe("CONTRIBUTING", () => {
  it("names files and folders that there are", () => {
    const paths = [...page.matchAll(/(?<![\w./-])(?:src|test|docs|scripts|schema)\/[\w./<>-]*/g)]
      .map(([path]) => path.replace(/[./]+$/, "").replace(/<name>.*/, ""))
      .filter((path) => !existsSync(path));
    expect(paths).toEqual([]);
  });

  it("names scripts that there are", () => {
    const named = marked(page).flatMap((each) => /^npm run (\w[\w:-]*)/.exec(each)?.[1] ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("has a recipe to follow for every row but that of engines", () => {
    const followed = new Set(recipes.map(({ kind }) => kind));
    expect([...rows.keys()].filter((kind) => !followed.has(kind))).toEqual(["engine"]);
    expect(recipes.filter(({ kind }) => !rows.has(kind))).toEqual([]);
  });

  it("has a row for every kind of the house", () => {
    const files = [...rows.values()].flatMap((row) => row.files);
    const isNamed = (folder: string): boolean =>
      files.some((path) => path.startsWith(`src/${folder}/`));
    const folders = [...kinds, ...tables].map(({ folder }) => folder);
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  });
});

/** Whose tests a thorough run runs; a quick run follows this recipe alone. */
const [tested] = inTurn(recipes, recipes.length, recipes.length);
const tried = recipes.filter((recipe, at) => recipe === tested || (isThorough && isInTurn(at, 2)));

it.each(tried.map((recipe) => ({ ...recipe, recipe })))(
  "$kind $name: as written, it passes and touches the files of its row",
  { timeout: isThorough ? 600_000 : 30_000 },
  async ({ recipe, kind, name }) => {
    const workshop = await openWorkshop();
    try {
      await workshop.follow(recipe);
      for (const command of rows.get(kind)?.commands ?? []) {
        if ((isThorough && recipe === tested) || isAlways(command)) await workshop.run(command);
      }
      const listed = touchedBy(kind, name);
      const folders = listed.filter((path) => path.endsWith("/"));
      const touched = await workshop.touched();
      const isListed = (path: string): boolean =>
        listed.includes(path) || folders.some((folder) => path.startsWith(folder));
      expect(touched.filter((path) => !isListed(path))).toEqual([]);
      const isWritten = (path: string): boolean => isThorough || !path.endsWith(".snap");
      const expected = listed.filter((path) => !path.endsWith("/") && isWritten(path));
      expect(expected.filter((path) => !touched.includes(path))).toEqual([]);
    } finally {
      await workshop.close();
    }
  },
);
