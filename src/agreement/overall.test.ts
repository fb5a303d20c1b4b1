import { expect, it } from "vitest";
import { type AbWorld, abMonth, abStudy } from "../../test/fixture/ab-month.js";
import { defaultAdjustment } from "../inference/inference.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { readStudy } from "../study/read-study.js";
import { compareOnline } from "./compare-online.js";
import { overallOf } from "./overall.js";
import type { Measured } from "./pair.js";
import type { Point } from "./pairs.js";

const inference = { adjustment: defaultAdjustment, confidence: 0.95 };

const pointOf = (policy: string, online: Measured, offline: Measured, covariance = 0): Point => ({
  row: {
    ...{ policy, reward: "like", feed: null, estimand: "perTrajectory", estimator: "dcg" },
    ...{ parameters: {}, label: "dcg", role: "reward" },
  } as Point["row"],
  arm: {} as Point["arm"],
  ...{ day: null, level: null, baseline: 2 },
  difference: { policy, day: null, online, offline, covariance },
});

const measured = (value: number, se: number): Measured => ({ value, se });

it("calls a sign where p, adjusted among all differences, is small on both sides", () => {
  // Of five differences z must be above Φ⁻¹(1 − .005) = 2.5758.
  const found = overallOf(
    [
      pointOf("right", measured(2.6, 1), measured(-2.6, 1)),
      pointOf("alike", measured(0.26, 0.1), measured(5.2, 2)),
      pointOf("online", measured(0.25, 0.1), measured(5.2, 2)),
      pointOf("offline", measured(-0.26, 0.1), measured(5, 2)),
      pointOf("neither", measured(0, 0), measured(0, 0)),
    ],
    inference,
  );
  const outcomes = found?.differences.map(({ policy, outcome }) => [policy, outcome]);
  expect(outcomes).toEqual([
    ["right", "wrong"],
    ["alike", "right"],
    ["online", "onlineCannotTell"],
    ["offline", "offlineCannotTell"],
    ["neither", "onlineCannotTell"],
  ]);
  expect(found?.counts).toEqual({ right: 1, wrong: 1, onlineCannotTell: 2, offlineCannotTell: 1 });
});

it("holds the two against the error of their difference, of which a shared log is a part", () => {
  const [near, far] = [measured(1.9, 1), measured(2, 1)];
  // √2·1.96 = 2.772 apart; with a covariance of .9 only .8765.
  const at = (online: Measured, offline: Measured, covariance = 0): boolean | undefined =>
    overallOf([pointOf("a", online, offline, covariance)], inference)?.differences[0]?.withinErrors;
  expect(at(measured(0, 1), measured(2.77, 1))).toBe(true);
  expect(at(measured(0, 1), measured(2.78, 1))).toBe(false);
  expect([at(near, far, 0.9), at(measured(0, 1), measured(0.88, 1), 0.9)]).toEqual([true, false]);
});

it("is of one estimator of the reward, and of none where there is no difference", () => {
  const one = pointOf("a", measured(1, 1), measured(1, 1));
  const other = { ...one, row: { ...one.row, estimator: "snips", label: "snips" } };
  const score = { ...one, row: { ...one.row, estimator: "ndcg", role: "score" as const } };
  const found = overallOf([score, one, other, { ...one, day: "2026-11-01" }], inference);
  expect([found?.label, found?.differences.length]).toEqual(["dcg", 1]);
  expect(overallOf([score], inference)).toBeNull();
});

it("takes equal results without an error as equal, whatever rounding makes of their means", async () => {
  const small: AbWorld = { seed: "small", days: 3, sessions: 8, skills: { a: -1, b: 1 } };
  const days = ["2026-11-01", "2026-11-02", "2026-11-03"];
  const counts = { logged: [2, 3, 5], a: [7, 11, 13], b: [1, 1, 1] };
  const online = Object.entries(counts).flatMap(([policy, own]) =>
    days.map((day, at) => ({
      ...{ policy, day, reward: "like", value: 0.7, standardError: 0 },
      trajectories: own[at] ?? 1,
    })),
  );
  const study = abStudy(small, { ...abMonth(small), online });
  const { overall, sensitivity } = await compareOnline(readStudy(study), {
    engine: createInterpreter({}),
  });
  expect(overall?.differences.map(({ online: { value } }) => value)).toEqual([0, 0]);
  expect(sensitivity?.rows.every(({ known }) => known.settings === 0)).toBe(true);
});
