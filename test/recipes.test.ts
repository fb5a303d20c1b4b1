import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isThorough, suiteSeed } from "./fixture/property.js";
import { recipes } from "./recipes/recipes.js";
import { openWorkshop } from "./recipes/workshop.js";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The sections of CONTRIBUTING that say how to add something, by their headings. */
const sections = new Map(
  page
    .split(/^## /m)
    .filter((text) => text.startsWith("To add "))
    .map((text) => [text.slice(0, text.indexOf("\n")), text] as const),
);

const marked = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, each = ""]) => each);

/** Commands of a section in their order; the whole `npm test` is for the end of a change. */
const commandsOf = (text: string): readonly string[] =>
  marked(text).filter((each) => /^npm (run (schema|codes)$|test -- )/.test(each));

/** What writes files is run for every recipe. */
const isAlways = (command: string): boolean =>
  command.startsWith("npm run") || (isThorough && command.endsWith(" -u"));

/** What a section says is touched: "a.{ts,md}" is two files, "a/" whatever is in the folder. */
function touchedBy(title: string, kind: string | undefined, name: string): readonly string[] {
  const label = kind === undefined ? "Touched files" : `Touched files of ${kind}`;
  const line = sections.get(title)?.match(new RegExp(`^${label}: (.*)$`, "m"))?.[1] ?? "";
  return marked(line)
    .flatMap((path) => {
      const [all, before = "", ends = ""] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
      return all === undefined ? [path] : ends.split(",").map((end) => before + end);
    })
    .map((path) => path.replaceAll("<name>", name))
    .sort();
}

describe.each([...sections])("%s", (_title, text) => {
  it("names files and folders that there are", () => {
    const paths = [...text.matchAll(/(?:src|test|docs|scripts|schema)\/[\w./<>-]*/g)]
      .map(([path]) => path.replace(/[./]+$/, "").replace(/<name>.*/, ""))
      .filter((path) => !existsSync(path));
    expect(paths).toEqual([]);
  });

  it("names scripts that there are", () => {
    const named = marked(text).flatMap((each) => /^npm run ([\w:-]+)/.exec(each)?.[1] ?? []);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

it("there is a recipe to follow for every section but that of engines", () => {
  const followed = new Set(recipes.map(({ title }) => title));
  expect([...sections.keys()].filter((title) => !followed.has(title))).toEqual([
    "To add an engine",
  ]);
});

/** Quick: files and scripts of one recipe. Thorough: those of every recipe, and the tests of two, other ones by the seed. */
const tried = isThorough ? recipes : recipes.slice(0, 1);
const isTested = (at: number): boolean => isThorough && (at + suiteSeed) % recipes.length < 2;

it.each(tried)(
  "$title ($name): as written, it passes and touches the files it lists",
  { timeout: isThorough ? 600_000 : 30_000 },
  async ({ title, kind, name, ...rest }) => {
    const hasTests = isTested(
      tried.findIndex((each) => each.name === name && each.title === title),
    );
    const workshop = await openWorkshop();
    try {
      await workshop.follow({ title, name, ...rest });
      for (const command of commandsOf(sections.get(title) ?? "")) {
        if (hasTests || isAlways(command)) await workshop.run(command);
      }
      const listed = touchedBy(title, kind, name);
      const folders = listed.filter((path) => path.endsWith("/"));
      const touched = (await workshop.touched()).filter(
        (path) => !folders.some((folder) => path.startsWith(folder)),
      );
      expect(touched).toEqual(listed.filter((path) => !folders.includes(path)));
    } finally {
      await workshop.close();
    }
  },
);
