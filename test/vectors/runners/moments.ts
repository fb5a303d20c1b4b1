import { exposureOf } from "../../../src/placement/index.js";
import { askDuckdb, differenceOf, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";

interface World {
  readonly q: readonly number[];
  readonly qhat: readonly number[];
  readonly p: readonly number[];
  readonly probOrder12_logging: number;
  readonly probOrder12_target: number;
  readonly clipM: number;
}

/** A chance as one of two counts with a small sum: 0.8 is 4 of 5. */
function countsOf(chance: number): readonly [number, number] {
  for (let sum = 1; sum <= 1000; sum++) {
    const own = Math.round(chance * sum);
    if (Math.abs(own / sum - chance) < 1e-12) return [own, sum - own];
  }
  throw new RangeError(`${chance} is not a fraction of 1000 or less.`);
}

/** Every outcome of a world of two items as often as it is likely: the mean of this log is an expectation. */
function everyOutcome(world: World): readonly LogRow[] {
  const { q, qhat, p, probOrder12_logging: logging, probOrder12_target: target } = world;
  const place = (first: number): readonly (readonly number[])[] => [
    [first, 1 - first],
    [1 - first, first],
  ];
  const [of0, ofT] = [place(logging), place(target)];
  const counts = [logging, p[1] ?? 0, ...q].map(countsOf);
  const rows: LogRow[] = [];
  let trajectory = 0;
  for (let outcome = 0; outcome < 16; outcome++) {
    const is = counts.map((_, at) => ((outcome >> at) & 1) === 0);
    const times = counts.reduce((all, [yes, no], at) => all * (is[at] ? yes : no), 1);
    for (let copy = 0; copy < times; copy++) {
      trajectory += 1;
      for (const [r, item] of (is[0] ? [0, 1] : [1, 0]).entries()) {
        const viewed = r === 0 || is[1] === true;
        rows.push({
          trajectory: `t${trajectory}`,
          rank: r + 1,
          viewed,
          view: viewed ? 1 : 0,
          c: viewed && is[2 + item] ? 1 : 0,
          q: q[item] ?? 0,
          qhat: qhat[item] ?? 0,
          eps0: exposureOf(of0[item] ?? [], p),
          epsT: exposureOf(ofT[item] ?? [], p),
          place0: of0[item]?.[r] ?? 0,
          placeT: ofT[item]?.[r] ?? 0,
        });
      }
    }
  }
  return rows;
}

/** Means and variances of estimators over all outcomes of a world. */
export const momentRunners: readonly Runner[] = [
  runner<World>("world2.exactMoments", async (world) => {
    const rows = everyOutcome(world);
    const exposures = (column: "eps0" | "epsT"): readonly unknown[] =>
      world.q.map((q) => rows.find((row) => row.q === q)?.[column]);
    const result = await askDuckdb(rows, {
      log: {
        trajectory: "trajectory",
        rank: "rank",
        rows: "offered",
        viewed: "viewed",
        listLength: world.p.length,
        placement: "place0",
        rewards: {
          right: { column: "c", prediction: "q" },
          wrong: { column: "c", prediction: "qhat" },
          view: { column: "view", prediction: "q" },
        },
        exposure: { column: "eps0", curve: { table: world.p } },
      },
      policies: { target: { exposure: "epsT", placement: "placeT" } },
      estimators: [
        "mean",
        { ips: { clip: ["inf", world.clipM] } },
        "iips",
        "dm",
        { dr: { treatment: ["observed", "expected"] } },
        { betaIps: { control: ["views", "curve", "both"] } },
        { snips: { scale: "curve" } },
      ],
    });
    const n = result.log.trajectories;
    const of = (estimator: string, parameters = {}, reward = "right", policy = "target") => {
      const { value, se } = estimateOf(result, { policy, estimator, parameters, reward });
      return { mean: value, variance: se ** 2 * (n - 1) };
    };
    const ips = of("ips", { clip: "inf" });
    const views = of("ips", { clip: "inf" }, "view");
    const online = of("mean", {}, "right", "logged");
    const clipped = of("ips", { clip: world.clipM });
    const value = of("dm").mean;
    const [diff, known] = [
      of("betaIps", { control: "views" }),
      of("betaIps", { control: "curve" }),
    ];
    const wanted = {
      policy: "target",
      estimator: "ips",
      parameters: { clip: "inf" },
      reward: "view",
    };
    const variance = differenceOf(result, wanted).se ** 2 * (n - 1);
    // Var(A − βD) = Var(A) − β²·Var(D) at the best β.
    const beta = (left: number, ofControl: number): number =>
      Math.sqrt((ips.variance - left) / ofControl);
    return {
      eps0: exposures("eps0"),
      epsT: exposures("epsT"),
      valueTarget: value,
      valueLogging: online.mean,
      estimators: {
        ips,
        iips: of("iips"),
        drObserved_true: of("dr", { treatment: "observed" }),
        drObserved_qhat: of("dr", { treatment: "observed" }, "wrong"),
        drExpected_true: of("dr", { treatment: "expected" }),
        drExpected_qhat: of("dr", { treatment: "expected" }, "wrong"),
        onlineLogging: online,
      },
      meanWeightSum: views.mean,
      clipMean: clipped.mean,
      clipBias: clipped.mean - value,
      betaStarDiff: beta(diff.variance, variance),
      varianceBetaDiff: diff.variance,
      betaStarKnownMean: beta(known.variance, views.variance),
      varianceBetaKnownMean: known.variance,
      varianceTwoKnownCV: of("betaIps", { control: "both" }).variance,
      asyVarSnipsPerTrajectory: of("snips").variance,
    };
  }),
];
