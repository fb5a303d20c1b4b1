import { expect, it } from "vitest";
import { verdict } from "../../../test/fixture/fixture-result.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import { reason } from "../../errors.js";
import { intervals } from "../../inference/intervals/index.js";
import { normalQuantile } from "../../numeric/normal-quantile.js";
import { withPosterior } from "./lift-posterior.js";
import type { Verdict } from "./result.js";

const methodOf = (name: string) => {
  const found = intervals.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

const rewards = [{ name: "like", better: "higher" }] as const;
const posteriorOf = (changes: Partial<Verdict>, sd = 0.05, method = methodOf("t")) =>
  withPosterior(verdict(changes), { prior: { lift: { sd } }, rewards, method }).posterior;

it("agrees with the printed interval, however few users it rests on", () => {
  for (const df of [1.2, 4, 1023]) {
    const found = posteriorOf(
      { df, level: 0.05, lift: { value: 0.1, interval: [-0.1, 0.3] } },
      1e3,
    );
    if (found === undefined || "none" in found) throw new Error("a posterior");
    expect(found.mean).toBeCloseTo(0.1, 6);
    expect(normalQuantile(0.975) * found.sd).toBeCloseTo(0.2, 6);
    expect(found.chanceToBeat).toBeCloseTo(0.8365, 3);
  }
});

it("has a reason where the interval is not about that of a normal estimate", () => {
  const none = { none: { code: "noPosterior" } };
  const skewed = { value: 0.145, interval: [-0.5, 5.7] } as const;
  expect(posteriorOf({ lift: skewed })).toMatchObject(none);
  expect(posteriorOf({ lift: { value: 0.1, interval: [-1, 0.9] } })).toMatchObject(none);
  expect(posteriorOf({ lift: { value: 0.1, interval: [0.11, 0.3] } })).toMatchObject(none);
  expect(posteriorOf({}, 0.05, methodOf("confidenceSequence"))).toMatchObject(none);
  const few = reason("fewClusters", "Two users.");
  expect(posteriorOf({ verdict: "cannotTell", reason: few })).toMatchObject(none);
  expect(posteriorOf({ lift: { value: 0.1, interval: [0, 0.25] } })).toHaveProperty("sd");
});

it("is left out of two users, and of a policy that is the baseline", async () => {
  const rows = randomLog("posterior", { trajectories: 200, users: 80 });
  const study = smallStudy({ estimators: ["dcg"], prior: { lift: { sd: 0.1 } } });
  const { verdicts } = await evaluateRows(study, rows);
  const same = verdicts.filter(({ policy }) => policy === "same");
  expect(same.map(({ posterior }) => posterior)).toEqual(same.map(() => undefined));
  expect(same.length).toBeGreaterThan(0);
  const two = rows.map((row) => ({ ...row, user: BigInt(Number(row.session) % 2) }));
  const ofTwo = (await evaluateRows(study, two)).verdicts;
  const few = ofTwo.filter(({ reason: { code } }) => code === "fewClusters");
  expect(few.length).toBeGreaterThan(0);
  for (const { posterior } of ofTwo) expect(posterior ?? { none: {} }).toHaveProperty("none");
});
