import { describe, expect, it } from "vitest";
import { askOffered, candidateLog } from "../../../test/fixture/candidate-log.js";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import type { AnsweredRow, Diagnosis } from "../diagnostic.js";
import { estimatorsDisagree } from "./estimators-disagree.js";

const dcg = answeredRow({ label: "dcg", assumptions: ["the curve holds"] });
/** The errors of both share no user who is not like the others, so that those of their difference add up. */
const other = (value: number, more = {}) => {
  const answer = answerOf(value, 0.1, 50, 1);
  const influence = answer.influence.map((psi, i) => (i % 2 === 0 ? psi : -psi));
  return answeredRow({
    estimator: "ips",
    label: "ips",
    assumptions: ["exposures are right"],
    mayDecide: false,
    answer: { ...answer, influence },
    ...more,
  });
};
const found = (...estimates: readonly AnsweredRow[]): readonly Diagnosis[] =>
  estimatorsDisagree.ofResult?.(resultScope({ estimates })) ?? [];

/** The mean like of a view of the log of the test below. */
function meanRate(): number {
  const viewed = candidateLog("disagree", { trajectories: 200 }).filter(
    ({ viewed }) => viewed === 1n,
  );
  return viewed.reduce((sum, { like }) => sum + Number(like), 0) / viewed.length;
}

describe("estimatorsDisagree", () => {
  it("names two that differ by more than their joint error, with what each assumes", () => {
    const [one, ...more] = found(dcg, other(2));
    expect(more).toEqual([]);
    // Two errors of .1 that are not correlated: 1/√.02.
    expect(one?.facts.errors).toBeCloseTo(1 / Math.sqrt(0.02), 10);
    expect(one).toMatchObject({ severity: "watch", policy: "candidate", reward: "like" });
    expect(one?.remedy).toMatch(/dcg assumes: the curve holds.*ips assumes: exposures are right/);
  });

  it("gives both numbers to the digits in which they differ", () => {
    const few = (value: number, sign: number) => {
      const { influence, ...rest } = answerOf(value, 0.0001, 50, 1);
      const signed = influence.map((psi, i) => (i % 2 === 0 ? psi : sign * psi));
      return { ...rest, influence: signed };
    };
    const [one] = found(
      { ...dcg, answer: few(0.1204, 1) },
      { ...other(0), answer: few(0.1224, -1) },
    );
    expect(one?.consequence).toMatch(/ 0\.12040 by dcg and 0\.12240 by ips:/);
  });

  it("says nothing where they agree, of other policies and of scores", () => {
    expect(found(dcg, other(1.3))).toEqual([]);
    expect(found(dcg, other(2, { policy: "another" }))).toEqual([]);
    expect(found(dcg, other(2, { reward: "another" }))).toEqual([]);
    expect(found(dcg, other(2, { isReward: false }))).toEqual([]);
    expect(found(dcg, other(2, { mayDecide: true }))).toEqual([]);
    expect(found(dcg, { ...dcg, label: "the same" })).toEqual([]);
  });

  it("finds wrong predictions in a log, and nothing where exposures and predictions are right", async () => {
    const ask = async (off: number): Promise<readonly string[]> => {
      const rows = candidateLog("disagree", { trajectories: 200 }).map((row) => ({
        ...row,
        q_like: off,
      }));
      const { diagnostics } = await askOffered(rows, ["ips", "dm"]);
      return diagnostics
        .filter(({ code, reward }) => code === "estimatorsDisagree" && reward === "like")
        .map(({ policy }) => String(policy));
    };
    const rate = meanRate();
    expect(await ask(rate + 3)).toContain("same");
    expect(await ask(rate)).not.toContain("same");
  });

  it("says nothing of two numbers that are one but for the rounding of sums", () => {
    const off = (relative: number) => ({
      ...dcg.answer,
      value: dcg.answer.value * (1 + relative),
      influence: dcg.answer.influence.map((psi) => psi * (1 + 2 ** -50)),
    });
    const of = (relative: number) => found(dcg, { ...other(0), answer: off(relative) });
    expect(of(2 ** -52)).toEqual([]);
    expect(of(-(2 ** -41))).toEqual([]);
    expect(of(2 ** -39)).toHaveLength(1);
  });

  it("allows for the number of pairs", () => {
    const several = [dcg, ...[1, 1, 1, 1, 1].map(() => other(1.49))];
    const p = (rows: typeof several) => found(...rows)[0]?.facts.p;
    expect(p([dcg, other(1.5)])).toBeLessThan(0.001);
    expect(p(several)).toBeUndefined();
  });
});
