import { expect, it } from "vitest";
import { evaluateRows } from "../../../test/fixture/small-study.js";

/** 95 % of the requests were kept at a rate of 2 %, the others all; the policy shows each item with a chance of .25. */
const requests = Array.from({ length: 400 }, (_, at) => ({
  kept: at < 380 ? 0.02 : 1,
  logged: at % 4 === 0 ? 0.05 : 0.5,
}));
const weights = requests.map(({ kept, logged }) => 0.25 / logged / kept);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

const evaluated = (sampling: string | undefined) =>
  evaluateRows(
    {
      log: {
        source: { table: "log" },
        trajectory: "session",
        user: "user",
        ...(sampling && { sampling }),
        rewards: { like: "like" },
        exposure: { column: "logged" },
      },
      policies: { t: { exposure: "shown" } },
      estimators: ["mean", "ips", "snips"],
    },
    requests.map(({ kept, logged }, at) => ({
      session: BigInt(at),
      user: BigInt(at),
      like: at % 5 === 0 ? 1 : 0,
      watch: kept,
      logged,
      shown: 0.25,
    })),
  );

it("weighs impressions by what they stand for, and counts those that there are", async () => {
  const { diagnostics } = await evaluated("watch");
  const of = (code: string) => diagnostics.find((each) => each.code === code);
  const ess = sum(weights) ** 2 / sum(weights.map((w) => w * w));
  expect(ess).toBeCloseTo(156.2, 1);
  expect(of("effectiveSampleSize")).toMatchObject({ severity: "watch" });
  expect(of("effectiveSampleSize")?.statistic).toBeCloseTo(ess, 9);
  expect(of("effectiveSampleSize")?.facts.share).toBeCloseTo(ess / 400, 12);
  expect(of("largestWeight")?.statistic).toBeCloseTo(Math.max(...weights) / sum(weights), 12);
  // The largest weight of a view decides which estimators trust predictions: nothing of it comes from the sample.
  expect(of("largestWeight")?.facts.largest).toBeCloseTo(5, 12);
});
