import { expect, it } from "vitest";
import { difference, fixtureResult, verdict } from "../../test/fixture/fixture-result.js";
import type { Result } from "../evaluate/conclude/result.js";
import { specificationsOf } from "./specifications.js";
import { saidOf } from "./specifications-said.js";

const own = verdict();
const { policy, reward, feed, estimand } = own;
const of = (value: number, more: object) =>
  difference(value, 0.01, { policy, reward, feed, estimand, ...more });

const result: Result = fixtureResult({
  verdicts: [own],
  whatIf: [],
  differences: [
    of(0.2, { estimator: "dcg" }),
    of(-0.1, { estimator: "snips", parameters: { scale: "observed" } }),
    of(0.3, { estimator: "ndcg" }),
    of(9, { day: "2026-11-01" }),
    of(9, { withheld: "support" }),
  ],
});

it("are the estimators of a line's reward, from the least to the largest", () => {
  const [line] = specificationsOf(result);
  const values = line?.specifications.map(({ value }) => value) ?? [];
  expect(values).toEqual(expect.arrayContaining([-0.1, 0.2]));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  for (const other of [0.3, 9]) expect(values).not.toContain(other);
  for (const { choices } of line?.specifications ?? [])
    expect(choices.map((each) => each.split(":")[0])).toEqual(["estimator", "reading", "curve"]);
});

it("have other curves without intervals, where these were asked for", () => {
  const [line] = specificationsOf(fixtureResult());
  const curves = line?.specifications.filter(({ choices }) => !choices.includes("curve: as used"));
  for (const { interval } of curves ?? []) expect(interval).toBeNull();
});

it("leave out a line whose numbers are no answer", () => {
  const refused = verdict({ verdict: "doNotTrust" });
  expect(specificationsOf({ ...result, verdicts: [refused] })).toEqual([]);
});

it("are said in a sentence, without those that are left out", () => {
  const [line = { name: "", specifications: [] }] = specificationsOf(result);
  expect(saidOf(line)).toMatch(/above 0 and 1 below: its sign hangs on the choice/);
  expect(saidOf(line, new Set(["estimator: snips"]))).toMatch(/^All \d+ ways? .* above 0\./);
});
