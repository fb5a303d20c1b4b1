import { expect, it } from "vitest";
import { randomLog } from "../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../test/fixture/small-study.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Difference } from "../evaluate/conclude/result.js";
import { takeTally } from "../evaluate/take-tally.js";
import { readStudy } from "../study/index.js";
import { planOf } from "./plan.js";
import { powerAt, smallestDifference } from "./power.js";

const rows = randomLog("plan", { trajectories: 400, users: 150 });
const dcg = { dcg: { clip: [1, 4, "inf"] } };
const study = readStudy(
  smallStudy({
    estimators: ["dcg", dcg],
    policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
  }),
);
const tally = takeTally(study, { engine: inMemory(rows) });

it("has a line for every verdict with a difference, by its own error and level", async () => {
  const taken = await tally;
  const plan = planOf(taken, { power: 0.9, lift: 0.05 });
  const { differences, verdicts } = conclude(taken);
  expect(plan.lines.length + plan.none.length).toBe(verdicts.length);
  expect(plan.none.map(({ policy }) => policy)).toContain("same");
  expect(plan.lines.length).toBeGreaterThan(0);
  for (const line of plan.lines) {
    const row = differences.find(
      (each): each is Difference =>
        "value" in each &&
        each.day === null &&
        each.policy === line.policy &&
        each.reward === line.reward &&
        each.adjusted.method !== "none",
    );
    if (row === undefined) throw new Error("a difference");
    const test = { alpha: row.adjusted.level, power: 0.9 };
    expect(line.smallest.difference).toBeCloseTo(smallestDifference(row.se, test, row.df), 12);
    expect(line.powerForSeen).toBeCloseTo(powerAt(row.value, row.se, test.alpha, row.df), 12);
    expect(line.sd).toBeCloseTo(row.se * Math.sqrt(400), 9);
    const lifts = line.byDays.map(({ difference }) => difference);
    expect(lifts.toSorted((a, b) => b - a)).toEqual(lifts);
    expect(line.asked?.lift).toBe(0.05);
  }
});

it("settles what was seen on the day that it says", async () => {
  const plan = planOf(await tally);
  const held = plan.days ?? 0;
  for (const { seen, value, byDays, smallest } of plan.lines) {
    if (seen.days === null) continue;
    expect(seen.moreDays).toBe(Math.max(0, seen.days - held));
    expect(seen.days <= held).toBe(Math.abs(value) >= smallest.difference * (1 - 1e-9));
    expect(byDays.some(({ days }) => days === held)).toBe(true);
  }
});

it("shows what clips would find, the narrowest first, where the study lists some", async () => {
  const [line] = planOf(await tally).lines;
  expect(line?.byClip.map(({ clip }) => clip)).toEqual([1, 4, "inf"]);
  expect(line?.byClip.at(-1)?.difference).toBeGreaterThan(line?.byClip[0]?.difference ?? Infinity);
});

it("says how rankings could be mixed: exposures within the curve, no larger error, at a cost", async () => {
  const found = planOf(await tally).lines.flatMap(({ logging }) => (logging ? [logging] : []));
  expect(found.length).toBeGreaterThan(0);
  for (const { production, exposure, errorRatio, mixture, cost } of found) {
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    expect(sum(exposure)).toBeCloseTo(sum(production), 9);
    expect(errorRatio).toBeLessThanOrEqual(1 + 1e-9);
    expect(Math.abs(cost)).toBeLessThan(1);
    for (const { ranking } of mixture) {
      expect(ranking.toSorted((a, b) => a - b)).toEqual(production.map((_, r) => r + 1));
    }
  }
});

it("refuses a power that is none", async () => {
  const taken = await tally;
  expect(() => planOf(taken, { power: 1 })).toThrow("The power must be in (0, 1); it is 1.");
});

it("takes days as independent under a curve that all of them learnt", async () => {
  const exposure = { curve: { fit: "geometric" } };
  const learnt = readStudy(smallStudy({ estimators: ["dcg"], log: { exposure, day: "day" } }));
  const { lines, days } = planOf(await takeTally(learnt, { engine: inMemory(rows) }));
  for (const { byDays, smallest } of lines) {
    const last = byDays.at(-1);
    const expected = smallest.difference * Math.sqrt((days ?? 1) / (last?.days ?? 1));
    expect(last?.difference).toBeCloseTo(expected, 9);
  }
});
