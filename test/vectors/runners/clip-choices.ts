import { chooseClip } from "../../../src/index.js";
import { clipChoices } from "../../../src/inference/clip-choices/index.js";
import { ask, estimateOf } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { logOf, rowsOf, target, type VectorTrajectory } from "../trajectories.js";

interface Clips {
  readonly p: readonly number[];
  readonly log: readonly VectorTrajectory[];
  readonly m: readonly (number | "Infinity")[];
  readonly delta: number;
  readonly synthetic: Readonly<Record<"theta" | "cnf", Readonly<Record<string, number>>>>;
}

const nameOf = (m: number | "Infinity"): string => (m === "Infinity" ? "inf" : String(m));

/** Choice of a clip (docs/methods.md, "Choice of a clip"). */
export const clipChoiceRunners: readonly Runner[] = [
  runner<Clips>("adaptive.clip", async ({ p, log, m, delta, synthetic }) => {
    const clips = m.toReversed().map((each) => (each === "Infinity" ? "inf" : each));
    const asked = { log: logOf(p), policies: target, estimators: [{ dcg: { clip: clips } }] };
    const result = await ask(rowsOf(log), asked);
    const estimates = clips.map((clip) =>
      estimateOf(result, {
        policy: "target",
        estimator: "dcg",
        reward: "reward",
        parameters: { clip },
      }),
    );
    const names = m.toReversed().map(nameOf);
    const { points } = chooseClip(estimates, { delta });
    const each = <T>(of: (point: (typeof points)[number]) => T) =>
      Object.fromEntries(points.map((point, i) => [names[i] ?? "", of(point)]));
    const chosen = (by: string) => names[chooseClip(estimates, { by, delta }).index];
    const labels = Object.keys(synthetic.theta);
    const made = labels.map((label) => ({
      value: synthetic.theta[label] ?? 0,
      width: synthetic.cnf[label] ?? 0,
      se: 0,
    }));
    const ofMade = (by: string) =>
      labels[clipChoices.find(({ name }) => name === by)?.choose(made) ?? -1];
    return {
      mse: each(({ bias, se, mse }) => ({ bias, var: se ** 2, mse })),
      selectedByPluginMSE: chosen("plugIn"),
      cnf: each(({ width }) => width),
      selectedSlope: chosen("slope"),
      selectedSlopePlusPlus: chosen("slopePlusPlus"),
      syntheticSlope: ofMade("slope"),
      syntheticSlopePlusPlus: ofMade("slopePlusPlus"),
    };
  }),
];
