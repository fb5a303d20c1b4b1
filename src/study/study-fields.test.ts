import { expect, it } from "vitest";
import { log, minimal, problemsOf } from "../../test/fixture/study-mistakes.js";
import { readStudy } from "./read-study.js";
import { studyInput } from "./study-input.js";

it("takes a margin as a share or in percent, and writes the share", () => {
  const study = readStudy({ log, guardrails: { like: { notWorseThan: "1.5 %" } } });
  expect(study.guardrails).toEqual({ like: { notWorseThan: 0.015 } });
  expect(readStudy(studyInput(study)).guardrails).toEqual(study.guardrails);
  expect(readStudy(minimal).guardrails).toBeUndefined();
});

it.each([
  [{ like: { notWorseThan: 0 } }, /in \(0, 1\), such as 0\.01 or 1 %/],
  [{ like: { notWorseThan: "120 %" } }, /in \(0, 1\)/],
  [{ like: { notWorseThan: 1 } }, /in \(0, 1\)/],
  [{ like: {} }, /notWorseThan/],
  [{ lik: { notWorseThan: 0.01 } }, /one of the rewards like.*like/],
])("refuses %j with a sentence", (guardrails, message) => {
  const [problem, ...others] = problemsOf({ log, guardrails });
  expect(problem?.message).toMatch(message);
  expect(others).toEqual([]);
});

it("takes a prior on lifts, and refuses one of width 0", () => {
  expect(readStudy({ log, prior: { lift: { sd: 0.05 } } }).prior).toEqual({ lift: { sd: 0.05 } });
  const [problem] = problemsOf({ log, prior: { lift: { sd: 0 } } });
  expect(problem?.message).toContain("width 0 would decide before the log is read");
});
