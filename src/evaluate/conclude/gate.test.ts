import { describe, expect, it } from "vitest";
import { fixtureResult, verdict } from "../../../test/fixture/fixture-result.js";
import { gateExitCode } from "./gate.js";
import type { Guardrail, Result, Verdict, VerdictWord } from "./result.js";

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

  describe("with guardrails", () => {
    const guard = (reward: string, outcome: Guardrail["outcome"], policy = "a"): Guardrail => ({
      ...{ policy, baseline: "production", reward, feed: "1", notWorseThan: 0.2, outcome },
      ...{ lift: null, level: 0.05, reason: { code: "guardrailOpen", message: "", facts: {} } },
    });
    const codeOf = (
      verdicts: readonly Verdict[],
      guardrails: readonly Guardrail[],
      reward?: string,
    ): number =>
      gateExitCode(
        { ...result(...verdicts), guardrails },
        reward === undefined ? { policy: "a" } : { policy: "a", reward },
      );

    it("needs no win of a guarded reward that it does not name", () => {
      const lines = [line("a", "like", "better"), line("a", "watch", "cannotTell")];
      expect(codeOf(lines, [guard("watch", "held")])).toBe(0);
      expect(codeOf(lines, [guard("watch", "held")], "like")).toBe(0);
      expect(codeOf(lines, [guard("watch", "notShown")])).toBe(6);
      expect(codeOf(lines, [guard("watch", "notShown")], "like")).toBe(6);
      expect(codeOf(lines, [guard("watch", "broken")], "like")).toBe(5);
    });

    it.each([
      ["better", 0],
      ["doNotTrust", 3],
      ["worse", 5],
      ["cannotTell", 6],
    ] as const)("reads the verdict of a guarded reward that it names: %s is %i", (word, code) => {
      const lines = [line("a", "like", "worse"), line("a", "watch", word)];
      expect(codeOf(lines, [guard("watch", "held")], "watch")).toBe(code);
    });

    it("does not open where every reward is guarded and none is named", () => {
      const lines = [line("a", "watch", "better")];
      expect(codeOf(lines, [guard("watch", "held")])).toBe(6);
      expect(codeOf(lines, [guard("watch", "broken")])).toBe(5);
      expect(codeOf(lines, [guard("watch", "held")], "watch")).toBe(0);
    });

    it("leaves the guardrails of other candidates alone", () => {
      const lines = [line("a", "like", "better")];
      expect(codeOf(lines, [guard("watch", "broken", "b")])).toBe(0);
    });
  });
});
