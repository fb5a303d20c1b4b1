import { logRank } from "../../../src/checks/drift-of-curve/log-rank.js";
import { tailIndex } from "../../../src/checks/exposure-calibration/tail-index.js";
import { itemsByViews } from "../../../src/checks/exposure-calibration/view-rates.js";
import { jackknife } from "../../../src/checks/jackknife.js";
import { missingByWeight, missingViews } from "../../../src/checks/missing-views.js";
import { weightAt } from "../../../src/checks/pairs-of-ranks.js";
import { mantelHaenszel, stopHazard } from "../../../src/checks/stop-tests.js";
import { weightSpread } from "../../../src/diagnostics/effective-sample-size/weight-spread.js";
import { tabulate } from "../../../src/exposure/tabulate.js";
import { intraclass, squaresWithin } from "../../../src/inference/intraclass.js";
import { tTwoSidedP } from "../../../src/numeric/student-t.js";
import { type Runner, runner } from "../case.js";
import type { VectorTrajectory } from "../trajectories.js";
import { momentsOf, outcomesOf, type Slot } from "../worlds.js";

type ByItem = Readonly<Record<string, number>>;
type Numbers = readonly number[];

interface Weights {
  readonly weights: Numbers;
  readonly hillK: number;
}

interface Depths {
  readonly depthsA: Numbers;
  readonly censoredA: Numbers;
  readonly depthsB: Numbers;
  readonly censoredB: Numbers;
}

interface Strata {
  readonly strata: readonly {
    readonly a: number;
    readonly b: number;
    readonly c: number;
    readonly d: number;
  }[];
}

interface CutOff {
  readonly p: Numbers;
  readonly cutoffLogging: number;
  readonly cutoffTarget: number;
  readonly logRanks: ByItem;
  readonly targetRanks: ByItem;
}

interface Types {
  readonly typeShares: Numbers;
  readonly pA: Numbers;
  readonly pB: Numbers;
  readonly qA: Numbers;
  readonly qB: Numbers;
  readonly loggingOrder: Numbers;
  readonly targetOrder: Numbers;
}

const total = (values: Iterable<number>): number =>
  [...values].reduce((sum, each) => sum + each, 0);

/** What dangers and diagnostics say of weights, depths and users. */
export const diagnosticRunners: readonly Runner[] = [
  runner<Weights>("diagnostics.weights", ({ weights, hillK }) => {
    const squares = total(weights.map((weight) => weight * weight));
    const ones = weights.map(() => 1);
    return {
      ...weightSpread(weights.length, total(weights), squares),
      maxShare: Math.max(...weights) / total(weights),
      hillTailIndex: tailIndex(weights, ones, hillK),
    };
  }),
  runner<Strata>("diagnostics.mantelHaenszel", ({ strata }) =>
    mantelHaenszel(
      strata.map(({ a, b, c, d }) => ({
        stopsRewarded: a,
        goesOnRewarded: b,
        stopsUnrewarded: c,
        goesOnUnrewarded: d,
      })),
    ),
  ),
  runner<{ readonly rows: readonly Numbers[] }>("diagnostics.hazardLogistic", ({ rows }) => {
    const count = (rank: number, reward: number, stop: number): number =>
      rows.filter(([r, c, s]) => r === rank && c === reward && s === stop).length;
    const found = stopHazard(
      [1, 2].map((rank) => ({
        stopsRewarded: count(rank, 1, 1),
        goesOnRewarded: count(rank, 1, 0),
        stopsUnrewarded: count(rank, 0, 1),
        goesOnUnrewarded: count(rank, 0, 0),
      })),
    );
    if (found === undefined) return {};
    const { levels, slope, se, seOfLevel, logLik, logLikNull, LR, p } = found;
    const [first = 0, second = 0] = levels;
    const beta = [first, second - first, slope];
    return { beta, se: [seOfLevel(0), seOfLevel(1), se], logLik, logLikNull, LR, pLR: p };
  }),
  runner<Depths>("diagnostics.logRank", ({ depthsA, censoredA, depthsB, censoredB }) => {
    const counted = (depths: Numbers, censored: Numbers) => {
      const [trajectories, atEnd] = [new Float64Array(9), new Float64Array(9)];
      for (const [at, depth] of depths.entries()) {
        trajectories[depth - 1] = (trajectories[depth - 1] ?? 0) + 1;
        atEnd[depth - 1] = (atEnd[depth - 1] ?? 0) + (censored[at] ?? 0);
      }
      return { trajectories, atEnd };
    };
    const found = logRank(counted(depthsA, censoredA), counted(depthsB, censoredB));
    return { ...found, observedA: found.observed, expectedA: found.expected };
  }),
  runner<{ readonly p: Numbers; readonly log: readonly VectorTrajectory[] }>(
    "diagnostics.meanWeight",
    ({ p, log }) => {
      const found = jackknife(log.length, (without) => {
        const kept = log.filter((_, at) => at !== without);
        const rows = kept.flatMap(({ items }) => items);
        const weights = rows.map(({ rank, targetRank }) => weightAt(p, rank, targetRank));
        const ones = rows.map(() => 1);
        return -missingByWeight(weights, ones, kept.length, rows.length / kept.length).missing;
      });
      const { value, se, t } = found;
      return { meanDiff: value, se, z: t, p: tTwoSidedP(t, Number.POSITIVE_INFINITY) };
    },
  ),
  runner<{ readonly groups: Readonly<Record<string, Numbers>> }>(
    "diagnostics.icc",
    ({ groups }) => {
      const users = Object.values(groups);
      const all = users.flat();
      const mean = total(all) / all.length;
      const clusters = {
        sizes: users.map(({ length }) => length),
        sums: users.map((own) => total(own) - own.length * mean),
      };
      const squares = total(all.map((value) => (value - mean) ** 2));
      return intraclass(clusters, squaresWithin(clusters, squares));
    },
  ),
  runner<{ readonly eps0: Numbers }>("diagnostics.harmonicMeanTest", ({ eps0 }) => ({
    meanSumInverseExposure: itemsByViews(
      eps0.map((exposure) => ({ n: 1, expected: exposure, observed: exposure })),
    ),
  })),
  runner<CutOff>("diagnostics.deficientMass", deficientMass),
  runner<Types>("trap.heterogeneousDepth", heterogeneousDepth),
];

/** The expected log of one list that shows items down to a cut-off, and a target that has one of its own. */
function deficientMass({ p, cutoffLogging, cutoffTarget, logRanks, targetRanks }: CutOff): unknown {
  const curveTo = (cutoff: number): Numbers =>
    tabulate({ model: "table", parameters: { values: p.slice(0, cutoff) } }, p.length);
  const [logged, target] = [curveTo(cutoffLogging), curveTo(cutoffTarget)];
  const shown = Object.entries(logRanks).filter(([, rank]) => (logged[rank - 1] ?? 0) > 0);
  const slotOf = (item: string): number => {
    const rank = targetRanks[item] ?? 0;
    return (target[rank - 1] ?? 0) > 0 ? rank : 0;
  };
  const placed = {
    rank: shown.map(([, rank]) => rank),
    target: shown.map(([item]) => slotOf(item)),
  };
  const rows = shown.map(([, rank]) => logged[rank - 1] ?? 0);
  const { filled, share } = missingViews(p, placed, rows, 1, target);
  const exposures = Object.entries(targetRanks).map(([item, rank]) => [
    item,
    target[rank - 1] ?? 0,
  ]);
  return {
    targetExposure: Object.fromEntries(exposures),
    deficientMass: share,
    expectedWeightSumInLogs: total(filled),
    expectedViewsTarget: total(target),
  };
}

const roles = {
  trajectory: "trajectory",
  rank: "rank",
  rewards: { reward: "reward", view: "view" },
};

/** Two kinds of people under one curve of all, and each under its own. */
async function heterogeneousDepth(given: Types): Promise<unknown> {
  const { typeShares, pA, pB, qA, qB, loggingOrder, targetOrder } = given;
  const kinds = [
    { p: pA, q: qA },
    { p: pB, q: qB },
  ];
  const shareOf = (at: number): number => typeShares[at] ?? 0;
  const mixed = pA.map((_, at) => total(kinds.map(({ p }, i) => shareOf(i) * (p[at] ?? 0))));
  const slots = (order: Numbers, q: Numbers): readonly Slot[] =>
    order.map((item) => ({ q: q[item - 1] ?? 0, target: targetOrder.indexOf(item) + 1 }));
  const means = kinds.map(async ({ p, q }) => {
    const outcomes = (order: Numbers) =>
      outcomesOf(slots(order, q), p).map(({ chance, rows }) => ({
        chance,
        rows: rows.map((row) => ({ ...row, view: 1 })),
      }));
    const meansOf = async (order: Numbers, curve: Numbers) => {
      const log = { ...roles, exposure: { curve: { table: curve } } };
      const policies = { target: { rank: "target" } };
      const asked = { log, policies, estimators: ["ips", "mean"] };
      const moments = await momentsOf(outcomes(order), asked);
      return {
        ips: (reward: string) => moments({ policy: "target", estimator: "ips", reward }).mean,
        asIs: (reward: string) => moments({ policy: "logged", estimator: "mean", reward }).mean,
      };
    };
    const [own, ofAll] = [await meansOf(loggingOrder, p), await meansOf(loggingOrder, mixed)];
    return {
      truth: (await meansOf(targetOrder, p)).asIs("reward"),
      expectationPopulationPbm: ofAll.ips("reward"),
      expectationContextualPbm: own.ips("reward"),
      meanWeightSumPopulation: ofAll.ips("view"),
      expectedViews: own.asIs("view"),
    };
  });
  const [a, b] = await Promise.all(means);
  if (a === undefined || b === undefined) return {};
  const names = Object.keys(a) as (keyof typeof a)[];
  return Object.fromEntries(
    names.map((name) => [name, shareOf(0) * a[name] + shareOf(1) * b[name]]),
  );
}
