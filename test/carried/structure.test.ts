import { describe, expect, it } from "vitest";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { ask, few, studyOf } from "./agree.js";
import { type Dials, randomLog } from "./random-log.js";

const fit = { fit: "table", support: 1, cutoff: 6 };
const under = (structure: string, rows: Parameters<typeof ask>[1]): Promise<Result> =>
  ask(studyOf(fit, { log: { day: "day", structure }, estimators: few }), rows);

/** All that is said, but for how the structure was looked at. */
const said = ({ study: _, log: { structure: __, ...log }, ...rest }: Result): string =>
  JSON.stringify({ ...rest, log });

describe("structure: sample, of a log whose curve is learnt", () => {
  const cases: readonly (readonly [string, Dials, string])[] = [
    ["positions without an item", { holes: 0.6 }, "holes"],
    ["sessions over midnight", { overnight: 0.6 }, "severalDays"],
  ];

  it.each(cases)("knows every trajectory's: %s", async (name, dials, count) => {
    const rows = randomLog(name, { users: 60, days: 2, notShown: 0.1, ...dials });
    const [sample, check] = [await under("sample", rows), await under("check", rows)];
    expect(check.log.counts[count]).toBeGreaterThan(5);
    expect(said(sample)).toBe(said(check));
  });
});
