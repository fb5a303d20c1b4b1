import { expect, it } from "vitest";
import { reportedResult, survival, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { Result, Tipping, Verdict } from "../../../evaluate/conclude/result.js";
import { turningPointView } from "./turning-point-view.js";
import { turningPoints } from "./turning-points.js";

const missing: NonNullable<Verdict["missing"]> = {
  ...{ share: 0.12, shareOfBaseline: null, side: "candidate", unknownItemsShare: 0.12 },
  ...{
    assumed: "declared",
    rewardPerView: 0.2,
    rewardRange: [0.1, 0.3],
    averageReward: 0.25,
    differenceAtZero: -0.02,
  },
  thresholds: { positiveAbove: 0.3, negativeBelow: 0.05, zeroAt: 0.1 },
  oneSided: null,
};
const viewOf = (line: Partial<Verdict>, changes: Partial<Result> = {}) =>
  turningPointView(reportedResult({ verdicts: [verdict(line)], whatIf: [], ...changes }));

it("turns at the rewards of missing views at which the interval leaves 0", () => {
  expect(viewOf({ missing })?.points[0]).toMatchObject({
    from: 0,
    now: [0.1, 0.3],
    zones: [
      { until: 0.05, says: "worse" },
      { until: 0.3, says: "cannotTell" },
      { until: 0.5, says: "better" },
    ],
    said: "assumed: 0.1 to 0.3, not identified by the log (a logged view earns 0.25); better above 0.3, worse below 0.05",
  });
});

it("turns the other way round where lower is better", () => {
  const zones = viewOf({ missing, reward: "latency" })?.points[0]?.zones;
  expect(zones?.map(({ says }) => says)).toEqual(["better", "cannotTell", "worse"]);
});

it("leaves out what no reward within reach changes", () => {
  const far = { positiveAbove: 7, negativeBelow: -3, zeroAt: 2 };
  const firm = viewOf({ missing: { ...missing, thresholds: far } });
  expect(firm?.points).toEqual([]);
  expect(firm?.calls[0]?.quantities).toEqual([
    "what a missing view earns: no value from 0 to 0.5 changes it",
  ]);
  expect(
    viewOf({ missing: { ...missing, thresholds: { ...far, negativeBelow: 0.2 } } })?.points[0],
  ).toMatchObject({
    zones: [
      { until: 0.2, says: "worse" },
      { until: 0.5, says: "cannotTell" },
    ],
  });
});

it("loses a call where the reward of a view falls by rank, or logged exposures are wrong", () => {
  const figure = { se: null, words: "" };
  const checks = [
    survival({ check: "trustBias", tipping: { ...figure, value: 0.04, unit: "share" } }),
    survival({ check: "exposureCalibration", tipping: { ...figure, value: 1.5, unit: "times" } }),
    survival({ check: "oneRowEach", tipping: { ...figure, value: 0.95, unit: "share" } }),
  ];
  const points = viewOf({ checks })?.points;
  expect(points?.map(({ from, zones }) => [from, ...zones.map(({ until }) => until)])).toEqual([
    [0, 0.04, 0.08],
    [1, 1.5, 2],
  ]);
  expect(points?.[0]?.said).toBe(
    "assumed: 0 %, not identified by the log; no longer better from 4 % on",
  );
});

it("turns with the curve's parameter, on either side of the one in use", () => {
  const [whatIf] = reportedResult().whatIf ?? [];
  if (whatIf === undefined) throw new Error("the fixture has no other curves");
  const { policy, reward, feed, baseline } = verdict();
  const tipping: Tipping = {
    verdict: "better",
    ...{ policy, parameter: "rho", used: 1.2, standardErrors: 3 },
    at: 0.9,
    becomes: "cannotTell",
    ...{ from: 0.6, to: 2.4 },
  };
  const turned = (changes: Partial<Tipping>) =>
    viewOf(
      {},
      { whatIf: [{ ...whatIf, reward, feed, baseline, tipping: [{ ...tipping, ...changes }] }] },
    );
  const of = (changes: Partial<Tipping>) => turned(changes)?.points[0];
  expect(of({})?.zones.map(({ says }) => says)).toEqual(["cannotTell", "better"]);
  expect(of({ at: 2 })?.zones.map(({ says }) => says)).toEqual(["better", "cannotTell"]);
  expect(of({ at: 2 })?.said).toBe("fitted: 1.2; cannot tell above 2, 3 standard errors away");
  expect(of({ standardErrors: null })?.said).toBe(
    "assumed: 1.2, not identified by the log; cannot tell below 0.9",
  );
  expect(of({ standardErrors: 81 })).toBeUndefined();
  expect(turned({ standardErrors: 81 })?.calls[0]?.quantities).toEqual([
    "rho of the curve: only 0.9 would change it, 81 standard errors away",
  ]);
});

it("draws a zone for each word, and a stroke for each end of what is taken", () => {
  const { html } = written(
    turningPoints,
    reportedResult({ verdicts: [verdict({ missing })], whatIf: [] }),
  );
  expect(html.match(/class="zone"/g)).toHaveLength(3);
  expect(html.match(/class="taken" x1="([\d.]+)%"/g)).toHaveLength(2);
  expect(html).toContain('data-zones="0.05 worse\n0.3 cannot tell\n0.5 better"');
});

it("says of each call what it survives and what turns it, and of nothing else", () => {
  const figure = { value: null, se: null, words: "" };
  const shift = (value: number, words: string) =>
    ({ ...figure, value, unit: "reward", words }) as const;
  const checks = [
    survival({
      check: "curve",
      title: "the curve",
      applies: true,
      tipping: shift(-0.02, "a shift of -2 %"),
    }),
    survival({ check: "driftOfCurve", applies: false, tipping: shift(-0.01, "a shift of -1 %") }),
    survival({ check: "robots", holds: null, tipping: shift(-0.001, "not tested") }),
    survival({
      check: "trustBias",
      applies: false,
      tipping: null,
      measured: { ...figure, unit: "share", words: "no fall up to 15 % a rank loses the call" },
    }),
  ];
  const [call] = viewOf({ checks })?.calls ?? [];
  expect(call).toMatchObject({
    shift: "a shift of -1 %",
    survived: "3, with evidence of: the curve",
    quantities: ["trust in the ranker: no fall up to 15 % a rank loses the call"],
  });
  expect(viewOf({ verdict: "cannotTell", checks })).toBeNull();
  const result = reportedResult({ verdicts: [verdict({ checks: [] })], whatIf: [] });
  expect(written(turningPoints, result).html).toContain("none that was tried changes it");
});
