import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { oneCluster } from "./one-cluster.js";

/** A difference of 51 clusters of which the first has this share of the squared error. */
const found = (share: number) => {
  const first = Math.sqrt((50 * share) / (1 - share));
  const differences = [answeredRow({ answer: answerOf(0.2, 0.1, 51, first) })];
  return oneCluster.ofResult?.(resultScope({ differences }))?.[0];
};

describe("one cluster", () => {
  it.each([
    [1 / 51, "ok"],
    [0.49, "ok"],
    [0.51, "watch"],
  ] as const)("with a share of %f is %s, for its estimator's row", (share, severity) => {
    const diagnosis = found(share);
    const of = { policy: "candidate", reward: "like", feed: "1", estimator: "dcg" };
    expect(diagnosis).toMatchObject({ ...of, severity });
    expect(diagnosis?.statistic).toBeCloseTo(share, 12);
  });

  it("is not looked for where nothing differs", () => {
    const differences = [answeredRow({ answer: answerOf(0, 0) })];
    expect(oneCluster.ofResult?.(resultScope({ differences }))).toEqual([]);
  });
});
