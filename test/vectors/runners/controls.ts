import { ask, differenceOf, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, logOf, rowsOf, target, type VectorTrajectory, values } from "../trajectories.js";

interface Logged {
  readonly p: readonly number[];
  readonly log: readonly VectorTrajectory[];
}

const average = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

/** Additive control variates (docs/methods.md, "Control variates"). */
export const controlRunners: readonly Runner[] = [
  runner<Logged>("beta.controlVariate.ranking", async ({ p, log }) => {
    const rows = rowsOf(log);
    const base = { log: logOf(p), policies: target };
    const asked = { ...base, estimators: ["ips", { betaIps: { control: ["views", "curve"] } }] };
    const result = await ask(rows, asked);
    const ips = { policy: "target", estimator: "ips" };
    const by = (control: string): number =>
      estimateOf(result, {
        policy: "target",
        estimator: "betaIps",
        reward: "reward",
        parameters: { control },
      }).value;
    const each = await apart(rows, { ...base, estimators: ["ips"] });
    const a = values(each, { ...ips, reward: "reward" });
    const b = values(each, { ...ips, reward: "view" });
    const d = b.map((sum, i) => sum - (log[i]?.items.length ?? 0));
    const mu = p.reduce((sum, view) => sum + view, 0);
    const [views, curve] = [by("views"), by("curve")];
    const beta = (average(a) - views) / average(d);
    // The estimator's own error also holds that of β̂; this is that of the residuals alone.
    const residuals = a.map((z, i) => z - average(a) - beta * ((d[i] ?? 0) - average(d)));
    const squares = residuals.reduce((sum, e) => sum + e * e, 0);
    return {
      betaDiff: beta,
      estimateDiff: views,
      seDiff: Math.sqrt(squares / a.length / (a.length - 2)),
      betaKnownMean: (average(a) - curve) / (average(b) - mu),
      estimateKnownMean: curve,
    };
  }),
  runner<{ readonly rewards: readonly number[]; readonly weights: readonly number[] }>(
    "beta.ips.bandit",
    async ({ rewards, weights }) => {
      const asked = [{ betaIps: { beta: "published" } }, "ips", "snips"];
      const result = await ask(singleActions(rewards, { target: weights }), {
        ...ofSingleActions(["target"]),
        estimators: asked,
        estimands: ["perTrajectory", "perImpression"],
      });
      const of = (estimator: string, reward = "reward", estimand = "perTrajectory") =>
        estimateOf(result, { policy: "target", estimator, reward, estimand }).value;
      return {
        // Of rewards of 1 the estimator subtracts what the mean weight is above 1.
        beta: (of("ips") - of("betaIps")) / (of("ips", "one") - 1),
        estimate: of("betaIps"),
        ips: of("ips"),
        snips: of("snips", "reward", "perImpression"),
      };
    },
  ),
  runner<Readonly<Record<"rewards" | "wTarget" | "wProduction", readonly number[]>>>(
    "deltaBetaIPS.bandit",
    async ({ rewards, wTarget, wProduction }) => {
      const rows = singleActions(rewards, { target: wTarget, production: wProduction });
      const result = await ask(rows, {
        ...ofSingleActions(["target", "production"]),
        baseline: "production",
        estimators: ["ips", { betaIps: { control: "baseline", beta: "published" } }],
      });
      const of = (estimator: string, reward = "reward") =>
        differenceOf(result, { policy: "target", estimator, reward }).value;
      return {
        beta: (of("ips") - of("betaIps")) / of("ips", "one"),
        estimate: of("betaIps"),
        deltaIPS: of("ips"),
      };
    },
  ),
];

/** A log of single actions: what policies weigh them with follows from exposures that are small enough. */
const singleActions = (
  rewards: readonly number[],
  weights: Readonly<Record<string, readonly number[]>>,
): readonly LogRow[] =>
  rewards.map((reward, i) => {
    const logging = 0.25;
    const exposures = Object.entries(weights).map(([name, w]) => [name, logging * (w[i] ?? 0)]);
    return { logging, reward, one: 1, ...Object.fromEntries(exposures) };
  });

const ofSingleActions = (names: readonly string[]) => ({
  log: { rewards: { reward: "reward", one: "one" }, exposure: { column: "logging" } },
  policies: Object.fromEntries(names.map((name) => [name, { exposure: name }])),
});
