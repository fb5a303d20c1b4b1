import { ask, estimateOf } from "../ask.js";
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
];
