import { describe, expect, it } from "vitest";
import { fixturePlan } from "../../../../test/fixture/fixture-plan.js";
import { written } from "../../../../test/fixture/written.js";
import { painter } from "../../formats/text/paint.js";
import { plan } from "./plan.js";

const { html, markdown, csv } = written(plan, fixturePlan);
const wide = { width: 160, paint: painter(false) };
const text = (plan.show(fixturePlan)?.text(wide) ?? []).flatMap(({ lines }) => lines).join("\n");
const oneLine = text.replace(/\s+/g, " ");

it("says what the log finds, what was seen, and what finding it takes", () => {
  expect(oneLine).toContain("0.031 (+10.5 %)");
  expect(oneLine).toContain("+0.012 (+4.11 %)");
  expect(oneLine).toContain("15 %");
  expect(oneLine).toContain("46 days in all, 39 more");
  expect(oneLine).toContain("candidate, like, +5.00 %: power 22 %, 31 days in all, 24 more.");
  expect(oneLine).toContain("more days do not help: these users stay as uncertain");
  expect(oneLine).toContain("candidate, watch, feed search: candidate and logged are identical.");
  expect(oneLine).toContain("candidate, watch: candidate and logged are identical.");
});

it("warns that a difference within its error is a poor guide, and says what mixing rankings would bring", () => {
  expect(oneLine).toContain("less than two standard errors");
  expect(oneLine).toContain(
    "The difference of other in like, feed home, is less than two standard errors",
  );
  expect(oneLine).toContain("a mixture of 2 rankings");
  expect(oneLine).toContain("to 81 % of today's, and cost 3 % of the reward");
  expect(markdown).toContain(
    "- The difference of candidate in like is less than two standard errors",
  );
});

it("draws the smallest difference over days, with the numbers in a table, and those of clips", () => {
  expect(html).toContain("<polyline");
  expect(html).toContain("Over time");
  expect(html).toContain("By clip");
  expect(csv.filter(({ row }) => row === "plan by days")).toHaveLength(6);
  expect(csv[0]).toMatchObject({ row: "plan", moreDays: 39, powerForSeen: 0.146 });
});

it("names the feed of what mixing rankings would bring", () => {
  const lines = fixturePlan.lines.slice(0, 1).map((line) => ({ ...line, feed: "home" }));
  const told = written(plan, { ...fixturePlan, lines }).text.replace(/\s+/g, " ");
  expect(told).toContain("the error of candidate in like, feed home, to 81 %");
});

it("does not say that no number of days would do where that cannot be told", () => {
  const [line] = fixturePlan.lines;
  if (line === undefined) throw new Error("no line");
  const seen = { trajectories: null, days: null, moreDays: null, never: "unclear" } as const;
  const told = written(plan, { ...fixturePlan, lines: [{ ...line, seen }] }).text;
  expect(told).toContain("unknown: too few users");
  expect(told).not.toContain("more days do not help");
});

it("draws no table where no line has a plan: the reasons stand alone", () => {
  const empty = written(plan, { ...fixturePlan, lines: [] });
  expect(empty.text.replace(/\s+/g, " ")).toMatch(
    /^What this log can detect candidate, watch, feed search: candidate and logged/,
  );
  expect(empty.html).not.toContain("<table");
  expect(empty.html).toContain("candidate and logged are identical");
  expect(empty.markdown).not.toContain("|");
  expect(empty.markdown).toContain("candidate and logged are identical");
});

describe("in a terminal of 80 columns", () => {
  const [line] = fixturePlan.lines;
  if (line === undefined) throw new Error("no line");
  const never = { trajectories: null, days: null, moreDays: null };
  const lines = [
    {
      ...line,
      policy: "new-catalogue",
      feed: "home",
      smallest: { difference: 1.0313, lift: 1.1046 },
    },
    { ...line, policy: "new-catalogue", feed: "home", seen: never },
  ];
  const drawn = (width: number): string =>
    (plan.show({ ...fixturePlan, lines })?.text({ width, paint: painter(false) }) ?? [])
      .flatMap((block) => block.lines)
      .join("\n");

  it("gives relative differences alone, and says so", () => {
    const text = drawn(80);
    expect(text.split("\n").map((each) => each.length)).toSatisfy((lengths: number[]) =>
      lengths.every((length) => length <= 80),
    );
    expect(text).toMatch(/new-catalogue +like +home +\+110\.5 % +\+4\.11 % +15 % +46 days/);
    expect(text.replace(/\s+/g, " ")).toContain(
      "detects with power 80 %, relative to the baseline",
    );
    expect(text).not.toContain("+0.012");
  });

  it("gives both where there is room", () => {
    expect(drawn(140)).toContain("+0.012 (+4.11 %)");
    expect(drawn(140)).not.toContain("relative to the baseline");
  });
});
