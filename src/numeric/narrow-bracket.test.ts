import { describe, expect, it } from "vitest";
import { narrowBracket, type Trial } from "./narrow-bracket.js";

const tried = (of: (at: number) => number, at: number): Trial => ({ at, value: of(at) });

describe("narrowBracket", () => {
  it.each([
    ["a parabola", (x: number) => x * x - 2, 1, 2, Math.SQRT2],
    ["a steep exponential", (x: number) => Math.exp(50 * x) - 3, -30, 30, Math.log(3) / 50],
    ["a line that falls", (x: number) => 1 - x, 5, -5, 1],
    ["a jump", (x: number) => (x > 0.3 ? 1e9 : -1), -1, 1, 0.3],
  ])("finds where %s crosses 0, the rejected side apart", (_name, of, low, high, root) => {
    let asked = 0;
    const counted = (at: number): number => {
      asked += 1;
      return of(at);
    };
    const found = narrowBracket(counted, tried(of, low), tried(of, high), 1e-12);
    expect(of(found.low.at)).toBeLessThanOrEqual(0);
    expect(of(found.high.at)).toBeGreaterThan(0);
    expect(Math.abs(found.low.at - root)).toBeLessThan(1e-10);
    expect(asked).toBeLessThan(45);
  });

  it("is quick where the function is nearly a line", () => {
    let asked = 0;
    const of = (x: number): number => {
      asked += 1;
      return x + 0.01 * x * x - 0.7;
    };
    narrowBracket(of, tried(of, 0), tried(of, 3), 1e-11);
    expect(asked).toBeLessThan(12);
  });
});
