import { expect, it } from "vitest";
import { fixtureResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { verdicts } from "./verdicts.js";

it("names the deciding estimator only where the reason does not", () => {
  const short = verdict({ reason: reason("intervalAboveZero", "The interval lies above 0.") });
  expect(written(verdicts, fixtureResult({ verdicts: [short] })).text).toContain(
    "By dcg(curve, qhat): The interval lies above 0.",
  );
  const { text } = written(verdicts, fixtureResult({ verdicts: [verdict()] }));
  expect(text).not.toContain("By dcg");
  expect(text).toContain("difference by dcg(curve, qhat) lies above 0.");
});

it("says which direction is better where that is down", () => {
  const { html, markdown } = written(verdicts, fixtureResult());
  expect(html).toContain("latency (lower is better)");
  expect(markdown).toContain("**WORSE** · candidate against production, latency (lower is better)");
});

it("says of a study that compares nothing that it has no verdict, on the page", () => {
  const { html, text, csv } = written(verdicts, fixtureResult({ verdicts: [] }));
  expect(html).toContain("there is no verdict");
  expect([text, csv]).toEqual(["", []]);
});

const numbers = /would have earned|no estimate|lift|difference [+-]|<svg/;

it("prints no number as an answer where the verdict is do not trust", () => {
  const trusted = written(verdicts, fixtureResult({ verdicts: [verdict()] }));
  const why = reason("ranksAmongViewed", "The ranks were taken among the viewed items.");
  const bent = verdict({ verdict: "doNotTrust", reason: why });
  const { html, text, markdown } = written(verdicts, fixtureResult({ verdicts: [bent] }));
  expect([trusted.html, trusted.text, trusted.markdown].join()).toMatch(numbers);
  for (const each of [html, text, markdown]) {
    expect(each).not.toMatch(numbers);
    expect(each).toContain("The ranks were taken among the viewed items.");
  }
});

it("prints of a candidate with missing views only the range that their rewards allow", () => {
  const facts = { range: [-0.012, 0.0345], assumed: [0, 0.8] };
  const why = reason("support", "5 % of the views are missing.", facts);
  const open = verdict({ verdict: "cannotTell", reason: why });
  const { html, text, markdown } = written(verdicts, fixtureResult({ verdicts: [open] }));
  for (const each of [html, text, markdown]) {
    expect(each).not.toMatch(numbers);
    expect(each).toContain("lies between -0.0120 and +0.0345, chance aside");
    expect(each).toMatch(/if each missing view\s+earns from 0 to 0\.8\./);
  }
  const bare = verdict({ verdict: "cannotTell", reason: reason("support", "Views are missing.") });
  expect(written(verdicts, fixtureResult({ verdicts: [bare] })).text).not.toContain("lies between");
});

it("prints the numbers where an interval alone decides nothing", () => {
  const why = reason("intervalHoldsZero", "The interval holds 0.");
  const open = verdict({ verdict: "cannotTell", reason: why });
  const { text } = written(verdicts, fixtureResult({ verdicts: [open] }));
  expect(text).toContain("would have earned");
  expect(text).toContain("lift");
});

it("draws the lifts of all cards on one scale", () => {
  const lifts = [0.05, -0.41].map((value) => ({
    value,
    interval: [value - 0.01, value + 0.01] as const,
  }));
  const lines = lifts.map((lift) => verdict({ lift }));
  const { html } = written(verdicts, fixtureResult({ verdicts: lines }));
  const axes = html
    .split('<svg class="strip axis"')
    .slice(1)
    .map((part) => part.split("</svg>")[0]);
  expect(axes).toHaveLength(2);
  expect(new Set(axes).size).toBe(1);
  expect(html).toContain("lift in %");
});
