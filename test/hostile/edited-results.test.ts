import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { fixtureResult } from "../fixture/fixture-result.js";
import { assertAsyncProperty } from "../fixture/property.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-edited-"));
  await mkdir(join(cwd, "past"));
});
afterAll(() => rm(cwd, { recursive: true }));

const hindcast = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { cwd, modules });

/** What the fixture's file says. */
type Json = { [key: string]: Json } | Json[];
const written = (): Json => JSON.parse(JSON.stringify(fixtureResult()));

function pathsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

/** The fixture with another value at a path, or without it. */
function edited(path: readonly string[], value: unknown): string {
  const result = written();
  const [last = "", ...before] = [...path].reverse();
  const holder = before
    .reverse()
    .reduce((at, key) => (at as Record<string, Json>)[key] as Json, result);
  (holder as Record<string, unknown>)[last] = value;
  return JSON.stringify(result);
}

it("a result with a wrong value is shown or refused, but no surprise", async () => {
  const path = fc.constantFrom(...pathsIn(written()));
  const value = fc.constantFrom<unknown>(null, -1e308, "x", [], {}, true, undefined, ["a"], [1, 2]);
  await assertAsyncProperty(
    fc.asyncProperty(path, value, async (at, other) => {
      await writeFile(join(cwd, "result.json"), edited(at, other));
      const { code, stderr } = await hindcast("report", "result.json", "--format", "markdown");
      expect([0, 1], stderr).toContain(code);
    }),
  );
});

it("an edited field is named with its file", async () => {
  const file = join(cwd, "past", "october.json");
  await writeFile(file, edited(["verdicts", "0", "verdict"], "best"));
  for (const words of [
    ["report", file],
    ["compare", "past"],
  ]) {
    const { code, stderr } = await hindcast(...words);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        `${file}: expected one of better, worse, cannotTell, doNotTrust as verdicts[0].verdict; it is "best".`,
      ),
    ]);
  }
  await writeFile(file, edited(["estimates", "0", "policy"], undefined));
  const { stderr } = await hindcast("report", file);
  expect(stderr).toContain("expected a text as estimates[0].policy; it is missing");
});

it("a verdict of version 0.1.0, which had no numbers, is shown without them", async () => {
  const { verdicts, ...result } = fixtureResult();
  const words = verdicts.map(({ policy, baseline, reward, feed, verdict, ...rest }) => {
    const { reason, estimator, parameters, estimand } = rest;
    return { policy, baseline, reward, feed, verdict, reason, estimator, parameters, estimand };
  });
  await writeFile(join(cwd, "old.json"), JSON.stringify({ ...result, verdicts: words }));
  const { code, stdout } = await hindcast("report", "old.json", "--format", "table");
  expect([code, stdout]).toEqual([0, expect.not.stringMatching(/undefined|NaN/)]);
});

it.each([
  ["users, days, feeds", { user: "u", day: "day", feed: "feed" }, {}, ["--what-if"]],
  [
    "no user, online, limits",
    {},
    {
      policies: { new: { rank: "other", online: { click: { value: 0.4, se: 0.05 } } } },
      estimators: ["snips", { dcg: { clip: [2, 8, "inf"] } }],
      prior: { lift: { sd: 0.05 } },
    },
    [],
  ],
])("what evaluate writes is read: %s", async (_name, log, more, words) => {
  const rows = Array.from({ length: 2000 }, (_, i) => {
    const [list, rank] = [i >> 2, 1 + (i % 4)];
    const row = [list, rank, 5 - rank, (i * 7919) % 5 === 0 ? 1 : 0, (i * 31) % 17];
    return [...row, `u${list >> 1}`, `2026-11-0${1 + (list % 4)}`, `f${list % 2}`].join(",");
  }).filter((_, i) => i % 4 <= (i >> 2) % 5);
  await writeFile(join(cwd, "log.csv"), `t,pos,other,click,ms,u,day,feed\n${rows.join("\n")}\n`);
  const study = {
    log: {
      ...{ source: "log.csv", trajectory: "t", rank: "pos", ...log },
      rewards: { click: "click", ms: { column: "ms", better: "lower" } },
      exposure: { curve: { fit: "yuleSimon", cutoff: 4 } },
    },
    policies: { new: { rank: "other" }, third: { rank: "other" } },
    guardrails: { ms: { notWorseThan: 0.1 } },
    ...more,
  };
  await writeFile(join(cwd, "study.json"), JSON.stringify(study));
  const made = await hindcast("evaluate", "study.json", "--output", "own.json", ...words);
  expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
  const { code, stderr } = await hindcast(
    "report",
    "own.json",
    "--format",
    "json",
    "-o",
    "again.json",
  );
  expect([code, stderr]).toEqual([0, "wrote again.json\n"]);
  const [first, second] = ["own.json", "again.json"].map((name) =>
    readFile(join(cwd, name), "utf8"),
  );
  expect((await second) === (await first)).toBe(true);
});
