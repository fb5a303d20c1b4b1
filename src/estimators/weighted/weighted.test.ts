import { describe, expect, it } from "vitest";
import { total } from "../../../test/fixture/reference.js";
import { askLoggers, loggersLog, readLoggers } from "../../../test/fixture/several-loggers.js";
import { restoreNumbers } from "../../evaluate/conclude/withhold-numbers.js";
import { bucketOfInteger } from "../../tally/bucket.js";

interface Part {
  readonly n: number;
  readonly z: number;
  readonly variance: number;
}

const partOf = (values: readonly number[]): Part => {
  const n = values.length;
  const z = total(values);
  return { n, z, variance: total(values.map((each) => (each - z / n) ** 2)) / n };
};

const by = (parts: readonly Part[], variances: readonly number[]): number => {
  const over = (of: (part: Part) => number): number =>
    total(parts.map((part, j) => of(part) / (variances[j] ?? 1)));
  return over(({ z }) => z) / over(({ n }) => n);
};

const floored = (parts: readonly Part[]): readonly number[] => {
  const n = total(parts.map((part) => part.n));
  const pooled = total(parts.map((part) => part.n * part.variance)) / n;
  return parts.map(({ variance }) => Math.max(variance, 0.1 * pooled));
};

describe("weighted", () => {
  it("combines the logging policies by variances of the other half of the users, or of all", async () => {
    let compared = 0;
    for (const dials of [{ users: 40 }, { users: 40, negative: true, days: 2 }]) {
      const rows = loggersLog("weighted", dials);
      const { estimates } = await askLoggers(
        rows,
        [{ weighted: { variances: ["otherHalf", "same"] } }],
        { day: undefined },
      );
      for (const row of estimates.map(restoreNumbers)) {
        if (!("value" in row) || row.estimand !== "perTrajectory") continue;
        const { trajectories, valuesOf } = readLoggers(rows, row);
        const each = trajectories.map(({ session }) => {
          const own = valuesOf(session);
          const z = total(
            own.map(({ isViewed, target, own: eps, reward }) =>
              isViewed ? (reward * target) / eps : 0,
            ),
          );
          return { z, logger: own[0]?.logger, half: bucketOfInteger(own[0]?.user ?? 0n) % 2 };
        });
        const parts = (half?: number): readonly Part[] =>
          [0, 1].map((logger) =>
            partOf(
              each
                .filter((one) => one.logger === logger && (half === undefined || one.half === half))
                .map(({ z }) => z),
            ),
          );
        const [left, right] = [parts(0), parts(1)];
        const size = (own: readonly Part[]): number => total(own.map(({ n }) => n));
        const expected =
          row.parameters.variances === "same"
            ? by(
                parts(),
                parts().map(({ variance }) => variance),
              )
            : (size(left) * by(left, floored(right)) + size(right) * by(right, floored(left))) /
              each.length;
        expect(Math.abs(row.value - expected)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(expected)));
        compared += 1;
      }
    }
    expect(compared).toBe(2 * 2 * 3 * 2);
  });

  it("has no answer for the ranking that several policies wrote together", async () => {
    const { estimates } = await askLoggers(loggersLog("logged"), ["weighted"]);
    for (const row of estimates.filter(({ policy }) => policy === "logged")) {
      expect(row).toMatchObject({ none: { code: "loggedOfSeveral" } });
    }
  });
});
