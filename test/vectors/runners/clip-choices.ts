import { chooseClip, slopePlusPlus } from "../../../src/inference/clip-by-halves.js";
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
    const labels = Object.keys(synthetic.theta);
    const made = labels.map((label) => ({
      value: synthetic.theta[label] ?? 0,
      width: synthetic.cnf[label] ?? 0,
    }));
    return {
      selectedSlopePlusPlus: names[chooseClip(estimates, delta).index],
      syntheticSlopePlusPlus: labels[slopePlusPlus(made)],
    };
  }),
];
