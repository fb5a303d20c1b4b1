import { expect, it } from "vitest";
import { fixtureIndex, inputOf } from "../../../../test/fixture/fixture-kept-results.js";
import { fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { keptResult } from "../../kept-result.js";
import { keptStudies } from "./kept-studies.js";

it("takes results of the same policies, rewards and baseline for one study, and leads to it", () => {
  const { html, markdown } = written(keptStudies, fixtureIndex());
  expect(html).toContain(
    '<a href="#study-1">candidate, explorer, sampled against production: latency, like</a>',
  );
  expect(html.match(/<tr>/g)).toHaveLength(2);
  expect(markdown).toMatch(/\| 2 \| 2026-11-08 to 2026-11-14 \| This log cannot tell/);
});

it("tells studies apart by what they compare, the one with the newest result first", () => {
  const { verdicts } = fixtureResult();
  const changed = verdicts.map((line) => ({ ...line, baseline: "yesterday's" }));
  const other = inputOf("z.json", ["2026-12-01", "2026-12-02"], { verdicts: changed });
  const nothing = inputOf("none.json", ["2026-10-01", "2026-10-02"], { verdicts: [] });
  const index = fixtureIndex();
  const results = [...index.results, keptResult(other), keptResult(nothing)];
  const { text, html } = written(keptStudies, { ...index, results });
  expect(html.match(/href="#study-\d"/g)).toEqual([
    'href="#study-1"',
    'href="#study-2"',
    'href="#study-3"',
  ]);
  expect(html.indexOf("yesterday&#39;s")).toBeLessThan(html.indexOf("against production"));
  expect(text).toContain("Nothing compared");
});
