import { expect, it } from "vitest";
import { reportedResult, survival, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { CheckResult, Verdict } from "../../../evaluate/conclude/result.js";
import { painter } from "../../formats/text/paint.js";
import { survives } from "./survives.js";

const shift = { value: -0.0081, se: null, unit: "reward", words: "a shift of -1.80 %" } as const;
const quiet = survival({ check: "support", title: "items missing from the log" });
const bent = survival({
  effect: "watch",
  applies: true,
  tipping: shift,
  measured: { value: 0.001, se: 0.0004, unit: "reward", words: "+0.28 % ± 0.09 → +2.91 %" },
  alternative: { difference: 0.01131, se: 0.00162, interval: [0.0081, 0.0145] },
  interval: [0.0081, 0.0145],
  message: "By the log's own view rates the difference is 0.0113.",
});
const refused = survival({
  check: "stopsOnReward",
  title: "rewards end sessions",
  effect: "doNotTrust",
  applies: true,
  holds: false,
  tipping: shift,
  measured: { value: -0.017, se: 0.0006, unit: "reward", words: "-3.40 % ± 0.12 → -1.50 %" },
  alternative: { difference: -0.0051, se: 0.0021, interval: [-0.0092, -0.001] },
  interval: [-0.0092, -0.001],
  message: "A like ends the session.",
});

const resultOf = (...verdicts: readonly Verdict[]) => reportedResult({ verdicts });
const of = (...found: readonly CheckResult[]) =>
  written(survives, resultOf(verdict({ checks: found, notTestable: ["trustBias"] })));

it("shows in the terminal what there is a sign of, and counts the others", () => {
  expect(of(bent, quiet, refused).text.split("\n")).toEqual([
    "Does the verdict hold?",
    "",
    "candidate against production, like per trajectory: better",
    "  threat                holds  would change at     this log shows",
    "  the curve             yes    a shift of -1.80 %  +0.28 % ± 0.09 → +2.91 %",
    "  rewards end sessions  NO     a shift of -1.80 %  -3.40 % ± 0.12 → -1.50 %",
    "  no evidence of 1 other threat",
    "",
    "  Not testable on this log: trust bias.",
  ]);
});

it("names lines without a sign or without a call together, by their policies and feeds", () => {
  const here = (feed: string, changes: Partial<Verdict> = {}) =>
    verdict({ feed, checks: [quiet], ...changes });
  const open = { verdict: "cannotTell", policy: "same" } as const;
  const { text } = written(
    survives,
    resultOf(here("1"), here("2"), here("2", { reward: "watch" }), here("1", open)),
  );
  expect(text.split("\n")).toEqual([
    "Does the verdict hold?",
    "  No evidence of any threat: candidate against production: like per trajectory, feeds 1, 2; watch",
    "    per trajectory, feed 2",
    "  Undecided, whatever the checks say: same against production: like per trajectory, feed 1",
  ]);
});

it("shows every danger of every line where all of it is wanted", () => {
  const style = { width: 100, paint: painter(false), full: true };
  const blocks = survives.show(resultOf(verdict({ checks: [quiet, bent] })))?.text(style) ?? [];
  const text = blocks.flatMap(({ lines }) => lines).join("\n");
  expect(text).toContain("  items missing from the log  yes    –");
  expect(text).not.toContain("other threats");
});

it("puts what a log shows on a line below where the terminal is narrow", () => {
  const style = { width: 60, paint: painter(false), full: true };
  const blocks = survives.show(reportedResult())?.text(style) ?? [];
  const widest = Math.max(...blocks.flatMap(({ lines }) => lines).map((line) => line.length));
  expect(widest).toBeLessThanOrEqual(80);
});

it("never counts what could not be tested as survived", () => {
  const { text, markdown, csv } = of(survival({ effect: "inconclusive" }), quiet);
  expect(text).toContain("  the curve  not tested");
  expect(markdown).toContain("| the curve | not tested | – |");
  expect(csv.map((row) => row.holds)).toEqual(["not tested", "yes"]);
});

it("says on the page what each line does not survive, and folds its table away", () => {
  const { html } = of(bent, quiet, refused);
  const [overview = "", ...tables] = html.split("<details><summary>candidate against production");
  expect(overview).toMatch(/<td>rewards end sessions<\/td>/);
  expect(tables.join()).toContain(
    '<tr><th scope="row" class="toned worse">rewards end sessions</th>',
  );
  expect(html).toContain(
    '<tr><th scope="row" class="toned worse">rewards end sessions</th><td class="toned worse">NO</td><td>a shift of -1.80 %</td><td>-3.40 % ± 0.12 → -1.50 %',
  );
  expect(html).toContain("Not testable on this log: trust bias.");
});

it("writes a row of each danger with its numbers in full", () => {
  expect(of(quiet, refused).csv).toMatchObject([
    { row: "check", code: "support", holds: "yes", evidence: "no", value: null },
    {
      code: "stopsOnReward",
      holds: "no",
      evidence: "yes",
      value: -0.0051,
      se: 0.0021,
      adjustedLower: -0.0092,
      tipping: -0.0081,
      tippingUnit: "reward",
      measured: -0.017,
      measuredSe: 0.0006,
    },
  ]);
});

it("leaves out verdicts that do not say what they survive", () => {
  expect(written(survives, reportedResult({ verdicts: [verdict()] })).text).toBe("");
});

it("names the first of what cannot be tested in the terminal, and all of it elsewhere", () => {
  const notTestable: NonNullable<Verdict["notTestable"]> = [
    "training",
    "choice",
    "trustBias",
    "neighbours",
    "laterSessions",
    "lateRewards",
  ];
  const { text, html } = written(survives, resultOf(verdict({ checks: [quiet], notTestable })));
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "Not testable on this log: training on this log (trainedUntil), choice by this log (chosenFrom), trust bias, effects of neighbouring items on each other (log.cluster) and 2 more.",
  );
  expect(html).toContain("rewards of some items that are not there yet.");
});

it("has one row on the page of what was not found and has no number, and repeats none beside it", () => {
  const measured = { value: 1, se: null, unit: "times" } as const;
  const silent = (title: string) =>
    survival({
      title,
      measured: { ...measured, words: "no sign" },
      message: `No ${title} is seen.`,
    });
  const counted = survival({
    title: "counted",
    measured: { ...measured, words: "no sign (1.02 times)" },
    message: "Nothing is seen.",
  });
  const told = survival({
    title: "told",
    measured: { ...measured, words: "1 %" },
    message: "Of 7.",
  });
  const results = [silent("tide"), counted, silent("moon"), told];
  const source = reportedResult({ verdicts: [verdict({ checks: results })] });
  const { html, markdown } = written(survives, source);
  expect(html).toContain(
    '<th scope="row">tide; moon</th><td>yes</td><td>–</td><td>no evidence</td>',
  );
  expect(html).toContain("<td>no sign (1.02 times)</td>");
  expect(html).toContain('1 %<br><span class="note">Of 7.</span>');
  expect(markdown).toMatch(/tide[\s\S]*moon/);
});
