import { describe, expect, it } from "vitest";
import { randomLog } from "../../test/carried/random-log.js";
import { inMemory } from "../../test/fixture/small-study.js";
import { requestOf } from "../evaluate/ask/tally-request.js";
import { bindSource } from "../evaluate/survey/bind-source.js";
import { withSurvey } from "../evaluate/survey/with-survey.js";
import type { Engine } from "../sql/engine.js";
import { double } from "../sql/expression.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";
import { takeSums } from "./take.js";

const study = readStudy({
  log: {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    rank: "position",
    day: "day",
    logger: "logger",
    rewards: { like: "like" },
    exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
  },
  policies: { a: { rank: "rank_a" } },
});

/** What the pass by trajectory finds of the structure, how many such passes it took, and what each added up. */
async function structureOf(rows: readonly Row[], impressions?: number) {
  const inner = inMemory(rows);
  const added: number[] = [];
  const engine: Engine = {
    ...inner,
    query: (plan, options) => {
      const sums = plan.columns.filter(({ name }) => name.startsWith("c_"));
      if (plan.purpose === "trajectories") added.push(sums.length);
      return inner.query(plan, options);
    },
  };
  const log = await bindSource({ engine, options: {} }, study);
  const {
    structure,
    rows: count,
    table,
  } = await withSurvey({ engine, options: {} }, study, log, (found) => {
    const components = [{ over: "rows", value: double(1) } as const];
    const request = { ...requestOf(study, found, { kind: "exact" }), components };
    const asked = impressions === undefined ? request : { ...request, impressions };
    return takeSums(engine, asked, rows.length, async () => ({ daysSpan: false }));
  });
  return { structure, count, table, added };
}

const sound = randomLog("quick check", { users: 20, days: 2, loggers: 2 });
const [first = {}] = sound.filter(({ position }) => position === 2n);
const changed = (change: Row): readonly Row[] =>
  sound.map((row) => (row === first ? { ...row, ...change } : row));
const others = sound.filter(({ session }) => session === 5n);

describe("the quick check of trajectories", () => {
  it("finds a sound log sound in one pass", async () => {
    const quick = await structureOf(sound, 2 ** 20);
    expect(quick.added).toEqual([1]);
    expect(quick).toEqual(await structureOf(sound));
    expect(Object.values(quick.structure).every((found) => found === 0)).toBe(true);
  });

  it.each([
    ["a rank twice", changed({ position: 1n }), "duplicates"],
    ["a hole", changed({ position: 9n }), "holes"],
    ["a doubled row", [...sound, first], "duplicates"],
    ["two users", changed({ user: 99n }), "severalUsers"],
    ["two days", changed({ day: "2026-11-09" }), "severalDays"],
    ["two logging policies", changed({ logger: "other" }), "severalLoggers"],
    [
      "a key of two whole trajectories",
      [...sound, ...others.map((row) => ({ ...row, user: 98n }))],
      "duplicates",
    ],
  ])("says of %s what the full checks say", async (_, rows, count) => {
    const quick = await structureOf(rows, 2 ** 20);
    const full = await structureOf(rows);
    expect(quick.added).toEqual([1, 0]);
    expect(quick.structure).toEqual(full.structure);
    expect(quick.table).toEqual(full.table);
    expect(quick.count).toBe(full.count);
    expect(quick.structure[count]).toBeGreaterThan(0);
  });
});
