import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commands } from "../src/cli/commands/index.js";
import { modules } from "../src/cli/modules.js";
import { parseStudy } from "../src/study/parse-study.js";
import { inTurn, isThorough } from "./fixture/property.js";
import { runCommand } from "./fixture/run-command.js";

let folder = "";
const textOf = (name: string): Promise<string> =>
  readFile(new URL(`../docs/${name}`, import.meta.url), "utf8");

/** Lists of six candidates, of which the first ones are viewed. */
function files(): Readonly<Record<string, string>> {
  const lists = Array.from({ length: 120 }, (_, list) => ({ list, depth: 1 + ((list * 7) % 6) }));
  const rows = lists.flatMap(({ list, depth }) =>
    Array.from({ length: 6 }, (_, i) => ({
      session: `s${list}`,
      user: `u${list % 20}`,
      item: `i${(list * 5 + i) % 50}`,
      position: i + 1,
      click: i < depth && (list + i) % 3 === 0 ? 1 : 0,
      seen: i < depth ? 1 : 0,
      new_rank: 6 - i,
      judge: (1 + i) / 10,
      new_score: ((list * 7 + i * 5) % 11) / 10,
      old_score: ((list * 3 + i * 5) % 7) / 10,
      day: `2026-11-0${2 + (list % 3)}`,
    })),
  );
  type Row = (typeof rows)[number];
  const csv = (of: readonly Row[], columns: readonly (keyof Row)[], from = 1): string =>
    [
      columns.join(","),
      ...of.map((row) =>
        columns
          .map((name) => (name === "position" ? row.position - 1 + from : row[name]))
          .join(","),
      ),
    ].join("\n");
  const log = ["session", "user", "item", "position", "click", "day"] as const;
  const viewed = rows.filter(({ seen }) => seen === 1);
  const studyOf = (source: string, policy: string): string => `log:
  source: ${source}
  trajectory: session
  item: item
  rank: position
  user: user
  rewards: [click]
  listLength: 6
  exposure: { curve: { model: geometric, gamma: 0.7 } }
policies:
  new: ${policy}
`;
  const scored = "{ score: new_score, candidates: { source: scores.csv } }";
  return {
    "log.csv": csv(viewed, log),
    "views.csv": csv(viewed, ["session", "user", "item", "position"]),
    "clicks.csv": csv(
      viewed.filter(({ click }) => click === 1),
      ["session", "item", "click"],
    ),
    "scores.csv": csv(rows, ["session", "item", "new_score", "old_score"]),
    "judged.csv": csv(rows, [...log, "seen", "new_rank", "judge"]),
    "offered.csv": csv(rows, [...log, "seen", "new_rank"]),
    "zero.csv": csv(viewed, [...log, "new_rank"], 0),
    "pinned.csv": pinned(csv(viewed, log, 2)),
    "monday.csv": csv(viewed.slice(0, 100), log),
    "tuesday.csv": csv(viewed.slice(100), log),
    "monday.yaml": studyOf("monday.csv", scored),
    "tuesday.yaml": studyOf("tuesday.csv", scored),
    "warehouse.yaml": studyOf("{ table: shop.logs.impressions }", "{ rank: new_rank }"),
  };
}

/** A log with an item more, at rank 1 of every list. */
function pinned(text: string): string {
  const [, ...rows] = text.split("\n");
  const lists = new Set(rows.map((row) => row.split(",").slice(0, 2).join(",")));
  const days = new Map(rows.map((row) => [row.split(",")[0], row.split(",")[5]]));
  const pins = [...lists].map((list) => `${list},pin,1,0,${days.get(list.split(",")[0])}`);
  return [text, ...pins].join("\n");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-docs-"));
  await mkdir(join(folder, "statements"));
  for (const [name, text] of Object.entries(files())) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

/** Words of a line of a shell without quotes. */
const wordsOf = (line: string): readonly string[] =>
  line.replace(/^npx hindcast /, "").split(/\s+/);

/** The tutorial fits curves, which takes longer. */
const pages = isThorough ? ["recipes.md", "tutorial.md"] : ["recipes.md"];

it.each(pages)("every command and study of docs/%s runs", { timeout: 300_000 }, async (page) => {
  const blocks = [...(await textOf(page)).matchAll(/^```(yaml|sh)( gate)?\n(.*?)^```$/gms)];
  expect(blocks.length).toBeGreaterThan(1);
  const studies = blocks.filter(([, kind]) => kind === "yaml");
  const tried = new Set(inTurn(studies, 3));
  for (const found of blocks) {
    const [, kind, gate, block = ""] = found;
    if (kind === "yaml" && !tried.has(found)) continue;
    if (kind === "yaml") await writeFile(join(folder, "recipe.yaml"), block);
    const lines =
      kind === "yaml" ? ["npx hindcast evaluate recipe.yaml"] : block.trim().split("\n");
    for (const line of lines) {
      const ended = await runCommand(wordsOf(line), { cwd: folder, modules });
      const allowed = gate === undefined ? [0] : [0, 3, 5, 6];
      expect(allowed, `${line}: ${ended.stderr}`).toContain(ended.code);
    }
  }
});

it("the recipe of items that stay where they are gives them their ranks", async () => {
  const [, section = ""] = (await textOf("recipes.md")).split(
    "## Items that stay where they are\n",
  );
  const [, study = ""] = /^```yaml\n(.*?)^```$/ms.exec(section) ?? [];
  const without = study.replace(/^ *union all.*\n/m, "");
  expect(without).not.toBe(study);
  const applies = async (text: string): Promise<unknown> => {
    await writeFile(join(folder, "pinned.yaml"), text);
    const argv = ["evaluate", "pinned.yaml", "--format", "json"];
    const { stdout } = await runCommand(argv, { cwd: folder, modules });
    const [{ checks }] = JSON.parse(stdout).verdicts;
    return checks.find(({ check }: { check: string }) => check === "itemsNotRanked").applies;
  };
  expect([await applies(without), await applies(study)]).toEqual([true, false]);
});

/** A block of a session at a terminal: a command and what it prints, or text that goes into a file. */
const turns = /^```(console|yml)\n(?:\$ ([^\n]*)\n)?(.*?)^```$/gms;

/** The lines of a file, those in place of its own that set the same key. */
const withLines = (file: string, lines: readonly string[]): string =>
  lines.reduce((text, line) => {
    const key = /^ *\w+:/.exec(line)?.[0] ?? "no key";
    expect(text).toContain(`\n${key}`);
    return text.replace(new RegExp(`^${key}.*$`, "m"), line);
  }, file);

it.runIf(isThorough)(
  "the demo of docs/tutorial.md prints what is shown, in this order",
  { timeout: 300_000 },
  async () => {
    const study = join(folder, "hindcast-demo/study.yaml");
    const [, demo = ""] = (await textOf("tutorial.md")).split(/^## Read an answer$/m);
    let shown = 0;
    for (const [, kind, command = "", text = ""] of demo.matchAll(turns)) {
      const lines = text.split("\n").filter((line) => line !== "" && line !== "…");
      if (kind === "yml") {
        await writeFile(study, withLines(await readFile(study, "utf8"), lines));
        continue;
      }
      const { stdout } = await runCommand(wordsOf(command), { cwd: folder, modules });
      const printed = stdout.split("\n");
      for (const line of lines) {
        expect(printed, command).toContain(line);
        printed.splice(0, printed.indexOf(line) + 1);
        shown += 1;
      }
    }
    expect(shown).toBeGreaterThan(20);
  },
);

it("has pages that the index names, each of them", async () => {
  const index = await textOf("index.md");
  const all = await readdir(new URL("../docs/", import.meta.url));
  const unnamed = all.filter((page) => page.endsWith(".md") && page !== "index.md");
  expect(unnamed.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

/** The anchor of a heading, as GitHub and the site make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\]\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

it("links only to headings that there are", async () => {
  const all = (await readdir(new URL("../docs/", import.meta.url))).filter((page) =>
    page.endsWith(".md"),
  );
  const texts = new Map(
    await Promise.all(all.map(async (page) => [page, await textOf(page)] as const)),
  );
  const broken = [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([\w-]+\.md)?#([^)]+)\)/g)].flatMap(([, other = page, anchor = ""]) => {
      const headings = [...(texts.get(other) ?? "").matchAll(/^#+ (.*)$/gm)];
      return headings.some(([, heading = ""]) => anchorOf(heading) === anchor)
        ? []
        : [`${page}: ${other}#${anchor}`];
    }),
  );
  expect(broken).toEqual([]);
});

it("README.md and every page show commands with flags that there are, and studies that can be read", async () => {
  const flagsOf = new Map(
    await Promise.all(
      commands.map(async ({ name, load }) => {
        const { options } = (await load()).declare(new Command(name));
        return [name, options.flatMap(({ long, short }) => [long, short])] as const;
      }),
    ),
  );
  const pagesOf = await readdir(new URL("../docs/", import.meta.url));
  const wrong: string[] = [];
  let [shownCommands, shownStudies] = [0, 0];
  for (const page of ["../README.md", ...pagesOf.filter((each) => each.endsWith(".md"))]) {
    const text = await textOf(page);
    for (const [, kind, block = ""] of text.matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)) {
      if (kind === "yaml" && /^log:/m.test(block)) {
        expect(() => parseStudy(block, page)).not.toThrow();
        shownStudies += 1;
      }
      const isShell = kind === "sh" || kind === "console" || /^ *\$ /m.test(block);
      for (const line of isShell ? block.split("\n") : []) {
        const [, command, rest = ""] = /^(?:\$ )?(?:npx )?hindcast (\w+)([^#']*)/.exec(line) ?? [];
        if (command === undefined) continue;
        shownCommands += 1;
        const flags = flagsOf.get(command) ?? [];
        const given = rest.split(/\s+/).filter((word) => /^--?[a-z]/.test(word));
        const unknown = given.filter((flag) => !flags.includes(flag));
        if (!flagsOf.has(command) || unknown.length > 0) wrong.push(`${page}: ${line}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(shownCommands).toBeGreaterThan(30);
  expect(shownStudies).toBeGreaterThan(10);
});
