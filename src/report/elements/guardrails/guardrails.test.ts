import { expect, it } from "vitest";
import { fixtureGuarded } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { Guardrail } from "../../../evaluate/conclude/result.js";
import { withhold } from "../../withhold.js";
import { guardrails } from "./guardrails.js";

it("says of each guarded reward what it may lose and whether that is kept", () => {
  const { text, html, csv } = written(guardrails, withhold(fixtureGuarded()));
  expect(text).toMatch(/candidate +latency +2\.5 % .*broken/);
  expect(text).toContain("explorer, latency: The loss is not identified");
  expect(html).toContain("not shown");
  expect(csv.map(({ outcome }) => outcome)).toEqual(["held", "broken", "notShown"]);
});

it("shows nothing without guardrails", () => {
  const { guardrails: _, ...rest } = withhold(fixtureGuarded());
  expect(guardrails.show(rest)).toBeNull();
});

it("writes the set of a lift to CSV, and a point as both of its ends", () => {
  const { guardrails: given = [], ...rest } = withhold(fixtureGuarded());
  const [first] = given;
  if (first === undefined) throw new Error("a guardrail");
  const set = [-0.01, 0.02] as const;
  const lift = { value: 0.01, set, interval: [-0.03, 0.04] as const };
  const { csv } = written(guardrails, { ...rest, guardrails: [{ ...first, lift }, ...given] });
  expect(csv[0]).toMatchObject({
    lift: 0.01,
    liftSetLower: -0.01,
    liftSetUpper: 0.02,
    liftLower: -0.03,
  });
  expect(csv[1]?.liftSetLower).toBe(csv[1]?.lift);
});

it("is folded on the page where all are held, and open where one is not", () => {
  const { guardrails: given = [], ...rest } = withhold(fixtureGuarded());
  const of = (...outcomes: readonly Guardrail["outcome"][]) =>
    guardrails.show({
      ...rest,
      guardrails: given
        .slice(0, 1)
        .flatMap((each) => outcomes.map((outcome) => ({ ...each, outcome }))),
    });
  expect(of("held", "held")?.summary()).toBe("all 2 held");
  expect(of("held", "held")?.print()).toBe(true);
  for (const other of ["broken", "notShown"] as const) {
    expect(of("held", other)?.summary()).toBeNull();
  }
});
