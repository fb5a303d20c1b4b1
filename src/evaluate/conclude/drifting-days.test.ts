import { describe, expect, it } from "vitest";
import { inMemory } from "../../../test/fixture/small-study.js";
import {
  type WeekendDials,
  weekendColumns,
  weekendLog,
  weekendStudy,
} from "../../../test/fixture/weekend-log.js";
import { readStudy } from "../../study/read-study.js";
import { evaluate } from "../evaluate.js";
import type { Result } from "./result.js";

const resultOf = (dials: WeekendDials): Promise<Result> =>
  evaluate(readStudy(weekendStudy), {
    engine: inMemory(weekendLog("one", dials), weekendColumns),
  });

const warned = ({ warnings }: Result): boolean =>
  warnings.some(({ code }) => code === "driftOfCurve");

describe("rows of single days under one curve", () => {
  it("are withheld where weekends go deeper than weekdays, but for what was observed and all days", async () => {
    const result = await resultOf({ goOn: [0.65, 0.85] });
    const byDay = result.differences.filter(({ day }) => day !== null);
    expect(byDay).toHaveLength(14);
    expect(byDay.every((row) => row.withheld?.code === "driftOfCurve")).toBe(true);
    const observed = result.estimates.filter(({ estimator }) => estimator === "mean");
    const whole = result.estimates.filter(({ day }) => day === null);
    expect([...observed, ...whole].filter((row) => "withheld" in row)).toEqual([]);
    expect(warned(result)).toBe(true);
  });

  it("stand where all days are alike and users come back", async () => {
    const result = await resultOf({ goOn: [0.72, 0.72] });
    expect(result.differences.filter((row) => "withheld" in row)).toEqual([]);
    expect(warned(result)).toBe(false);
  });
});

it("says that a difference falls over the days, and nothing where it stays", async () => {
  const trendsIn = ({ warnings }: Result) =>
    warnings.filter(({ code }) => code === "trendOfDays").map(({ message }) => message);
  const alike = { goOn: [0.72, 0.72], sessions: 4000 } as const;
  const [falls] = trendsIn(await resultOf({ ...alike, novelty: [0.6, 0.1] }));
  expect(falls).toMatch(/^a \(like\): the difference from logged falls from .* over the 14 days/);
  expect(trendsIn(await resultOf(alike))).toEqual([]);
});
