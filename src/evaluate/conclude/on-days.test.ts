import { describe, expect, it } from "vitest";
import { asEstimated } from "../../../test/fixture/as-estimated.js";
import { inTurn, repetitions, suiteSeed } from "../../../test/fixture/property.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy, tallyRows } from "../../../test/fixture/small-study.js";
import { StudyError } from "../../errors.js";
import { foldTally } from "../../tally/fold.js";
import { conclude } from "./conclude.js";
import type { Difference, Result } from "./result.js";
import { restoreNumbers } from "./withhold-numbers.js";

const study = smallStudy({ log: { day: "day", feed: "feed" } });
const curve = { fit: "geometric", cutoff: 6 };
const fitted = smallStudy({ log: { day: "day", feed: "feed", exposure: { curve } } });
const log = (seed: number | string) =>
  randomLog(`on days ${seed}`, { trajectories: 200, users: 40, days: 5, feeds: 2 });

/** Rows of estimates and differences, but for what diagnostics and verdicts say of them. */
const unsaid = { warnings: [], withheld: undefined };
const rowsOf = ({ estimates, differences }: Result): unknown => ({
  estimates: estimates.map(restoreNumbers).map((row) => ({ ...row, ...unsaid })),
  differences: differences
    .map(restoreNumbers)
    .filter((row) => !("value" in row && isOfVerdict(row)))
    .map((row) => ({ ...row, ...unsaid })),
});

const isOfVerdict = ({ adjusted }: Pick<Difference, "adjusted">): boolean =>
  adjusted.method !== "none";

/** Of the rows of verdicts what their sums are: the tables of all days move them, and make their errors. */
const sumsOf = (result: Result): readonly number[] =>
  result.differences
    .map(restoreNumbers)
    .flatMap((row) => ("value" in row && isOfVerdict(row) ? [asEstimated(result, row)] : []));

const worlds = Array.from({ length: repetitions(1, 8) }, (_, at) => `${suiteSeed} ${at}`);

describe("some days of a tally", () => {
  it.each(worlds)("are those of the log of these days, bit for bit (%s)", async (seed) => {
    const rows = log(seed);
    const [from, to] = ["2026-11-02", "2026-11-04"];
    const these = rows.filter(({ day }) => String(day) >= from && String(day) <= to);
    const some = await conclude(await tallyRows(study, rows), { days: { from, to } });
    const alone = await evaluateRows(study, these);
    expect(rowsOf(some)).toEqual(rowsOf(alone));
    expect(sumsOf(some)).toHaveLength(sumsOf(alone).length);
    for (const [at, value] of sumsOf(alone).entries())
      expect(sumsOf(some)[at]).toBeCloseTo(value, 9);
    const { firstDay, lastDay, days, trajectories, users } = alone.log;
    expect(some.log).toMatchObject({ firstDay, lastDay, days, trajectories, users });
    expect(some.log.impressions).toBeNull();
    expect(some.warnings[0]).toMatchObject({ code: "someDays", facts: { days: 3, of: 5 } });
  });

  it.each(inTurn([study, fitted], 2))("are nothing new where they are all", async (each) => {
    const tally = await tallyRows(each, log("all"));
    const plain = await conclude(tally);
    for (const days of [{ from: "2026-11-01" }, { from: "2026-01-01", to: "2026-12-31" }])
      expect(await conclude(tally, { days })).toEqual(plain);
  });

  it("of one day are its rows by day, under a fitted curve too", async () => {
    const tally = await tallyRows(fitted, log("one"));
    const day = "2026-11-03";
    const [all, one] = [
      await conclude(tally),
      await conclude(foldTally(tally, 1024), { days: { from: day, to: day } }),
    ];
    const valuesOf = ({ estimates }: Result, of: string | null) =>
      estimates
        .map(restoreNumbers)
        .flatMap((row) => (row.day === of && "value" in row ? [[row.value, row.n]] : []));
    expect(valuesOf(one, null)).toEqual(valuesOf(all, day));
    expect(one.log.users).toBe(
      new Set(log("one").flatMap((row) => (row.day === day ? [row.user] : []))).size,
    );
  });

  it("keep the checks of all days, and say so", async () => {
    const tally = await tallyRows(study, log("checks"));
    const { verdicts } = await conclude(tally, { days: { from: "2026-11-04" } });
    for (const { checks } of verdicts.filter(({ reason }) => reason.code !== "identical"))
      expect(checks?.length).toBeGreaterThan(0);
  });

  it.each([
    [{ from: "2026-12-01" }, "5 days, 2026-11-01 to 2026-11-05; it is from 2026-12-01 to the last"],
    [{ from: "2026-11-03", to: "2026-11-01" }, "from 2026-11-03 to 2026-11-01"],
    [{ from: "2026-11-3" }, "from 2026-11-3"],
  ])("are refused where the tally has none: %j", async (days, said) => {
    const tally = await tallyRows(study, log("none"));
    const refused = await conclude(tally, { days }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StudyError);
    expect(String(refused)).toContain(said);
  });

  it("are refused of a log that names none", async () => {
    const tally = await tallyRows(smallStudy(), log("unnamed"));
    await expect(conclude(tally, { days: { from: "2026-11-01" } })).rejects.toThrow("names no day");
  });
});
