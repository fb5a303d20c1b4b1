import { describe, expect, it } from "vitest";
import { fixtureResult, verdict } from "../../../test/fixture/fixture-result.js";
import { gateExitCode } from "./gate.js";
import type { Result, Verdict, VerdictWord } from "./result.js";

const line = (policy: string, reward: string, word: VerdictWord, feed = "1"): Verdict =>
  verdict({ policy, reward, feed, verdict: word });

const result = (...verdicts: readonly Verdict[]): Result => ({ ...fixtureResult(), verdicts });

describe("the gate", () => {
  it.each([
    ["better", 0],
    ["doNotTrust", 3],
    ["worse", 5],
    ["cannotTell", 6],
  ] as const)("%s is %i", (word, code) => {
    expect(gateExitCode(result(line("a", "like", word)), { policy: "a" })).toBe(code);
  });

  it("goes by the worst line: do not trust before worse before cannot tell", () => {
    const better = line("a", "like", "better");
    const words = ["cannotTell", "worse", "doNotTrust"] as const;
    words.forEach((_, i) => {
      const lines = words.slice(0, i + 1).map((word, at) => line("a", "like", word, String(at)));
      expect(gateExitCode(result(better, ...lines.reverse()), { policy: "a" })).toBe([6, 5, 3][i]);
    });
  });

  it("looks at the named candidate's lines only, and at one reward's where it is named", () => {
    const mixed = result(
      line("a", "like", "better"),
      line("a", "watch", "worse"),
      line("b", "like", "doNotTrust"),
    );
    expect(gateExitCode(mixed, { policy: "a" })).toBe(5);
    expect(gateExitCode(mixed, { policy: "a", reward: "like" })).toBe(0);
    expect(gateExitCode(mixed, { policy: "b" })).toBe(3);
  });

  it("does not open where there is no line at all", () => {
    expect(gateExitCode(result(), { policy: "a" })).toBe(6);
  });
});
