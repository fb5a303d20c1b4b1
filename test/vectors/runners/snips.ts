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
/** The log under the exposures of both logging policies: by the members, and pooled as if one policy had written it. */
async function ofMixture(log: readonly Exposed[]): Promise<Readonly<Record<string, unknown>>> {
  const shares = [0, 1].map((j) => log.filter(({ logger }) => logger === j).length / log.length);
  const rows = log.map(
    ({ logger, c, eT, e }): LogRow => ({
      logger: String(logger),
      reward: c,
      own: e[logger] ?? null,
      mixture: e.reduce((sum, each, j) => sum + each * (shares[j] ?? 0), 0),
      target: eT,
      e0: e[0] ?? null,
      e1: e[1] ?? null,
    }),
  );
  const rewards = { reward: "reward" };
  const policies = { target: { exposure: "target" } };
  const both = await ask(rows, {
    log: {
      rewards,
      exposure: { column: "own" },
      loggingPolicy: "logger",
      loggingPolicies: { 0: "first", 1: "second" },
    },
    policies: { ...policies, first: { exposure: "e0" }, second: { exposure: "e1" } },
    estimators: ["balance", { weighted: { variances: "same" } }],
  });
  const asked = { log: { rewards, exposure: { column: "mixture" } }, policies };
  const pooled = await ask(rows, { ...asked, estimators: ["ips"] });
  const balance = estimateOf(both, { policy: "target", estimator: "balance" });
  return {
    balance: balance.value,
    balanceStratifiedSE: balance.se,
    balancePooledSE: estimateOf(pooled, { policy: "target", estimator: "ips" }).se,
    weighted: estimateOf(both, { policy: "target", estimator: "weighted" }).value,
  };
}

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
        estimators: ["dcg", "snips", { betaIps: { control: "baseline" } }],
        estimands: ["perTrajectory", "perImpression"],
      });
      const dcg = { estimator: "dcg", reward: "reward", estimand: "perTrajectory" };
      const snips = { estimator: "snips", reward: "reward", estimand: "perImpression" };
      const paired = differenceOf(result, { ...dcg, policy: "target" });
      const ratio = differenceOf(result, { ...snips, policy: "target" });
      const controlled = { ...dcg, estimator: "betaIps", policy: "target" };
      const less = differenceOf(result, controlled).value;
      const views = differenceOf(result, { ...dcg, policy: "target", reward: "view" }).value;
      return {
        deltaIPS: paired.value,
        deltaIPSse: paired.se,
        deltaSNIPS: ratio.value,
        deltaSNIPSse: ratio.se,
        betaStar: (paired.value - less) / views,
        deltaBetaIPS: less,
      };
    },
  ),
  runner<{ readonly log: readonly Exposed[] }>("multiLogger", async ({ log }) => {
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
    const variances = loggers.map((feed) => varianceOf(estimateOf(split, { ...ips, feed })));
    const precision = variances.reduce(
      (sum, each, j) => sum + log.filter(({ logger }) => logger === j).length / each,
      0,
    );
    return {
      ...(await ofMixture(log)),
      naive: naive.value,
      naiveStratifiedSE: naive.se,
      perLoggerVariance_ddof0: variances,
      lambdaPerSample: variances.map((each) => 1 / (each * precision)),
    };
  }),
];
