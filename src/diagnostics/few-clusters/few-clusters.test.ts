import { describe, expect, it } from "vitest";
import { answeredRow, answerOf, resultScope } from "../../../test/fixture/scopes.js";
import { fewClusters } from "./few-clusters.js";

describe("few clusters", () => {
  it.each([
    [2, "watch"],
    [39, "watch"],
    [40, "ok"],
    [1024, "ok"],
  ] as const)("%i is %s", (buckets, severity) => {
    const estimates = [answeredRow({ answer: answerOf(1, 0.1, buckets) })];
    const found = fewClusters.ofResult?.(resultScope({ estimates }));
    expect(found).toMatchObject([{ severity, statistic: buckets, policy: null, feed: "1" }]);
  });

  it.each([
    [39, true],
    [40, false],
  ])("%i in a row is few: %s", (buckets, isFew) => {
    expect(fewClusters.ofRow?.(answerOf(1, 0.1, buckets))).toBe(isFew);
  });

  it("is not looked for where nothing was answered", () => {
    expect(fewClusters.ofResult?.(resultScope())).toEqual([]);
  });
});
