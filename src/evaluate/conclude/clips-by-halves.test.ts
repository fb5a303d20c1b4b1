import { expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";

it("names the clip that the data choose, of each estimator with three or more and the unclipped value", async () => {
  const estimators = [
    { dcg: { clip: [1, 2, "inf"] } },
    { ips: { clipRatio: [0.5, 1, 2] } },
    "ips",
    { dcg: { discount: "log2", clip: [1, 2, "inf"] } },
    { snips: {} },
  ];
  const { clips = [] } = await evaluateRows(
    smallStudy({ log: { user: undefined }, estimators }),
    randomLog("clips"),
  );
  const asked = new Set(clips.map(({ estimator, limit }) => `${estimator} ${limit}`));
  expect(asked).toEqual(new Set(["dcg clip", "ips clipRatio"]));
  expect(clips.map(({ policy }) => policy)).not.toContain("logged");
  for (const { value, se, interval, parameters } of clips) {
    expect(interval[0] < value && value < interval[1] && se > 0).toBe(true);
    expect(parameters).toHaveProperty("clip");
  }
  const two = await evaluateRows(
    smallStudy({ log: { user: undefined }, estimators: [{ dcg: { clip: [2, "inf"] } }] }),
    randomLog("clips"),
  );
  expect(two).not.toHaveProperty("clips");
});
