import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, logOf, rowsOf, type VectorTrajectory, values } from "../trajectories.js";

interface Logged {
  readonly p: readonly number[];
  readonly log: readonly VectorTrajectory[];
}

type Arm = readonly (readonly [reward: number, views: number])[];

/**
 * What was really earned: its three readings, and two arms of a test (docs/methods.md,
 * "Estimands").
 */
export const onlineRunners: readonly Runner[] = [
  runner<Logged>("online.estimands", async ({ p, log }) => {
    const asked = {
      log: logOf(p),
      estimators: ["mean"],
      estimands: ["perTrajectory", "perImpression"],
    };
    const rows = rowsOf(log);
    const plain = await ask(rows, asked);
    const byUser = await ask(rows, { ...asked, log: { ...asked.log, user: "user" } });
    const wanted = { policy: "logged", estimator: "mean", reward: "reward" };
    const each = { ...wanted, estimand: "perTrajectory" };
    const rate = { ...wanted, estimand: "perImpression" };
    const rates = values(await apart(rows, asked), rate);
    const meanOfRates = await meanReward(rates);
    return {
      perTrajectory: estimateOf(plain, each).value,
      perTrajectorySE: estimateOf(plain, each).se,
      perTrajectoryClusterUserSE: estimateOf(byUser, each).se,
      perImpression: estimateOf(plain, rate).value,
      perImpressionSE: estimateOf(plain, rate).se,
      perImpressionClusterUserSE: estimateOf(byUser, rate).se,
      meanOfRates: meanOfRates.value,
      meanOfRatesSE: meanOfRates.se,
    };
  }),
  runner<{ readonly armA: Arm; readonly armB: Arm }>(
    "abTest.ratioDifference",
    async ({ armA, armB }) => {
      const [a, b] = [await perImpression(armA), await perImpression(armB)];
      return { ratioA: a.value, seA: a.se, ratioB: b.value, seB: b.se };
    },
  ),
];

/** The online mean of a log in which every row is a trajectory: here the rate of one. */
async function meanReward(rewards: readonly number[]): Promise<ReturnType<typeof estimateOf>> {
  const rows = rewards.map((reward) => ({ reward }));
  const result = await ask(rows, { log: { rewards: { reward: "reward" } }, estimators: ["mean"] });
  return estimateOf(result, { policy: "logged", estimator: "mean" });
}

/** The reward per impression of an arm, with each trajectory's reward on its first view. */
async function perImpression(arm: Arm): Promise<ReturnType<typeof estimateOf>> {
  const rows = arm.flatMap(([reward, views], i) =>
    Array.from(
      { length: views },
      (_, at): LogRow => ({ trajectory: `t${i}`, rank: at + 1, reward: at === 0 ? reward : 0 }),
    ),
  );
  const log = { trajectory: "trajectory", rank: "rank", rewards: { reward: "reward" } };
  const result = await ask(rows, { log, estimators: ["mean"], estimands: ["perImpression"] });
  return estimateOf(result, { policy: "logged", estimator: "mean" });
}
