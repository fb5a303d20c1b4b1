import type { LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, values } from "../trajectories.js";

interface World2 {
  readonly q: readonly [number, number];
  readonly p: readonly [number, number];
  readonly probOrder12_logging: number;
  readonly probOrder12_target: number;
  readonly qhat: readonly [number, number];
  readonly clipM: number;
}

interface Outcome {
  readonly chance: number;
  readonly rows: readonly LogRow[];
}

/** Two items in either order: the exact moments, over every outcome, of what estimators say of one trajectory. */
export const world2Runner: Runner = runner<World2>("world2.exactMoments", async (world) => {
  const outcomes = outcomesOf(world);
  const of = await termsOf(outcomes, world);
  const expected = (each: readonly number[]): number =>
    outcomes.reduce((sum, { chance }, at) => sum + chance * (each[at] ?? Number.NaN), 0);
  const covariance = (a: readonly number[], b: readonly number[]): number => {
    const [x, y] = [expected(a), expected(b)];
    return expected(a.map((value, at) => (value - x) * ((b[at] ?? Number.NaN) - y)));
  };
  const moments = (each: readonly number[]) => ({
    mean: expected(each),
    variance: covariance(each, each),
  });
  const { ips, weights, views, first, second, clipped } = of;
  const excess = weights.map((sum, at) => sum - (views[at] ?? Number.NaN));
  const ratio = expected(ips) / expected(weights);
  const residual = ips.map((value, at) => value - ratio * (weights[at] ?? Number.NaN));
  const left = (control: readonly number[]): number =>
    covariance(ips, ips) - covariance(ips, control) ** 2 / covariance(control, control);
  return {
    eps0: exposures(world.p, world.probOrder12_logging),
    epsT: exposures(world.p, world.probOrder12_target),
    valueTarget: expected(ips),
    valueLogging: expected(of.online),
    estimators: {
      ips: moments(ips),
      iips: moments(of.iips),
      drObserved_true: moments(of.observedTrue),
      drObserved_qhat: moments(of.observedQhat),
      drExpected_true: moments(of.expectedTrue),
      drExpected_qhat: moments(of.expectedQhat),
      onlineLogging: moments(of.online),
    },
    meanWeightSum: expected(weights),
    clipMean: expected(clipped),
    clipBias: expected(clipped) - expected(ips),
    betaStarDiff: covariance(ips, excess) / covariance(excess, excess),
    varianceBetaDiff: left(excess),
    betaStarKnownMean: covariance(ips, weights) / covariance(weights, weights),
    varianceBetaKnownMean: left(weights),
    varianceTwoKnownCV: leftOfTwo(ips, first, second, covariance),
    asyVarSnipsPerTrajectory: covariance(residual, residual),
  };
});

const exposures = ([top, below]: World2["p"], order12: number): readonly [number, number] => [
  order12 * top + (1 - order12) * below,
  order12 * below + (1 - order12) * top,
];

/** Both orders, both depths, every reward: 12 outcomes, each with a row for both items. */
function outcomesOf(world: World2): readonly Outcome[] {
  const { p, probOrder12_logging: order12 } = world;
  return [
    { order: [0, 1] as const, chance: order12 },
    { order: [1, 0] as const, chance: 1 - order12 },
  ].flatMap(({ order, chance }) =>
    [1, 2].flatMap((depth) => {
      const stops = depth === 1 ? 1 - p[1] : p[1];
      return rewardsOf(depth).map((rewards) => ({
        chance: rewards.reduce<number>((left, reward, at) => {
          const q = world.q[order[at] ?? 0];
          return left * (reward === 1 ? q : 1 - q);
        }, chance * stops),
        rows: order.map((item, at) => rowOf(world, item, at + 1, rewards[at] ?? null)),
      }));
    }),
  );
}

const rewardsOf = (depth: number): readonly (readonly number[])[] =>
  depth === 0
    ? [[]]
    : rewardsOf(depth - 1).flatMap((before) => [
        [...before, 1],
        [...before, 0],
      ]);

function rowOf(world: World2, item: 0 | 1, rank: number, reward: number | null): LogRow {
  const { p, q, qhat, probOrder12_logging: logged, probOrder12_target: target } = world;
  const isFirstOrder = item + 1 === rank;
  return {
    rank,
    reward,
    viewed: reward !== null,
    view: 1,
    first: item === 0 ? 1 : 0,
    second: item === 1 ? 1 : 0,
    q: q[item],
    qhat: qhat[item],
    exposure: exposures(p, logged)[item],
    exposure_target: exposures(p, target)[item],
    placement: isFirstOrder ? logged : 1 - logged,
    placement_target: isFirstOrder ? target : 1 - target,
  };
}

/** What every estimator says of each outcome by itself. */
async function termsOf(outcomes: readonly Outcome[], { p, clipM }: World2) {
  const rows = outcomes.flatMap(({ rows: own }, at) =>
    own.map((row) => ({ ...row, trajectory: `t${at}` })),
  );
  const each = await apart(rows, {
    log: {
      trajectory: "trajectory",
      rank: "rank",
      rows: "offered",
      viewed: "viewed",
      placement: "placement",
      rewards: {
        reward: { column: "reward", prediction: "q" },
        modelled: { column: "reward", prediction: "qhat" },
        view: "view",
        first: "first",
        second: "second",
      },
      exposure: { column: "exposure", curve: { table: p } },
    },
    policies: { target: { exposure: "exposure_target", placement: "placement_target" } },
    estimators: [
      "mean",
      { ips: { clip: ["inf", clipM] } },
      "iips",
      { dr: { treatment: ["observed", "expected"] } },
    ],
  });
  const ips = (reward: string, clip: number | "inf" = "inf") =>
    values(each, { policy: "target", estimator: "ips", reward, parameters: { clip } });
  const mean = (reward: string) => values(each, { policy: "logged", estimator: "mean", reward });
  const dr = (reward: string, treatment: string) =>
    values(each, { policy: "target", estimator: "dr", reward, parameters: { treatment } });
  return {
    ips: ips("reward"),
    clipped: ips("reward", clipM),
    weights: ips("view"),
    first: ips("first"),
    second: ips("second"),
    views: mean("view"),
    online: mean("reward"),
    iips: values(each, { policy: "target", estimator: "iips", reward: "reward" }),
    observedTrue: dr("reward", "observed"),
    observedQhat: dr("modelled", "observed"),
    expectedTrue: dr("reward", "expected"),
    expectedQhat: dr("modelled", "expected"),
  };
}

/** The variance that two control variates with known means leave, with the best coefficients. */
function leftOfTwo(
  of: readonly number[],
  a: readonly number[],
  b: readonly number[],
  covariance: (x: readonly number[], y: readonly number[]) => number,
): number {
  const [aa, ab, bb] = [covariance(a, a), covariance(a, b), covariance(b, b)];
  const [ya, yb] = [covariance(of, a), covariance(of, b)];
  const explained = (ya * ya * bb - 2 * ya * yb * ab + yb * yb * aa) / (aa * bb - ab * ab);
  return covariance(of, of) - explained;
}
