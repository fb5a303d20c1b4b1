import { independentDifference } from "../../../src/index.js";
import { ask, differenceOf, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { logOf, rowsOf, target, type VectorTrajectory, varianceOf } from "../trajectories.js";

interface Logged {
  readonly p: readonly number[];
  readonly log: readonly VectorTrajectory[];
}

interface Exposed {
  readonly logger: number;
  readonly c: number;
  readonly eT: number;
  readonly e: readonly number[];
}

const controlVariate =
  "needs the additive control variate, which is not in the list of estimators yet";
const balance = "needs every logger's exposures, for which the log has no role yet";

/**
 * Self-normalised, paired and over several logging policies (docs/methods.md,
 * "Self-normalisation").
 */
export const snipsRunners: readonly Runner[] = [
  runner<Logged>("snips", async ({ p, log }) => {
    const estimands = ["perTrajectory", "perImpression"];
    const asked = {
      log: logOf(p),
      policies: target,
      estimators: [{ snips: { scale: ["observed", "curve"] } }],
      estimands,
    };
    const result = await ask(rowsOf(log), asked);
    const snips = { policy: "target", estimator: "snips", reward: "reward" };
    const wanted = { ...snips, parameters: { scale: "observed" } };
    const known = { ...snips, parameters: { scale: "curve" }, estimand: "perTrajectory" };
    const rate = estimateOf(result, { ...wanted, estimand: "perImpression" });
    return {
      perImpression: rate.value,
      perImpressionSE: rate.se,
      perTrajectoryMeanViews: estimateOf(result, { ...wanted, estimand: "perTrajectory" }).value,
      perTrajectoryKnownP: estimateOf(result, known).value,
    };
  }),
  runner<Logged & { readonly productionRanks: readonly (readonly number[])[] }>(
    "deltaOPE",
    async ({ p, log, productionRanks }) => {
      const production = productionRanks.flat();
      const rows = rowsOf(log).map(
        (row, i): LogRow => ({ ...row, production: production[i] ?? null }),
      );
      const result = await ask(rows, {
        log: logOf(p),
        policies: { ...target, production: { rank: "production" } },
        baseline: "production",
        estimators: ["dcg", "snips"],
        estimands: ["perTrajectory", "perImpression"],
      });
      const dcg = { estimator: "dcg", reward: "reward", estimand: "perTrajectory" };
      const snips = { estimator: "snips", reward: "reward", estimand: "perImpression" };
      const of = (policy: string): ReturnType<typeof estimateOf> =>
        estimateOf(result, { ...dcg, policy });
      const paired = differenceOf(result, { ...dcg, policy: "target" });
      const ratio = differenceOf(result, { ...snips, policy: "target" });
      return {
        deltaIPS: paired.value,
        deltaIPSse: paired.se,
        unpairedSE: independentDifference(of("production"), of("target")).se,
        deltaSNIPS: ratio.value,
        deltaSNIPSse: ratio.se,
      };
    },
    { betaStar: controlVariate, deltaBetaIPS: controlVariate },
  ),
  runner<{ readonly log: readonly Exposed[] }>(
    "multiLogger",
    async ({ log }) => {
      const rows = log.map(
        ({ logger, c, eT, e }): LogRow => ({
          logger: String(logger),
          reward: c,
          own: e[logger] ?? null,
          target: eT,
        }),
      );
      const roles = { rewards: { reward: "reward" }, exposure: { column: "own" } };
      const policies = { target: { exposure: "target" } };
      const ips = { policy: "target", estimator: "ips" };
      const loggers = [...new Set(rows.map(({ logger }) => String(logger)))].sort();
      const asked = { policies, estimators: ["ips"] };
      const pooled = await ask(rows, { ...asked, log: { ...roles, logger: "logger" } });
      const split = await ask(rows, { ...asked, log: { ...roles, feed: "logger" } });
      const naive = estimateOf(pooled, ips);
      return {
        naive: naive.value,
        naiveStratifiedSE: naive.se,
        perLoggerVariance_ddof0: loggers.map((feed) =>
          varianceOf(estimateOf(split, { ...ips, feed })),
        ),
      };
    },
    {
      balance,
      balanceStratifiedSE: balance,
      balancePooledSE: balance,
      lambdaPerSample:
        "needs the weighted combination of loggers, which is not in the list of estimators yet",
      weighted:
        "needs the weighted combination of loggers, which is not in the list of estimators yet",
    },
  ),
];
