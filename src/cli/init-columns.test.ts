import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/fixture/run-command.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-init-columns-"));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Lists of three to six items, viewed to ranks that differ, every third to its end. */
const lists = Array.from({ length: 90 }, (_, list) => {
  const length = 3 + (list % 4);
  return { list, length, depth: list % 3 === 0 ? length : 1 + (list % (length - 1)) };
});

/** What init says of a log with one more column, and the study that it writes. */
async function init(
  name: string,
  value: (row: (typeof lists)[number], at: number) => unknown,
  { flags = [] as readonly string[], first = 1, answers = undefined as string[] | undefined } = {},
) {
  const rows = lists.flatMap((row) =>
    Array.from({ length: row.depth }, (_, at) =>
      [
        ...[`s${row.list}`, `u${row.list % 13}`, `i${(row.list * 5 + at) % 17}`, at + first],
        ...[((at + 1) % 6) + first, (row.list + at) % 11, value(row, at)],
      ].join(","),
    ),
  );
  const header = `session,user,item,position,new_rank,watch_s,${name}`;
  await writeFile(join(cwd, "log.csv"), [header, ...rows].join("\n"));
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answers?.shift() ?? "";
  };
  const yes = answers === undefined ? ["--yes"] : [];
  const ended = await runCommand(["init", "log.csv", ...yes, ...flags], { cwd, modules, ask });
  expect(ended).toMatchObject({ code: 0 });
  const study = await readFile(join(cwd, "study.yaml"), "utf8");
  await rm(join(cwd, "study.yaml"));
  return { said: ended.stderr, study, asked };
}

it.each(["list_len", "n_items", "slots", "Number of positions", "kept"])(
  "takes %s for the length of lists, of ranks from 0 and from 1",
  async (name) => {
    for (const first of [1, 0]) {
      const { said, study } = await init(name, ({ length }) => length, { first });
      expect(study).toMatch(new RegExp(`^  listLength: "?${name}"?`, "m"));
      expect(said).not.toContain("not used");
    }
  },
);

it("takes a length that no list reaches by its name alone", async () => {
  const { study } = await init("n_items", () => 40);
  expect(study).toContain("  listLength: n_items");
  const { said, study: other } = await init("age", ({ list }) => 20 + (list % 30));
  expect(other).not.toContain("listLength");
  expect(said).toContain("not used: age");
});

it.each([
  ["n_items", "the rows of a list that were viewed", ({ depth }: { depth: number }) => depth],
  ["n_items", "another value in each row of a list", (_: unknown, at: number) => 7 + at],
  ["n_items", "less than the deepest rank", () => 4],
] as const)("does not take %s for the length that holds %s", async (name, _what, value) => {
  const { said, study } = await init(name, value);
  expect(study).not.toContain(name);
  expect(said).toContain(`not used: ${name}`);
});

it("names the column in its question on a terminal", async () => {
  const { asked, study } = await init("n_items", ({ length }) => length, { answers: ["viewed"] });
  expect(asked.join("\n")).toContain(
    "How many positions has a list? (a number or a column) [n_items]",
  );
  expect(study).toContain("  listLength: n_items");
});

it("calls no column unused that --list-length names", async () => {
  const flags = ["--list-length", "entries"];
  const { said, study } = await init("entries", () => 40, { flags });
  expect(study).toContain("  listLength: entries");
  expect(said).not.toContain("not used");
});

it.each([
  ["0 or 1, 9.7 % empty", (at: number) => (at % 10 === 9 ? "" : at % 2)],
  ["0 or 1", (at: number) => at % 2],
  ["0 or 1", (at: number) => at % 2 === 0],
  ["1, 25 % empty", (at: number) => (at % 4 === 0 ? "" : 1)],
] as const)("asks in the study whether a column of %s is a reward", async (holds, value) => {
  let at = 0;
  const { said, study } = await init("finished", () => value(at++));
  expect(study).toMatch(new RegExp(`^    # finished: ${holds}: a reward\\?$`, "m"));
  expect(said).toContain("not used: finished (a reward?)");
  const named = await init("finished", () => value(at++), { flags: ["--reward", "finished"] });
  expect(named.study).not.toContain("a reward?");
});
