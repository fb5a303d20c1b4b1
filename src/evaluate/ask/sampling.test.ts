import { expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";

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

it.each([
  ["given", { table: [1, 0.7, 0.5, 0.3, 0.2, 0.1] }, {}],
  ["fitted", { fit: "geometric" }, {}],
  ["fitted, the structure declared", { fit: "geometric" }, { structure: "declared" }],
] as const)(
  "of one rate change no number, error or degree of freedom: curve %s",
  async (_, curve, more) => {
    const rows = randomLog("one rate", { trajectories: 300, users: 90 }).map((row) => ({
      ...row,
      score: 0.3,
    }));
    const asked = (log: object) =>
      evaluateRows(
        smallStudy({
          log: {
            exposure: { curve },
            listLength: "list_length",
            rewards: { like: "like" },
            ...more,
            ...log,
          },
          estimators: ["mean", "dcg", "snips"],
        }),
        rows,
      );
    const [plain, sampled] = [
      asComputed(await asked({})),
      asComputed(await asked({ sampling: "score" })),
    ];
    const near = (a: number, b: number) => expect(a).toBeCloseTo(b, 9);
    for (const [at, row] of sampled.estimates.entries()) {
      const other = plain.estimates[at];
      if (!("value" in row) || other === undefined || !("value" in other)) throw new Error("none");
      near(row.value, other.value);
      near(row.se, other.se);
      near(row.interval[0], other.interval[0]);
    }
    for (const [at, row] of sampled.differences.entries()) {
      const other = plain.differences[at];
      if (!("value" in row) || other === undefined || !("value" in other)) throw new Error("none");
      near(row.value, other.value);
      near(row.se, other.se);
      near(row.df, other.df);
    }
    const fits = [sampled, plain].map(({ curves }) => curves[0]?.estimates.map(({ se }) => se));
    expect(fits[0]?.length).toBe(fits[1]?.length);
    for (const [at, se] of fits[0]?.entries() ?? []) near(Number(se), Number(fits[1]?.[at]));
  },
);

it("of several rates leave a fitted curve the trajectories that say as much", async () => {
  const rateOf = (session: unknown): number => (Number(session) % 3 === 0 ? 0.3 : 1);
  const log = randomLog("two rates", { trajectories: 300, users: 90 });
  const rows = log.map((row) => ({ ...row, score: rateOf(row.session) }));
  const { curves } = await evaluateRows(
    smallStudy({
      log: {
        exposure: { curve: { fit: "geometric" } },
        listLength: "list_length",
        sampling: "score",
      },
      estimators: ["mean", "dcg"],
    }),
    rows,
  );
  const each = [...new Set(log.map(({ session }) => session))].map((one) => 1 / rateOf(one));
  const worth = sum(each) ** 2 / sum(each.map((w) => w * w));
  expect(curves[0]?.trajectories).toBeCloseTo(worth, 3);
  expect(worth).toBeLessThan(each.length);
});
