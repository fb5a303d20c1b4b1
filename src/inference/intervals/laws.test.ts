import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { intervals } from "./index.js";
import type { IntervalMethod } from "./interval.js";
import { intervalLaws } from "./laws.js";

describe.each(intervals.map((member, at) => [member.name, member, at] as const))(
  "%s",
  (_name, member, at) => {
    const rotated = [...intervalLaws.slice(at), ...intervalLaws.slice(0, at)];

    it.each(inTurn(rotated, 3).map((law) => [law.name, law] as const))("%s", (_law, law) => {
      law.check(member);
    });

    it("says what it is and where it comes from", () => {
      expect([member.purpose, member.reference]).not.toContain("");
    });
  },
);

it("has one default, which needs no replicates", () => {
  const defaults = intervals.filter((member) => member.default === true);
  expect(defaults).toHaveLength(1);
  expect(defaults[0]?.needsReplicates).toBeUndefined();
});

describe("the laws catch a method", () => {
  const [t] = intervals;
  if (t === undefined) throw new Error("no interval");
  const [value, confidence, zero, units, mirror, duality, coverage] = intervalLaws;
  const bent = (more: Partial<IntervalMethod>): IntervalMethod => ({ ...t, ...more });

  it.each([
    [value, "whose interval misses the value", bent({ margins: () => [-1, 2] })],
    [confidence, "of one width", bent({ margins: ({ se }) => [se, se] })],
    [zero, "that doubts a constant", bent({ margins: () => [1e-9, 1e-9] })],
    [units, "with a fixed margin", bent({ margins: (of, c) => [t.margins(of, c)[0] + 1, 1] })],
    [mirror, "that leans to one side", bent({ margins: (of, c) => [0, t.margins(of, c)[1]] })],
    [duality, "with a one-sided p", bent({ p: (of) => t.p(of) / 2 })],
    [
      coverage,
      "whose intervals are narrow",
      bent({ margins: (of, c) => t.margins({ ...of, se: of.se * 0.8 }, c) }),
    ],
  ] as const)("%o %s", (law, _what, method) => {
    expect(() => law?.check(method)).toThrow(/^t /);
  });
});
