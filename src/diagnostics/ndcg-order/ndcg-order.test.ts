import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { ndcgOrder } from "./ndcg-order.js";

const rows = (policy: string, dcg: number, ndcg: number, reward = "like") => [
  answeredRow({ policy, reward, answer: answerOf(dcg, 0.1) }),
  answeredRow({
    policy,
    reward,
    estimator: "ndcg",
    metric: "normalisedGain",
    label: "ndcg",
    answer: answerOf(ndcg, 0.1),
  }),
];
const found = (...estimates: readonly ReturnType<typeof answeredRow>[]) =>
  ndcgOrder.ofResult?.(resultScope({ estimates }));

describe("nDCG's order", () => {
  it("does not matter while it is DCG's, ties included", () => {
    expect(found(...rows("a", 1, 0.5), ...rows("b", 2, 0.7))).toEqual([]);
    expect(found(...rows("a", 1, 0.5), ...rows("b", 2, 0.5))).toEqual([]);
  });

  it("is watched where it is the other way round, as in the paper's Table 1 (ndcg.table1)", () => {
    const diagnoses = found(...rows("R", 1, 0.7), ...rows("Rp", 1.25, 0.5));
    expect(diagnoses).toMatchObject([
      { severity: "watch", estimator: "ndcg", facts: { better: "Rp", worse: "R" } },
    ]);
  });

  it("says where the difference by DCG is not significant", () => {
    const sentence = (dcg: number, se: number): string | undefined => {
      const [row, ...rest] = rows("Rp", dcg, 0.5);
      const better = { ...row, answer: answerOf(dcg, se) } as ReturnType<typeof answeredRow>;
      return found(...rows("R", 1, 0.7), better, ...rest)?.[0]?.consequence;
    };
    expect(sentence(100, 0.1)).toBe(
      "dcg estimates more like for Rp than for R; ndcg orders them the other way round.",
    );
    expect(sentence(1.01, 5)).toMatch(/ The difference by dcg is not significant\.$/);
  });

  it("is compared within a reward and between the same variants", () => {
    expect(found(...rows("a", 1, 0.7, "like"), ...rows("b", 2, 0.5, "watch"))).toEqual([]);
    const clipped = answeredRow({ policy: "b", label: "dcg(clip 1)", answer: answerOf(0, 0.1) });
    expect(found(...rows("a", 1, 0.5), ...rows("b", 2, 0.7), clipped)).toEqual([]);
  });
});
