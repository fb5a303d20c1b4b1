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

  it("are as many as bring trajectories: one of 60 % leaves few of 200", () => {
    const answer = answerOf(1, 0.1, 200, 12);
    const sizes = new Float64Array(200).fill(3);
    sizes[0] = 900;
    const estimates = [answeredRow({ answer: { ...answer, sizes } })];
    const [found] = fewClusters.ofResult?.(resultScope({ estimates })) ?? [];
    expect(found).toMatchObject({ severity: "watch", facts: { clusters: 200 } });
    expect(found?.statistic).toBeLessThan(5);
    expect(found?.consequence).toMatch(
      /^Standard errors are based on about as few as \d\.\d clusters, since some of the 200/,
    );
  });

  it("is not looked for where nothing was answered", () => {
    expect(fewClusters.ofResult?.(resultScope())).toEqual([]);
  });
});
