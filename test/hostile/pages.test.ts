import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-pages-"));
  const rows = Array.from({ length: 120 }, (_, i) => {
    const keys = `session-key-${i >> 1},user-key-${(i >> 1) % 29},item-key-${i % 7}`;
    return `${keys},2026-11-0${1 + (i % 3)},${1 + (i % 2)},${2 - (i % 2)},${i % 3 ? 0 : 1}`;
  });
  const header = "session,user,item,day,place,other,liked";
  await writeFile(join(cwd, "log.csv"), [header, ...rows].join("\n"));
});
afterAll(() => rm(cwd, { recursive: true }));

const run = (...argv: string[]): Promise<CommandResult> => runCommand(argv, { cwd, modules });
const read = (name: string): Promise<string> => readFile(join(cwd, name), "latin1");

/** All that a study writes, whose policies are called by names of a stranger's, and so is its reward. */
async function outputsOf(names: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const roles = { trajectory: "session", user: "user", item: "item", rank: "place", day: "day" };
  const exposure = { curve: { model: "log2" } };
  const rewards = { [`${names[0]} `]: "liked" };
  const log = { source: "log.csv", ...roles, rewards, exposure };
  const policies = Object.fromEntries(names.map((name) => [name, { rank: "other" }]));
  await writeFile(join(cwd, "s.json"), JSON.stringify({ log, policies, estimators: ["dcg"] }));
  const words = ["-o", "r.json", "--html", "r.html", "--save-tally", "t.parquet"];
  expect((await run("evaluate", "s.json", ...words)).code).toBe(0);
  const shown = async (format: string): Promise<string> =>
    (await run("report", "r.json", "--format", format)).stdout;
  return {
    html: await read("r.html"),
    json: await read("r.json"),
    tally: await read("t.parquet"),
    table: await shown("table"),
    markdown: await shown("markdown"),
    csv: await shown("csv"),
  };
}

/** The elements of a page with the names of their attributes, each once. */
function elementsOf(page: string): readonly string[] {
  const { document } = parseHTML(page);
  const all = [...document.querySelectorAll("*")].map((each) => {
    const names = [...each.attributes].map(({ name }) => name).sort();
    return `${each.tagName.toLowerCase()} ${names.join(" ")}`;
  });
  return [...new Set(all)].sort();
}

const hostile: readonly string[] = [
  "</td></table><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</style><svg onload=alert(1)>",
  "</title><iframe src=javascript:alert(1)>",
  "' onmouseover='alert(1)' x=\"",
  "<!-- --!><base href=//127.0.0.1>",
  "&lt;script&gt;&#60;b&#62;&#x3c;i>",
  '<meta http-equiv=refresh content="0;url=//127.0.0.1">',
  "a | b\n|---|---|\n| [x](javascript:alert(1)) ![y](//127.0.0.1) `c` <b>",
];

describe("names of a stranger's", () => {
  let [plain, named]: Readonly<Record<string, string>>[] = [];
  beforeAll(async () => {
    plain = await outputsOf(hostile.map((_, i) => `candidate ${i}`));
    named = await outputsOf(hostile);
  });

  it("make no element and no attribute of a page", () => {
    const known = new Set(elementsOf(plain?.html ?? ""));
    expect(known.size).toBeGreaterThan(20);
    expect(named?.html).toContain("default-src 'none'");
    expect(named?.html).toContain("onmouseover");
    expect(elementsOf(named?.html ?? "").filter((each) => !known.has(each))).toEqual([]);
  });

  it("make no row, no link and no element of Markdown", () => {
    const rowsOf = (text = ""): number =>
      text.split("\n").filter((line) => /^\|/.test(line)).length;
    expect(rowsOf(named?.markdown)).toBe(rowsOf(plain?.markdown));
    expect(named?.markdown).not.toMatch(
      /(?<!\\)<(script|img|svg|iframe|base|meta|b)\b|(?<!\\)\]\(/,
    );
  });

  it("steer no terminal", () => {
    expect(named?.table).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

it("no key of a user, a trajectory or an item is in what a study writes", async () => {
  const outputs = Object.entries(await outputsOf(["candidate"]));
  await run("fit", "s.json", "--model", "geometric", "-o", "fit.json");
  for (const [name, text] of [...outputs, ["fit", await read("fit.json")] as const]) {
    expect(text.length, name).toBeGreaterThan(100);
    expect(text, name).not.toMatch(/(user|session|item)-key-/);
  }
});
