import { expect, it } from "vitest";
import { randomLog } from "../../test/fixture/random-log.js";
import { smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import {
  packVerdicts,
  unpackVerdicts,
  verdictsOf,
  withoutChecks,
  withVerdicts,
} from "./verdicts.js";

it("give the result that the whole tally gives", async () => {
  const tally = await tallyRows(smallStudy(), randomLog(1));
  const levels = [0.9, 0.95].map((confidence) => ({ confidence, baseline: "logged" }));
  const verdicts = await unpackVerdicts(await packVerdicts(await verdictsOf(tally, levels)));
  for (const chosen of levels) {
    const light = await conclude(withoutChecks(tally), chosen);
    const whole = await conclude(tally, chosen);
    expect(light).not.toEqual(whole);
    expect(JSON.stringify(withVerdicts(light, chosen, verdicts))).toBe(JSON.stringify(whole));
  }
  const other = { confidence: 0.99, baseline: "logged" };
  expect(withVerdicts(await conclude(tally, other), other, verdicts)).toBeUndefined();
});

it("hold ranges of days beside the levels, as many as fit", async () => {
  const log = { day: "day" };
  const tally = await tallyRows(smallStudy({ log }), randomLog("ranges", { days: 4 }));
  const [level, first, second] = [
    { confidence: 0.95, baseline: "logged" },
    { confidence: 0.95, baseline: "logged", days: { from: "2026-11-01", to: "2026-11-02" } },
    { confidence: 0.95, baseline: "logged", days: { from: "2026-11-03", to: "2026-11-04" } },
  ];
  const more = [first, second];
  const all = await verdictsOf(tally, [level], { more, most: Number.POSITIVE_INFINITY });
  for (const chosen of more) {
    const light = await conclude(withoutChecks(tally), chosen);
    const whole = JSON.stringify(await conclude(tally, chosen));
    expect(JSON.stringify(light)).not.toBe(whole);
    expect(JSON.stringify(withVerdicts(light, chosen, all))).toBe(whole);
  }
  const { length } = await packVerdicts({ of: all.of.slice(0, 2) });
  expect((await verdictsOf(tally, [level], { more, most: length })).of).toEqual(all.of.slice(0, 2));
  expect((await verdictsOf(tally, [level], { more, most: 0 })).of).toHaveLength(1);
});
