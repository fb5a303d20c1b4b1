import { expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { models } from "./models.js";

const feed = { ...fittedFeed(), confidence: 0.95 };

it("shows the models side by side, the kept one marked", () => {
  const { text, html, markdown } = written(models, feed);
  for (const { model } of feed.rows) expect(text).toContain(`\n  ${model}`);
  expect(text).toContain("yuleSimon (kept)");
  expect(html.match(/<table>/g)).toHaveLength(3);
  expect(markdown).toContain("| yuleSimon (kept) |");
});

it("says of a measured table its hazards, and no interval", () => {
  expect(written(models, feed).text).toMatch(/\n {2}table +11 hazards\n/);
});

it("says a note that holds of several models once", () => {
  const { markdown } = written(models, { ...refusedFeed(), confidence: 0.95 });
  expect(markdown.match(/All 80 trajectories/g)).toHaveLength(1);
  expect(markdown).toContain("- table, geometric, yuleSimon, inverse, logAlpha: All 80");
});
