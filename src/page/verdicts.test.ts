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
