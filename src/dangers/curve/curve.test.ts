import { describe, expect, it } from "vitest";
import { lineOf, rowsOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { curve } from "./curve.js";

const wrong = { ...smallWorld, curve: [1, 0.3, 0.25, 0.1, 0.08, 0.02] };

describe("curve", () => {
  it("refuses a line that the log's own curve decides otherwise", () => {
    const found = curve.examine(lineOf(wrong, "a"));
    expect(found).toMatchObject({ effect: "doNotTrust", binds: true });
    expect(found.message).toMatch(/The curve decides, not the policy/);
  });

  it("gives the difference under the observed view rates, row by row", () => {
    const line = lineOf(wrong, "a");
    const { n, rows, rates } = rowsOf(wrong, "a");
    const own = rows.reduce(
      (sum, { rank, target, reward }) =>
        sum + reward * ((rates[target] ?? 0) / (rates[rank] ?? 1) - 1),
      0,
    );
    const { facts, alternative } = curve.examine(line);
    expect(alternative?.difference).toBeCloseTo(own / n, 12);
    expect(facts.shift).toBeCloseTo(own / n - line.difference, 12);
  });

  it("watches a curve that is far off and turns nothing", () => {
    const line = { ...lineOf(wrong, "a"), difference: 3 };
    const found = curve.examine(line);
    expect([found.effect, found.binds]).toEqual(["watch", true]);
  });

  it("is silent of the right curve and of the log's own", () => {
    expect(curve.examine(lineOf(smallWorld, "a")).effect).toBe("none");
    const table = { ...lineOf(wrong, "a"), curveIs: "measured" as const };
    expect(curve.examine(table)).toMatchObject({ effect: "none", binds: false });
  });
});
