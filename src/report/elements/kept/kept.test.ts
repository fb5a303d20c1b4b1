import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { describeRefusal } from "../../words/kept-curve.js";
import { kept } from "./kept.js";

const reported = (feed: ReturnType<typeof fittedFeed>) => ({ ...feed, confidence: 0.95 });

it("says the kept curve with its interval, and why it is recommended", () => {
  const { text, html, markdown } = written(kept, reported(fittedFeed()));
  expect(text).toMatch(/^YULESIMON {3}Feed home\n {2}rho 1\.\d+ ± 0\.\d+, 95 % interval \[1\./);
  expect(html).toContain("card keptCurve");
  expect(markdown).toMatch(/^\*\*Kept: yuleSimon\*\*/);
});

it("says of a measured curve to which rank it goes, and with which tail", () => {
  const spliced = reported(fittedFeed(null, { model: "table", tail: "geometric" }));
  expect(written(kept, spliced).text.replace(/\s+/g, " ")).toMatch(
    /as measured to rank \d+, then geometric \(gamma 0\.\d+\) to rank 64/,
  );
});

it("says why no curve is kept, a reason that all models share once", () => {
  const { text, html } = written(kept, reported(refusedFeed()));
  expect(text).toMatch(/^NO CURVE {4}Feed search/);
  expect(text.match(/All 80 trajectories/g)).toHaveLength(1);
  expect(html).toContain("card noCurve");
  expect(describeRefusal(refusedFeed())).toMatch(/^Feed search: No model can be fitted/);
  expect(describeRefusal(fittedFeed())).toBeNull();
});
