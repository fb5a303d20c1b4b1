import { expect, it } from "vitest";
import { fixtureInputs, fixtureSideBySide } from "../../../../test/fixture/fixture-kept-results.js";
import { fixtureGuarded } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { sideBySide } from "../../side-by-side.js";
import { linesSideBySide } from "./lines-side-by-side.js";

it("marks lines whose verdicts differ, and shows them first", () => {
  const { text, html, csv } = written(linesSideBySide, fixtureSideBySide());
  expect(text).toContain("1 of 5 have different verdicts and are listed first");
  expect(text).toMatch(
    /verdicts +first\.json +second\.json\n +candidate +like +differ +worse -4\.00 %/,
  );
  expect(text.match(/ differ /g)).toHaveLength(1);
  expect(html).toContain('<a href="second.html">second.json</a>');
  expect(csv.slice(0, 2).map(({ file, verdict, compared }) => [file, verdict, compared])).toEqual([
    ["first.json", "worse", "other"],
    ["second.json", "better", "other"],
  ]);
  expect(csv).toHaveLength(10);
});

it("says where a result has no such comparison, after those that differ", () => {
  const [first, second] = fixtureInputs();
  if (first === undefined || second === undefined) throw new Error("Expected two results.");
  const verdicts = second.result.verdicts.slice(0, -1);
  const compared = sideBySide([first, { ...second, result: { ...second.result, verdicts } }]);
  expect(compared.lines.map((line) => line.compared).slice(0, 3)).toEqual([
    "other",
    "partly",
    "same",
  ]);
  expect(written(linesSideBySide, compared).text).toMatch(/not in all .*no such comparison/);
});

it("says where no verdict differs", () => {
  const [first] = fixtureInputs();
  if (first === undefined) throw new Error("Expected a result.");
  expect(written(linesSideBySide, sideBySide([first, first])).text).toContain(
    "no verdict differs where results have the same comparison",
  );
});

it("compares guardrails, and has the truth beside a line where a simulator knows it", () => {
  const [first, second] = fixtureInputs();
  if (first === undefined || second === undefined) throw new Error("Expected two results.");
  const guarded = (outcome: "held" | "broken") => ({
    guardrails: (fixtureGuarded().guardrails ?? []).slice(0, 1).map((row) => ({ ...row, outcome })),
  });
  const truth = [
    { policy: "candidate", reward: "like", feed: null, value: 0.44 },
    { policy: "production", reward: "like", feed: null, value: 0.4 },
  ];
  const compared = sideBySide([
    { ...first, result: { ...first.result, ...guarded("held") }, truth },
    { ...second, result: { ...second.result, ...guarded("broken") } },
  ]);
  const { text } = written(linesSideBySide, compared);
  expect(text).toMatch(/Guardrails[\s\S]*held +broken/);
  expect(text).toMatch(/\(truth \+10\.00? %\)/);
  expect(compared.guardrails).toHaveLength(1);
});
