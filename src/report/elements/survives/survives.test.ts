import { expect, it } from "vitest";
import { fixtureResult, survival, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { survives } from "./survives.js";

const quiet = survival({ danger: "support", title: "items the log does not hold" });
const bent = survival({
  effect: "watch",
  binds: true,
  alternative: { difference: 0.01131, se: 0.00162, interval: [0.0081, 0.0145] },
  message: "By the view rates that this log shows itself the difference is 0.0113.",
});
const refused = survival({
  danger: "stopsOnReward",
  title: "rewards end sessions",
  effect: "doNotTrust",
  binds: true,
  survives: false,
  alternative: { difference: -0.0051, se: 0.0021, interval: [-0.0092, -0.001] },
  message: "A like ends the session.",
});

const of = (...found: readonly ReturnType<typeof survival>[]) =>
  written(survives, fixtureResult({ verdicts: [verdict({ survives: found })] }));

it("shows in the terminal what there is a sign of, and names the others in one line", () => {
  expect(of(bent, quiet, refused).text.split("\n")).toEqual([
    "Does the decision survive?",
    "  candidate against production, like per trajectory: better",
    "    yes         the curve: difference +0.0113 ± 0.0016",
    "                By the view rates that this log shows itself the difference is 0.0113.",
    "    NO          rewards end sessions: difference -0.0051 ± 0.0021",
    "                A like ends the session.",
    "    survives: items the log does not hold",
  ]);
});

it("never counts what could not be tested as survived", () => {
  const { text, markdown, csv } = of(survival({ effect: "inconclusive" }), quiet);
  expect(text).toContain("    not tested  the curve");
  expect(text).toContain("survives: items the log does not hold");
  expect(markdown).toContain("| the curve | not tested | not tested |");
  expect(csv.map((row) => row.survives)).toEqual(["not tested", "yes"]);
});

it("folds the table of a line away only where nothing refuses it", () => {
  expect(of(bent, quiet).html).toContain("<details><summary>candidate against production");
  const { html } = of(bent, quiet, refused);
  expect(html).not.toContain("<details>");
  expect(html).toContain(
    '<tr class="refuses"><th scope="row">rewards end sessions</th><td class="answer">NO</td>',
  );
});

it("writes a row of each danger with its re-estimate in full", () => {
  expect(of(quiet, refused).csv).toMatchObject([
    { row: "survival", code: "support", survives: "yes", sign: "no sign", value: null },
    { code: "stopsOnReward", survives: "no", sign: "a sign", value: -0.0051, se: 0.0021 },
  ]);
});

it("leaves out verdicts that do not say what they survive", () => {
  expect(written(survives, fixtureResult({ verdicts: [verdict()] })).text).toBe("");
});
