import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { ndcgOrder } from "./ndcg-order.js";

/** `first` sets a policy's answers apart from the others', so that differences have an error. */
const rows = (policy: string, dcg: number, ndcg: number, reward = "like", first = 1) => [
  answeredRow({ policy, reward, answer: answerOf(dcg, 0.01, 50, first) }),
  answeredRow({
    policy,
    reward,
    estimator: "ndcg",
    metric: "normalisedGain",
    label: "ndcg",
    answer: answerOf(ndcg, 0.01, 50, first),
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

  it.each([
    ["by dcg", 1.0001, 0.5],
    ["by ndcg", 1.25, 0.6999],
  ])("is nothing to speak of where the difference %s may be chance", (_name, dcg, ndcg) => {
    expect(found(...rows("R", 1, 0.7), ...rows("Rp", dcg, ndcg, "like", 9))).toEqual([]);
  });

  it("is compared within a reward and between the same variants", () => {
    expect(found(...rows("a", 1, 0.7, "like"), ...rows("b", 2, 0.5, "watch"))).toEqual([]);
    const clipped = answeredRow({ policy: "b", label: "dcg(clip 1)", answer: answerOf(0, 0.1) });
    expect(found(...rows("a", 1, 0.5), ...rows("b", 2, 0.7), clipped)).toEqual([]);
  });
});
