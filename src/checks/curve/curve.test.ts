import { describe, expect, it } from "vitest";
import {
  comparisonOf,
  drawSessions,
  neighbours,
  plainWorld,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import type { Comparison } from "../comparison.js";
import { decisionOf } from "../decision-of.js";
import { curve } from "./curve.js";

const wrong = { ...smallWorld, curve: [1, 0.3, 0.25, 0.1, 0.08, 0.02] };

/** A world whose views are logged in part: its depths as they are logged are the study's table. */
function byDepths(world: SessionWorld, seed: string): Comparison {
  const depths = drawSessions(world, seed).map(({ rows }) => rows.at(-1)?.rank ?? 0);
  const ofDepth = (rank: number): number => depths.filter((depth) => depth >= rank).length;
  const table = Array.from({ length: world.listLength }, (_, at) => ofDepth(at + 1) / ofDepth(1));
  return { ...comparisonOf({ ...world, curve: table }, seed), curveIs: "measured" };
}
const whole: SessionWorld = { ...plainWorld, sessions: 8000, target: neighbours };

describe("a table of depths", () => {
  it("is refused where rows are no prefix of the list, and no call is left", () => {
    let decisions = 0;
    for (const seed of ["a", "b", "c"]) {
      for (const logged of [
        (rank: number) => (rank % 2 === 0 ? 0.7 : 1),
        (rank: number) => (rank <= 2 ? 0.75 : 1),
      ]) {
        // A candidate as good as the log: every item earns the same.
        const up = (rank: number): number => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank);
        const comparison = byDepths({ ...whole, logged, target: up }, seed);
        const found = curve.examine(comparison);
        const decision = decisionOf(comparison, comparison.difference, comparison.se);
        decisions += Math.abs(decision);
        if (decision !== 0) expect(["cannotTell", "doNotTrust"]).toContain(found.effect);
        expect(found.facts.rank).toBeDefined();
        expect(Math.abs(found.alternative?.difference ?? 9)).toBeLessThan(
          4 * (found.alternative?.se ?? 0),
        );
      }
    }
    expect(decisions).toBeGreaterThan(0);
  });

  it("is the log's own where all rows are there, and stays quiet where rows are lost evenly", () => {
    for (const seed of ["a", "b", "c", "d"]) {
      expect(curve.examine(byDepths(whole, seed))).toMatchObject({
        effect: "none",
        applies: false,
      });
      const evenly = byDepths({ ...whole, logged: () => 0.983 }, seed);
      expect(curve.examine(evenly)).toMatchObject({ effect: "none", applies: false });
    }
  });

  it("is no remedy where it would be refused itself", () => {
    const grid = { ...whole, sessions: 8000, logged: (rank: number) => (rank === 2 ? 0.5 : 1) };
    const bent = { ...grid, curve: [1, 0.3, 0.25, 0.1, 0.08, 0.05, 0.03, 0.02, 0.01, 0.005] };
    const { message } = curve.examine(comparisonOf(bent, "a"));
    expect(message).toContain("have a row there");
    expect(message).not.toContain("Use fit: table");
  });
});

describe("curve", () => {
  it("refuses a line that the log's own curve decides otherwise", () => {
    const found = curve.examine(comparisonOf(wrong, "a"));
    expect(found).toMatchObject({ effect: "cannotTell", applies: true });
    expect(found.message).toMatch(/Use fit: table, or correct the curve of the study/);
  });

  it("gives the difference under the observed view rates, row by row", () => {
    const comparison = comparisonOf(wrong, "a");
    const { n, rows, rates } = rowsOf(wrong, "a");
    const own = rows.reduce(
      (sum, { rank, target, reward }) =>
        sum + reward * ((rates[target] ?? 0) / (rates[rank] ?? 1) - 1),
      0,
    );
    const { facts, alternative } = curve.examine(comparison);
    expect(alternative?.difference).toBeCloseTo(own / n, 12);
    expect(facts.shift).toBeCloseTo(own / n - comparison.difference, 12);
  });

  it("watches a curve that is far off and turns nothing", () => {
    const comparison = { ...comparisonOf(wrong, "a"), difference: 3 };
    const found = curve.examine(comparison);
    expect([found.effect, found.applies]).toEqual(["watch", true]);
  });

  it("sees a curve that depths refute where rewards hide the shift of the difference", () => {
    const steep = { ...plainWorld, sessions: 2000, goesOn: () => 0.74, target: neighbours };
    const comparisons = Array.from({ length: 15 }, (_, seed) => comparisonOf(steep, `p${seed}`));
    const found = comparisons.map((comparison) => curve.examine(comparison));
    expect(found.every(({ applies }) => applies)).toBe(true);
    const hidden = found.filter(({ facts }) => Math.abs(Number(facts.t)) < 2);
    expect(hidden.length).toBeGreaterThan(0);
    const called = comparisons.flatMap((comparison, at) =>
      decisionOf(comparison, comparison.difference, comparison.se) === 0 ? [] : [found[at]?.effect],
    );
    expect(called.length).toBeGreaterThan(0);
    expect(new Set(called)).toEqual(new Set(["cannotTell"]));
  });

  it("says what the curve makes of the candidate's views, row by row", () => {
    const { n, rows, rates } = rowsOf(wrong, "a");
    const weights = (p: (rank: number) => number): number =>
      rows.reduce((sum, { rank, target }) => sum + p(target) / p(rank), 0);
    const own = weights((rank) => rates[rank] ?? 0);
    const given = weights((rank) => wrong.curve[rank - 1] ?? 0);
    const { facts, message } = curve.examine(comparisonOf(wrong, "a"));
    expect(facts.viewsDifferenceShare).toBeCloseTo((given - own) / rows.length, 12);
    expect(own / n).toBeCloseTo(rows.length / n, 12);
    expect(message).toMatch(/By the study's curve candidate has 60 % more views than by the log's/);
  });

  it("is silent of the right curve and of the log's own", () => {
    expect(curve.examine(comparisonOf(smallWorld, "a")).effect).toBe("none");
    const table = { ...comparisonOf(wrong, "a"), curveIs: "measured" as const };
    expect(curve.examine(table)).toMatchObject({ effect: "none", applies: false });
  });
});
