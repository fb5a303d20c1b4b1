import { expect, it } from "vitest";
import { fixtureFit } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { fitLogSize } from "./fit-log.js";

it("says how many trajectories the curves are fitted on, under a heading in Markdown", () => {
  const { text, markdown, html } = written(fitLogSize, fixtureFit());
  expect(text).toBe("6,789 impressions; the curves are fitted on 2,240 trajectories.");
  expect(markdown).toMatch(/^# Position bias\n\n6,789 impressions/);
  expect(html).toBe("");
});
