import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty, repetitions } from "../../test/fixture/property.js";
import {
  comparisonOf,
  neighbours,
  plainWorld,
  type SessionWorld,
  smallWorld,
} from "../../test/fixture/session-worlds.js";
import type { ReasonCode } from "../codes.js";
import { pOfSet } from "../inference/set-interval.js";
import { tTwoSidedP } from "../numeric/student-t.js";
import { rolesOf, withAlternatives } from "./alternatives.js";
import type { Check } from "./check.js";
import type { Comparison, NamedWidening, Reestimate } from "./comparison.js";
import { decide } from "./decide.js";
import { decisionOf } from "./decision-of.js";
import { checks } from "./index.js";
import { intervalOf, setAround, setsAround } from "./interval-of.js";
import { defineCheck } from "./judged.js";
import { withMissing } from "./missing-of-comparison.js";

interface Given {
  readonly check: ReasonCode | "study";
  readonly value: number;
  readonly se: number;
  readonly shiftT: number | null;
}
const [vector] = JSON.parse(readFileSync("test/vectors/range.json", "utf8")).filter(
  ({ name }: { name: string }) => name === "range.alternatives",
);
const cases: readonly (readonly [
  { level: number; alternatives: Given[] },
  Record<string, unknown>,
])[] = vector.inputs.map((given: never, at: number) => [given, vector.expected[at]]);

/** What a check of the vector reads: a model errs by a quarter of what it corrects of the reading by views. */
function readOf({ check, value, se, shiftT }: Given, all: readonly Given[]): Reestimate {
  const views = all.find((each) => each.check === "curve") ?? all[0];
  const quarter = Math.abs(value - (views?.value ?? 0)) / 4;
  const t = shiftT ?? 0;
  const p = tTwoSidedP(t, 31);
  const shift = { value: value - (all[0]?.value ?? 0), se: 0, t, df: 31, p };
  return {
    ...{ difference: value, se, shift, says: "", instead: "", facts: {} },
    errs: check === "curve" ? [0, 0] : [quarter, quarter],
    hasSign: Math.abs(t) > 2,
    isEstablished: p < 0.01,
    ...(check === "curve" && { countsViews: true as const }),
  };
}

const reads = (code: ReasonCode, read: Reestimate): Check => ({
  ...{ code, title: code, purpose: "", spoilsOthers: false, reestimate: () => read },
  examine: () => {
    throw new Error("not examined");
  },
});

const noSign: Given = { check: "trustBias", value: 0, se: 1, shiftT: 0 };

describe("alternatives of a comparison", () => {
  it.each(cases)(
    "lead, are added and are replaced as in the independent numbers: %j",
    (given, expected) => {
      const [study, ...others] = given.alternatives;
      if (study === undefined) throw new Error("a study");
      const ordered = ["stopsOnReward", "curve"].flatMap((code) =>
        others.filter(({ check }) => check === code),
      );
      const of = ordered.map((each) =>
        reads(each.check as ReasonCode, readOf(each, given.alternatives)),
      );
      const comparison = withAlternatives(
        {
          ...comparisonOf(smallWorld, "a"),
          difference: study.value,
          se: study.se,
          df: Infinity,
          level: given.level,
        },
        of,
      );
      const found = {
        lead: comparison.alternatives?.find(({ role }) => role === "lead")?.code,
        value: comparison.difference,
        set: setAround(comparison, comparison.difference, comparison.se).ends,
        interval: intervalOf(comparison, comparison.difference, comparison.se),
        p: Math.max(
          ...setsAround(comparison, comparison.difference, comparison.se).map((set) =>
            pOfSet(set, Infinity),
          ),
        ),
        call: decisionOf(comparison, comparison.difference, comparison.se),
      };
      const counted = comparison.alternatives?.filter(
        ({ role }) => role === "lead" || role === "added",
      );
      expect(counted?.map(({ code }) => code).toSorted()).toEqual(
        (expected.alternatives as string[]).toSorted(),
      );
      expect([found.lead, found.call]).toEqual([expected.lead, expected.call]);
      for (const key of ["value", "set", "interval", "p"] as const) {
        const [got, wanted] = [[found[key]].flat(), [expected[key]].flat()] as [number[], number[]];
        for (const [at, each] of wanted.entries()) {
          expect(Math.abs((got[at] ?? 9) - each)).toBeLessThan(
            1e-9 * Math.max(1e-9, Math.abs(each)) + 1e-12,
          );
        }
      }
    },
  );

  it("has the study's own in the lead where none is established, and drops what a deeper one contains", () => {
    const sign = { hasSign: true, isEstablished: false };
    const none = { hasSign: false, isEstablished: false };
    const sure = { hasSign: true, isEstablished: true };
    const countsViews = true as const;
    const study = { ...sign, countsViews };
    expect(rolesOf([none, none, study])).toEqual(["none", "none", "lead"]);
    expect(rolesOf([sign, none, study])).toEqual(["added", "none", "lead"]);
    const curve = { ...sure, countsViews };
    expect(rolesOf([sign, sure, curve, study])).toEqual(["added", "lead", "replaced", "replaced"]);
    expect(rolesOf([sure, none, curve, study])).toEqual(["lead", "none", "replaced", "replaced"]);
    expect(rolesOf([sure, sign, none, study])).toEqual(["lead", "added", "none", "replaced"]);
    expect(rolesOf([none, none, curve, study])).toEqual(["none", "none", "lead", "replaced"]);
  });

  it("adds up what widens a line, at either end, and takes from neither", () => {
    const farthest = { value: 0, se: 0, t: 0, df: 0, p: 1 };
    const up = { code: "trustBias", below: 0, above: 2, spreads: [1, 1.5], farthest } as const;
    const both = {
      code: "laterSessions",
      below: 1,
      above: 3,
      spreads: [2, 0.5],
      farthest,
    } as const;
    const set = (widened: Comparison["widened"]) => setAround(widened ? { widened } : {}, 10, 1);
    expect(set([up])).toEqual({ ends: [10, 12], se: [1, 1.5] });
    expect(set([up, both])).toEqual({ ends: [9, 15], se: [2, 0.75] });
    expect(set([both, up])).toEqual(set([up, both]));
    expect(set(undefined)).toEqual({ ends: [10, 10], se: [1, 1] });
  });

  it("leaves every digit as it is where the log shows no sign", () => {
    const plain = comparisonOf({ ...plainWorld, target: neighbours, curve: plainWorld.curve }, "b");
    const comparison = withAlternatives(plain, checks);
    const quiet = comparison.alternatives?.every(
      ({ role, code }) => role === "none" || code === "study",
    );
    expect(quiet).toBe(true);
    expect(comparison.difference).toBe(plain.difference);
    expect(intervalOf(comparison, comparison.difference, comparison.se)).toEqual(
      intervalOf(plain, plain.difference, plain.se),
    );
  });

  it("say that they are no number where they are none, and change nothing", () => {
    const comparison = comparisonOf(smallWorld, "a");
    const sure = readOf({ check: "curve", value: Number.NaN, se: 1, shiftT: 9 }, []);
    const check = defineCheck({
      ...{ code: "curve", title: "", purpose: "", spoilsOthers: false },
      reestimate: () => sure,
      read: () => {
        throw new Error("a sign is not silent");
      },
    });
    expect(check.examine(comparison)).toMatchObject({ effect: "none", untested: true });
    const read = withAlternatives(comparison, [check]);
    expect([read.difference, read.se]).toEqual([comparison.difference, comparison.se]);
  });

  it("are all within the interval where the log shows a sign of each", () => {
    const comparison = comparisonOf(smallWorld, "a");
    const { difference, se } = comparison;
    const farthest = { value: 0, se: 0, t: 0, df: 0, p: 1 };
    const errors = fc.double({ min: 0, max: 3, noNaN: true }).map((times) => times * se);
    const read = fc.record({
      difference: fc.double({ min: -6, max: 6, noNaN: true }).map((by) => difference + by * se),
      se: errors,
      errs: fc.tuple(errors, errors),
    });
    const codes = ["curve", "tasteWithDepth", "stopsOnReward"] as const;
    assertProperty(
      fc.property(fc.array(read, { maxLength: codes.length }), errors, errors, (all, down, up) => {
        const of = all.map((each, at) => {
          const given = { check: codes[at] ?? "curve", value: 0, se, shiftT: 3 } as const;
          const signed = { ...readOf(given, []), ...each, hasSign: true, isEstablished: false };
          return reads(codes[at] ?? "curve", signed);
        });
        const by: NamedWidening = {
          ...{ code: "trustBias", below: down, above: up, spreads: [1, 1], farthest },
        };
        const widening = { ...reads("trustBias", readOf(noSign, [])), widens: () => by };
        const found = withAlternatives(comparison, [...of, widening]);
        const [low, high] = intervalOf(found, found.difference, found.se);
        const own = { difference, errs: [0, 0] as const };
        const slack = 1e-9 * (Math.abs(difference) + se);
        for (const { difference: at, errs } of [own, ...all]) {
          expect(low).toBeLessThanOrEqual(at - errs[0] - down + slack);
          expect(high).toBeGreaterThanOrEqual(at + errs[1] + up - slack);
        }
      }),
      { quick: 200, thorough: 2000 },
    );
  });

  it("never narrow the interval but where one is established", () => {
    const comparison = comparisonOf(smallWorld, "a");
    const width = (each: Comparison): number => {
      const [low, high] = intervalOf(each, each.difference, each.se);
      return high - low;
    };
    const by = (times: number, isEstablished: boolean): Check =>
      reads("curve", {
        ...readOf(
          {
            check: "curve",
            value: comparison.difference + comparison.se,
            se: comparison.se * times,
            shiftT: 3,
          },
          [],
        ),
        isEstablished,
      });
    for (const times of [0, 0.5, 1, 2]) {
      expect(width(withAlternatives(comparison, [by(times, false)]))).toBeGreaterThanOrEqual(
        width(comparison),
      );
    }
    expect(width(withAlternatives(comparison, [by(0.5, true)]))).toBeLessThan(width(comparison));
  });
});

const log2 = Array.from({ length: 10 }, (_, at) => 1 / Math.log2(at + 2));
const rewards = [0.1, 0.4, 0.1, 0.4, 0.1, 0.4];
const swapped = [0.4, 0.1, 0.4, 0.1, 0.4, 0.1];
const viewedBy = (shown: readonly number[]): readonly number[] =>
  shown.map((_, at) => shown.slice(0, at).reduce((p, q) => p * 0.9 * (1 - 0.5 * q), 1));
const earned = (shown: readonly number[], viewed: readonly number[]): number =>
  shown.reduce((sum, q, at) => sum + q * (viewed[at] ?? 0), 0);

/** Of logs of a world: how many intervals hold the truth, of the study's own and of the comparison, and its calls. */
function coverage(world: SessionWorld, truth: number, seeds: number) {
  const all = Array.from({ length: seeds }, (_, at) => {
    const study = withMissing(comparisonOf(world, `covers ${at}`));
    const comparison = withAlternatives(study, checks);
    const { verdict } = decide(checks, comparison);
    return { study: covers(study, truth), line: covers(comparison, truth), verdict };
  });
  const count = (of: "study" | "line"): number => all.filter((each) => each[of]).length;
  return {
    study: count("study"),
    line: count("line"),
    verdicts: all.map(({ verdict }) => verdict),
  };
}

const covers = (comparison: Comparison, truth: number): boolean => {
  const [low, high] = intervalOf(comparison, comparison.difference, comparison.se);
  return low <= truth && truth <= high;
};

describe("an interval that the log itself corrects", () => {
  const seeds = repetitions(5, 50);

  it("holds the truth under a curve that the log refutes, and keeps a right call", () => {
    const up = plainWorld.rewards.map((reward, at) => (at === 2 ? 2 * reward : reward));
    const world = { ...plainWorld, rewards: up, sessions: 8000, curve: log2, target: neighbours };
    const rates = plainWorld.rewards.map((_, at) => 0.8 ** at);
    const goesOn = (): number => 0.8;
    const shown = up.map(
      (_, at) => up[Array.from(up, (_, r) => neighbours(r + 1)).indexOf(at + 1)] ?? 0,
    );
    const truth = earned(shown, rates) - earned(up, rates);
    const found = coverage({ ...world, goesOn }, truth, seeds);
    expect(found.line / seeds).toBeGreaterThanOrEqual(0.8);
    expect(found.study / seeds).toBeLessThanOrEqual(0.2);
    const wrong = truth > 0 ? "worse" : "better";
    expect(found.verdicts).not.toContain(wrong);
  });

  it("holds the truth where a reward may end the session, and is called by views alone", () => {
    const world: SessionWorld = {
      ...smallWorld,
      ...{ rewards, sessions: 8000, goesOn: () => 0.9, afterReward: 0.5, curve: viewedBy(rewards) },
    };
    const truth = earned(swapped, viewedBy(swapped)) - earned(rewards, viewedBy(rewards));
    const found = coverage(world, truth, seeds);
    expect(found.line / seeds).toBeGreaterThanOrEqual(0.8);
    expect(found.study / seeds).toBeLessThanOrEqual(0.3);
    expect(new Set(found.verdicts)).toEqual(new Set([truth > 0 ? "better" : "worse"]));
  });
});
