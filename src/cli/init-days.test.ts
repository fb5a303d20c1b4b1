import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import { runCommand } from "../../test/fixture/run-command.js";
import { checks } from "../checks/index.js";
import { modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-init-days-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const viewed = Array.from({ length: 40 }, (_, list) =>
  Array.from({ length: 1 + (list % 5) }, (_, at) => ({ list, at })),
).flat();

/** Forty sessions on two days, viewed down to depths that differ, with one more column. */
async function init(
  name: string,
  value: (day: number, row: number) => unknown,
  names: Readonly<Record<string, string>> = {},
): Promise<{ said: string; study: string }> {
  const called = (key: string): string => names[key] ?? key;
  const rows = viewed.map(({ list, at }, i) => ({
    [called("session")]: `s${list}`,
    [called("user")]: `u${list % 7}`,
    [called("item")]: `i${i % 8}`,
    [called("position")]: at + 1,
    [called("new_rank")]: ((at + 1) % 5) + 1,
    [called("clicked")]: (i * 7) % 5 === 0 ? 1 : 0,
    [name]: value(list < 20 ? 2 : 3, i),
  }));
  await writeFile(join(cwd, "log.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  const { stderr } = await runCommand(["init", "log.jsonl", "--yes"], { cwd, modules });
  return { said: stderr, study: await readFile(join(cwd, "study.yaml"), "utf8") };
}

/** What check says of the study, with a curve that is not fitted first. */
async function check(): Promise<{ code: number; stdout: string }> {
  const text = await readFile(join(cwd, "study.yaml"), "utf8");
  const given = text.replace("{ fit: auto }", "{ model: geometric, gamma: 0.7 }");
  await writeFile(join(cwd, "study.yaml"), given);
  return runCommand(["check", "study.yaml"], { cwd, modules });
}

const at = (day: number): number => Date.UTC(2026, 10, day, 13);

it.each(
  inTurn([
    ["event_time", (day: number) => at(day)],
    ["createdAt", (day: number) => at(day) / 1000],
    ["dt", (day: number) => 20261100 + day],
    ["ts", (day: number) => `${10 + day}.11.2026 09:30`],
  ]),
)("finds the day in %s", async (name, value) => {
  const { said, study } = await init(name, value);
  expect(study).toContain(`  day: ${name}`);
  expect(said).not.toMatch(/to do|no column reads as a day/);
  const { code, stdout } = await check();
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("2 days") });
});

it("asks which of two dates is the day", async () => {
  const rows = viewed.map(({ list, at }) => [list, `i${at}`, at + 1, at % 2, "2026-11-02"]);
  const lines = [
    "session,item,position,clicked,shown_on,published",
    ...rows.map((row) => `${row},2026-10-30`),
  ];
  await writeFile(join(cwd, "log.csv"), lines.join("\n"));
  const { stderr } = await runCommand(["init", "log.csv", "--yes"], { cwd, modules });
  expect(stderr).toContain("shown_on, published are dates");
  expect(stderr).not.toContain("no column reads as a day");
  expect(await readFile(join(cwd, "study.yaml"), "utf8")).not.toMatch(/^ {2}day:/m);
});

it("asks for the order of days that have two readings", async () => {
  const { said, study } = await init("ts", (day) => `11/0${day}/2026`);
  expect(study).toContain("  day: ts");
  expect(said).toContain("to do: log.day: the days in column");
  expect(said).toContain("log.dayOrder: monthFirst or dayFirst");
});

it.each(
  inTurn([
    ["user_number", (_: number, row: number) => 1_793_577_600 + row],
    ["watch_time", (_: number, row: number) => 1_793_577_600 + row],
    ["created_by", (_: number, row: number) => `editor ${row % 3}`],
  ]),
)("takes no %s for a day, and says what is lost", async (name, value) => {
  const { said, study } = await init(name, value);
  expect(study).not.toContain("  day:");
  const lost = checks.filter(({ reads }) => reads?.includes("days"));
  expect(lost.length).toBeGreaterThan(1);
  for (const { code } of lost) expect(said).toContain(`(${code})`);
  const { stdout } = await check();
  for (const { code } of lost) expect(stdout.replace(/\s+/g, " ")).toContain(`(${code})`);
});

it("knows names in camel case, and a rank in a few more words", async () => {
  const names = {
    session: "sessionId",
    user: "userID",
    item: "itemId",
    position: "positionIndex",
    new_rank: "newRank",
    clicked: "isClicked",
  };
  const { said, study } = await init("eventDate", (day) => `2026-11-0${day}`, names);
  expect(said).not.toContain("to do");
  expect(study).toMatch(/rank: positionIndex[\s\S]*new: \{ rank: newRank \}/);
});

it("casts texts that are numbers, and says so", async () => {
  const { said, study } = await init("watch", (_, row) => `${row % 4},${row % 7}`);
  expect(said).toContain("watch holds numbers with a decimal comma: the study casts it");
  expect(study).toContain("CAST(replace");
  expect((await check()).code).toBe(0);
});
