import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AbWorld, abMonth, abStudy } from "../../test/fixture/ab-month.js";
import { inTurn, isInTurn, repetitions } from "../../test/fixture/property.js";
import { randomLog } from "../../test/fixture/random-log.js";
import { inMemory, smallStudy, table } from "../../test/fixture/small-study.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Difference } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { fitLog } from "../evaluate/fit.js";
import { fitResultToJson } from "../evaluate/fit-to-json.js";
import { takeTally } from "../evaluate/take-tally.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { readStudy } from "../study/read-study.js";
import { planOf } from "./plan.js";
import { powerAt, smallestDifference } from "./power.js";

const rows = randomLog("plan", { trajectories: 400, users: 150 });
const dcg = { dcg: { clip: [1, 4, "inf"] } };

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));
const study = readStudy(
  smallStudy({
    estimators: ["dcg", dcg],
    policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
  }),
);
const tally = takeTally(study, { engine: inMemory(rows) });

it("has a line for every verdict with a difference, by its own error and level", async () => {
  const taken = await tally;
  const plan = await planOf(taken, { power: 0.9, lift: 0.05 });
  const { differences, verdicts } = await conclude(taken);
  expect(plan.lines.length + plan.none.length).toBe(verdicts.length);
  expect(plan.none.map(({ policy }) => policy)).toContain("same");
  expect(plan.lines.length).toBeGreaterThan(0);
  for (const line of plan.lines) {
    const row = differences
      .map(restoreNumbers)
      .find(
        (each): each is Difference =>
          "value" in each &&
          each.day === null &&
          each.policy === line.policy &&
          each.reward === line.reward &&
          each.adjusted.method !== "none",
      );
    if (row === undefined) throw new Error("a difference");
    const test = { alpha: row.adjusted.level, power: 0.9 };
    if (line.floor !== null) continue;
    expect(line.smallest.difference).toBeCloseTo(smallestDifference(row.se, test, row.df), 12);
    expect(line.powerForSeen).toBeCloseTo(powerAt(row.value, row.se, test.alpha, row.df), 12);
    expect(line.sd).toBeCloseTo(row.se * Math.sqrt(400), 9);
    const lifts = line.byDays.map(({ difference }) => difference);
    expect(lifts.toSorted((a, b) => b - a)).toEqual(lifts);
    expect(line.asked?.lift).toBe(0.05);
  }
});

inShare(0)("plans nothing from numbers that are not an answer, and says why", async () => {
  const all = randomLog("withheld plan", { trajectories: 800, users: 150 });
  const clicked = all.filter(({ like }) => like === 1);
  const taken = await takeTally(study, { engine: inMemory(clicked) });
  const { verdicts } = await conclude(taken);
  const withheld = verdicts.filter((each) => each.withheld !== undefined);
  expect(withheld.map(restoreNumbers).some(({ se }) => se !== null && se > 0)).toBe(true);
  const { lines, none } = await planOf(taken);
  expect(lines.length + none.length).toBe(verdicts.length);
  for (const { policy, reward, reason, checks = [] } of withheld) {
    expect(lines.filter((each) => each.policy === policy && each.reward === reward)).toEqual([]);
    const { message } = none.find((each) => each.policy === policy && each.reward === reward) ?? {};
    expect([reason, ...checks].map((each) => each.message)).toContain(message);
  }
});

inShare(1)("finds no difference that missing views leave open, however long it takes", async () => {
  const unseen = randomLog("missing views", { trajectories: 400, users: 150, notShown: 0.5 });
  const taken = await takeTally(study, { engine: inMemory(unseen) });
  const open = (await planOf(taken)).lines.filter(({ floor }) => floor !== null);
  expect(open.length).toBeGreaterThan(0);
  for (const { floor, smallest, value, seen, byDays } of open) {
    const least = floor?.difference ?? 0;
    expect(smallest.difference).toBeGreaterThan(least);
    for (const each of byDays) expect(each.difference).toBeGreaterThan(least);
    expect(seen.never === "missingViews").toBe(Math.abs(value) <= least);
  }
});

inShare(1)("names the feed of a line without a plan", async () => {
  const feeds = randomLog("plan by feed", { trajectories: 60, users: 60, feeds: 2 });
  const asked = smallStudy({ policies: { same: { rank: "copied" } }, log: { feed: "feed" } });
  const { none } = await planOf(await takeTally(readStudy(asked), { engine: inMemory(feeds) }));
  expect(new Set(none.map(({ feed }) => feed))).toEqual(new Set(["1", "2"]));
});

it("settles what was seen on the day that it says", async () => {
  const plan = await planOf(await tally);
  const held = plan.days ?? 0;
  for (const { seen, value, byDays, smallest } of plan.lines) {
    if (seen.days === null) continue;
    expect(seen.moreDays).toBe(Math.max(0, seen.days - held));
    expect(seen.days <= held).toBe(Math.abs(value) >= smallest.difference * (1 - 1e-9));
    expect(byDays.some(({ days }) => days === held)).toBe(true);
  }
});

it("shows what clips would find, the narrowest first, where the study lists some", async () => {
  const [line] = (await planOf(await tally)).lines;
  expect(line?.byClip.map(({ clip }) => clip)).toEqual([1, 4, "inf"]);
  expect(line?.byClip.at(-1)?.difference).toBeGreaterThan(line?.byClip[0]?.difference ?? Infinity);
});

it("says how rankings could be mixed: exposures within the curve, no larger error, at a cost", async () => {
  const found = (await planOf(await tally)).lines.flatMap(({ logging }) =>
    logging ? [logging] : [],
  );
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

it("has the verdicts of conclude, though it answers fewer questions", async () => {
  const dailyless = { exposure: { curve: { fit: "geometric" } }, day: "day" };
  const estimators = ["mean", "ndcg", { dcg: { clip: [4, "inf"] } }, "snips", "ips"];
  const learnt = readStudy(smallStudy({ estimators, log: dailyless }));
  for (const taken of [await tally, await takeTally(learnt, { engine: inMemory(rows) })]) {
    const { verdicts } = await conclude(taken);
    const { lines } = await planOf(taken);
    for (const line of lines) {
      const own = verdicts.find(
        (each) =>
          each.policy === line.policy && each.reward === line.reward && each.feed === line.feed,
      );
      const { verdict, value, se, df, level, estimator, parameters } = line;
      expect(own).toMatchObject({ verdict, value, se, df, level, estimator, parameters });
    }
    expect(lines.length).toBeGreaterThan(0);
  }
});

inShare(1)(
  "counts days without an answer, and finds what was seen with the trajectories of those days",
  async () => {
    const dated = randomLog("plan by day", { trajectories: 400, users: 150, days: 4 });
    const alone = dated[0]?.session;
    const last = dated
      .map((row) => row.day)
      .sort()
      .at(-1);
    const short = dated.filter((row) => row.day !== last || row.session === alone);
    const held = new Set([...short.map(({ day }) => day), last]).size;
    const log = short.map((row) => (row.session === alone ? { ...row, day: last ?? null } : row));
    const asked = readStudy(smallStudy({ estimators: ["dcg"], log: { day: "day" } }));
    const taken = await takeTally(asked, { engine: inMemory(log) });
    const { differences } = await conclude(taken);
    expect(differences.some((each) => "none" in each && each.day !== null)).toBe(true);
    const { lines } = await planOf(taken);
    for (const { byDays, seen, se, sd } of lines) {
      expect(byDays.map(({ days }) => days)).toContain(held);
      const trajectories = (sd / se) ** 2;
      if (seen.days === null) continue;
      expect(Math.ceil(((seen.trajectories ?? 0) / trajectories) * held - 0.01)).toBe(seen.days);
    }
    expect(lines.some(({ seen }) => seen.days !== null)).toBe(true);
  },
);

it("refuses a power or a lift that is none", async () => {
  const taken = await tally;
  await expect(planOf(taken, { lift: Number.NaN })).rejects.toThrow("The lift must be in (0, ∞)");
  await expect(planOf(taken, { lift: 0 })).rejects.toThrow("it is 0.");
  await expect(planOf(taken, { power: 1 })).rejects.toThrow(
    "The power must be in (0, 1); it is 1.",
  );
});

it.each(
  inTurn<readonly [string, object]>(
    [
      ["known", { table: [...table] }],
      ["learnt from all of them", { fit: "geometric" }],
    ],
    2,
  ),
)(
  "sees that days of the same users bring nothing new, under a curve that is %s",
  async (_, curve) => {
    const returning = randomLog("returning", { trajectories: 120, users: 120 });
    const log = [1, 2, 3, 4].flatMap((day) =>
      returning.map((row) => ({
        ...row,
        session: BigInt(Number(row.session) + 1000 * day),
        day: `2026-11-0${day}`,
      })),
    );
    const asked = readStudy(
      smallStudy({ estimators: ["dcg"], log: { exposure: { curve }, day: "day" } }),
    );
    const { lines } = await planOf(await takeTally(asked, { engine: inMemory(log) }), {
      lift: 0.001,
    });
    expect(lines.length).toBeGreaterThan(0);
    for (const { byDays, smallest, asked } of lines) {
      for (const { difference } of byDays)
        expect(difference / smallest.difference).toBeCloseTo(1, 2);
      expect(asked).toMatchObject({ days: null, never: "sameUsers" });
    }
  },
);

inShare(0)(
  "keeps the error of a curve from another log's file, which no more days of this one lower",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "plan-"));
    const path = join(folder, "fit.json");
    const elsewhere = randomLog("plan, fitted", { trajectories: 40, users: 40 });
    const fit = readStudy(smallStudy({ log: { exposure: { curve: { fit: "geometric" } } } }));
    const fitted = await fitLog(fit, { engine: inMemory(elsewhere) });
    await writeFile(path, JSON.stringify(fitResultToJson(fitted)));
    const days = randomLog("plan of a file", { trajectories: 1200, users: 1200, days: 4 });
    const take = (curve: object) => {
      const log = { exposure: { curve }, day: "day" };
      const asked = smallStudy({ estimators: ["dcg"], policies: { a: { rank: "rank_a" } }, log });
      return takeTally(readStudy(asked), { engine: inMemory(days) });
    };
    const { lines } = await planOf(await take({ file: path }), { lift: 0.01 });
    await rm(folder, { recursive: true });
    expect(lines.length).toBeGreaterThan(0);
    for (const { byDays, asked } of lines) {
      const at = (days: number): number =>
        byDays.find((each) => each.days === days)?.difference ?? Number.NaN;
      // With eight times the days all of it would be 0.35 of that of four days.
      expect(at(32) / at(4)).toBeGreaterThan(0.6);
      expect(asked?.days).toBeNull();
    }
    expect(lines.map(({ asked }) => asked?.never)).toContain("curveOfFile");
  },
);

inShare(0)("takes no difference under its own hypothesis for what users share", async () => {
  const world: AbWorld = { seed: "far below", days: 4, sessions: 150, skills: { a: -1 } };
  const asked = readStudy(abStudy(world, abMonth(world), { estimators: ["dcg"] }));
  const { lines } = await planOf(await takeTally(asked, { engine: createInterpreter({}) }), {
    lift: 0.05,
  });
  expect(lines.length).toBe(1);
  for (const { value, se, designEffect, asked, byDays, smallest } of lines) {
    expect(value / se).toBeLessThan(-4);
    expect(designEffect).toBeLessThan(1.3);
    expect(asked?.days).toBeGreaterThan(4);
    const [half] = byDays;
    expect(half?.days).toBe(2);
    expect((half?.difference ?? 0) / smallest.difference).toBeCloseTo(Math.SQRT2, 1);
  }
});
