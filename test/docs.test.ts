import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readData } from "../bench/data-file.js";
import { checks } from "../src/checks/index.js";
import { engines } from "../src/engines/index.js";
import { estimators } from "../src/estimators/index.js";
import { curves } from "../src/exposure/index.js";
import { adjustments } from "../src/inference/adjustments/index.js";
import { intervals } from "../src/inference/intervals/index.js";
import { keyOf, type Role } from "../src/log/role.js";
import { roles } from "../src/log/roles/index.js";
import { sources } from "../src/log/sources/index.js";
import { parseStudy } from "../src/study/parse-study.js";

const textOf = (name: string): Promise<string> =>
  readFile(new URL(`../${name}`, import.meta.url), "utf8");

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = ""]) => block);

describe.each([
  ["README.md", 1],
  ["docs/study.md", 3],
])("%s", (name, least) => {
  it("shows studies that can be read", async () => {
    const studies = blocksOf(await textOf(name)).filter((block) => /^log:/m.test(block));
    expect(studies.length).toBeGreaterThanOrEqual(least);
    for (const study of studies) expect(() => parseStudy(study, name)).not.toThrow();
  });
});

describe("docs/study.md", () => {
  it("has a row for every estimator, curve and parameter of these", async () => {
    const text = await textOf("docs/study.md");
    const hasRow = (name: string): boolean => text.includes(`\n| \`${name}\` |`);
    const missing = estimators.flatMap(({ name, purpose, parameters }) => [
      ...(hasRow(name) ? [] : [`| \`${name}\` | ${purpose} | its parameters | yes or no |`]),
      ...parameters
        .filter((each) => !hasRow(each.name))
        .map((each) => `| \`${each.name}\` | its values | its default | ${each.purpose} |`),
    ]);
    expect(missing, 'docs/study.md, section "estimators": add these rows').toEqual([]);
    for (const { name, parameters } of curves) {
      const row = new RegExp(`^\\| \`${name}\` \\|.*`, "m").exec(text)?.[0] ?? "no row";
      for (const { name: each } of parameters) expect(row).toContain(`\`${each}\``);
    }
  });

  it("has a row for every source", async () => {
    const text = await textOf("docs/study.md");
    for (const { name, isShort } of sources) {
      expect(text).toContain(isShort ? "| `logs/*.parquet`" : `| \`{ ${name}: `);
    }
  });

  it("names every way to make intervals and to adjust p in the rows of their keys", async () => {
    const text = await textOf("docs/study.md");
    for (const [key, members] of [
      ["interval", intervals],
      ["adjust", adjustments],
    ] as const) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${key}\` |`)) ?? "no row";
      for (const { name } of members) expect(row, `docs/study.md, \`${key}\``).toContain(name);
    }
  });

  it("has the row that every option of an engine declares", async () => {
    const text = (await textOf("docs/study.md")).replaceAll("`", "");
    const declared = engines.flatMap((engine) =>
      engine.options.map((option) => ({ engine: engine.name, option })),
    );
    for (const { option } of declared) {
      const same = declared.filter(
        ({ option: { name, purpose } }) => name === option.name && purpose === option.purpose,
      );
      const of = same.map(({ engine }) => engine).join(", ");
      const what = option.purpose.charAt(0).toLowerCase() + option.purpose.slice(1, -1);
      const absent = option.required ? "required" : option.otherwise;
      expect(text).toContain(`\n| ${option.name} | ${of} | ${what} | ${absent} |\n`);
    }
    for (const { name, aliases } of engines) {
      for (const each of [name, ...aliases]) expect(text).toContain(each);
    }
  });

  it.each(roles.map((role: Role) => [role.name, role] as const))(
    "has the row that the role %s declares",
    async (_, role) => {
      const text = await textOf("docs/study.md");
      const { purpose, without } = role.words;
      const rows = text.split("\n").filter((row) => row.startsWith(`| \`${keyOf(role)}\``));
      const ending = without === undefined ? " |" : ` | ${without} |`;
      const declared = rows.filter((row) => row.includes(`| ${purpose}`) && row.endsWith(ending));
      expect(declared).toHaveLength(1);
    },
  );

  it.each(roles.map((role: Role) => [role.name, role] as const))(
    "has a section on the role %s with its key and its codes",
    async (name, { in: section, refuses = {}, ...role }) => {
      const sections = (await textOf("src/log/roles/roles.md")).split(/^## /m);
      const page = sections.find((each) => each.startsWith(`${name}\n`));
      const codes = Object.values(refuses).map(({ code }) => code);
      for (const code of codes) expect(page).toContain(`\`${code}\``);
      if (section === "log") expect(page).toContain(`\`log.${role.key ?? role.field}\``);
    },
  );

  it("has a row for every key of a study, its log and its engine", async () => {
    const text = await textOf("docs/study.md");
    const schema = JSON.parse(await textOf("schema/study.json"));
    const { log, engine } = schema.properties;
    const inEngine = engine.anyOf.find((form: { type?: string }) => form.type === "object");
    const isOffered = ([, { deprecated }]: [string, { deprecated?: boolean }]) => !deprecated;
    const keys = [schema, log, inEngine].flatMap(({ properties }) =>
      Object.entries<{ deprecated?: boolean }>(properties)
        .filter(isOffered)
        .map(([key]) => key),
    );
    expect(keys).toContain("database");
    for (const key of keys) expect(text).toContain(`\n| \`${key}\` |`);
  });
});

describe("docs/verdicts.md", () => {
  it("has a row for every check, in the order in which reasons are given", async () => {
    const text = await textOf("docs/verdicts.md");
    const rows = /^## The checks$([\s\S]*?)^## /m.exec(text)?.[1] ?? "";
    const said = [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(said).toEqual(checks.map(({ code }) => code));
  });
});

const pages = async (): Promise<readonly string[]> => {
  const names = await readdir(new URL("../docs/", import.meta.url));
  return [
    "README.md",
    ...names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
  ];
};

/** Words as `wc -w` counts them. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;

describe("every page", () => {
  it("docs/study.md says a key in a sentence: no cell of a table has more than 30 words", async () => {
    const rows = (await textOf("docs/study.md")).split("\n").filter((line) => line.startsWith("|"));
    expect(rows.length).toBeGreaterThan(150);
    const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/));
    expect(cells.filter((cell) => wordsIn(cell) > 30)).toEqual([]);
  });

  it("is one of few words: all of them have at most 45,000 with a letter together, code included", async () => {
    const texts = await Promise.all((await pages()).map(textOf));
    const words = texts.flatMap((text) => text.match(/\S*\p{Letter}\S*/gu) ?? []);
    expect(words.length).toBeLessThanOrEqual(45_000);
  });

  it("fences its code: a block of four spaces scrolls with the page", async () => {
    for (const page of await pages()) {
      const unfenced = (await textOf(page)).replace(/^```.*?^```$/gms, "");
      expect(unfenced.match(/^ {4}[^-\s].*/m)?.[0], page).toBeUndefined();
    }
  });
});

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, "")
    .replaceAll(" ", "-");

const proseOf = async (path: string): Promise<string> =>
  (await textOf(path)).replaceAll(/^```.*?^```$/gms, "");

const anchorsIn = async (path: string): Promise<readonly string[]> =>
  [...(await proseOf(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));

/** Links of a page that lead to no file, or to no heading of a page. */
async function lostIn(page: string): Promise<readonly string[]> {
  const links = [...(await proseOf(page)).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)];
  const lost = links.map(async ([, link = ""]) => {
    const [path = "", anchor] = link.split("#");
    const to = path === "" ? page : join(dirname(page), path);
    if (!existsSync(to)) return link;
    if (anchor === undefined || !to.endsWith(".md")) return null;
    return (await anchorsIn(to)).includes(anchor) ? null : link;
  });
  return (await Promise.all(lost)).filter((link) => link !== null);
}

it("every link of a page leads to a file, and to a heading where it names one", async () => {
  const names = (await readdir("docs")).filter((name) => name.endsWith(".md"));
  const pages = ["README.md", "CONTRIBUTING.md", ...names.map((name) => `docs/${name}`)];
  const lost = await Promise.all(pages.map(async (page) => [page, await lostIn(page)] as const));
  expect(lost.filter(([, links]) => links.length > 0)).toEqual([]);
});

it("docs/verdicts.md says how many logs with missing views had a verdict in the verdict study", async () => {
  const counted = ["missing views", "missing views, declared"].map((name) => {
    const worlds = readData("verdict-study").filter(({ group }) => group === name);
    const logs = worlds.map(({ seeds, better, worse, covers, intervals }) => {
      expect(covers).toBe(intervals);
      return [Number(seeds), Math.round(Number(seeds) * (Number(better) + Number(worse)))] as const;
    });
    const [all, judged] = [0, 1].map((at) => logs.reduce((sum, log) => sum + (log[at] ?? 0), 0));
    return { worlds: worlds.length, text: `${judged} of ${all}` };
  });
  const [alone, declared] = counted;
  expect(await textOf("docs/verdicts.md")).toContain(
    `without \`unlogged\` ${alone?.text} logs (${alone?.worlds} worlds) had a verdict, with it ${declared?.text} (${declared?.worlds} worlds)`,
  );
});
