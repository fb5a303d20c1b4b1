import { expect, it } from "vitest";
import { fixtureTrackRecord } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import { painter } from "../../formats/text/paint.js";
import { trackedCalls } from "./tracked-calls.js";

it("says how often offline was right, and shows each call", () => {
  const { text, csv } = written(trackedCalls, fixtureTrackRecord());
  expect(text).toContain("Of 2 tests, offline got 1 right and 1 wrong");
  expect(text).toMatch(
    /november +candidate +like +better +worse +wrong +disagree +\+2\.10 % +-7\.30 %/,
  );
  expect(csv).toHaveLength(2);
});

it("tells calls from tests where a test has several", () => {
  const record = fixtureTrackRecord();
  const { text } = written(trackedCalls, { ...record, tests: 1 });
  expect(text).toContain("Of 2 verdicts in 1 test, offline got 1 right and 1 wrong");
});

it("keeps to 80 columns, and says what it leaves out", () => {
  const record = fixtureTrackRecord("a-candidate-of-autumn");
  const calls = record.calls.map((call) => ({ ...call, feed: "home" }));
  const blocks = trackedCalls
    .show({ ...record, calls })
    ?.text({ width: 80, paint: painter(false) });
  const lines = (blocks ?? []).flatMap((block) => block.lines);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.join(" ")).toContain("also have lifts, offline lift, online lift");
});

it("shows a set of lifts by its ends", () => {
  const record = fixtureTrackRecord();
  const set = { set: [0.031, 0.094], setSe: [0.01, 0.01] } as const;
  const calls = record.calls.map((call, at) =>
    at === 0 && call.offlineLift ? { ...call, offlineLift: { ...call.offlineLift, ...set } } : call,
  );
  const { text, csv } = written(trackedCalls, { ...record, calls });
  expect(text).toMatch(/october .*\+3\.10 % to \+9\.40 % +\+3\.10 %/);
  expect(csv.map(({ setLower, setUpper }) => [setLower, setUpper])).toEqual([
    [0.031, 0.094],
    [undefined, undefined],
  ]);
});
