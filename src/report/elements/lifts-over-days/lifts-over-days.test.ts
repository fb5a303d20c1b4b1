import { expect, it } from "vitest";
import { fixtureInputs, inputOf } from "../../../../test/fixture/fixture-kept-results.js";
import { fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { loadPlotter } from "../../charts/plotter.js";
import { keptResult, type NamedInput } from "../../kept-result.js";
import { studiesOverDays } from "../../studies-over-days.js";
import { liftsOverDays } from "./lifts-over-days.js";

function studyOf(inputs: readonly NamedInput[]) {
  const [study] = studiesOverDays({
    hindcast: "0.0.0",
    results: inputs.map(keptResult),
    unread: [],
  });
  if (study === undefined) throw new Error("Expected a study.");
  return study;
}

const plotter = await loadPlotter();
const drawn = (inputs: readonly NamedInput[]): readonly string[] =>
  (liftsOverDays.show(studyOf(inputs))?.figures?.(plotter.library) ?? []).map(
    (figure) => plotter.draw(figure).markup,
  );

it("shows lifts by day with their intervals, and sets by their ends", () => {
  const { text } = written(liftsOverDays, studyOf(fixtureInputs()));
  expect(text).toMatch(
    /2026-11-08 to 2026-11-14 +candidate +better +\+2\.83 % +\[\+1\.91, \+3\.74\]/,
  );
  expect(text).toMatch(
    /2026-11-01 to 2026-11-07 +candidate +worse +-4\.00 % to -1\.00 % +\[-5\.00, -0\.40\]/,
  );
});

it("draws a point for each answer at its last day, and none of what is no answer", () => {
  const [like = "", latency = ""] = drawn(fixtureInputs());
  const points = (picture: string): readonly (string | undefined)[] =>
    [...picture.matchAll(/<circle[^>]*><title>([^<]*)/g)].map(([, title]) => title);
  expect(points(like)).toEqual(["candidate, 2026-11-07", "candidate, 2026-11-14"]);
  expect(points(latency)).toEqual(["candidate, 2026-11-07", "candidate, 2026-11-14"]);
  const { csv } = written(liftsOverDays, studyOf(fixtureInputs()));
  const open = csv.filter(({ policy }) => policy !== "candidate");
  expect(open.map(({ lift, value }) => [lift ?? null, value])).toEqual(
    open.map(() => [null, null]),
  );
  expect(open.length).toBeGreaterThan(0);
});

it("has tables alone where logs have no days", () => {
  const { log } = fixtureResult();
  const undated = { ...log, days: null, firstDay: null, lastDay: null };
  const input = inputOf("a.json", ["", ""], { log: undated });
  expect(drawn([input])).toEqual([]);
  expect(written(liftsOverDays, studyOf([input])).text).toMatch(/– +candidate +better/);
});

it("says a difference where there is no lift", () => {
  const verdicts = fixtureResult().verdicts.map((line) => ({ ...line, lift: null }));
  const input = inputOf("a.json", ["2026-11-01", "2026-11-07"], { verdicts });
  expect(written(liftsOverDays, studyOf([input])).text).toMatch(
    /candidate +better +diff\. \+0\.0118/,
  );
});
