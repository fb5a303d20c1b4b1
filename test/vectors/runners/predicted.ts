import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, values } from "../trajectories.js";

interface Candidates {
  readonly p: readonly number[];
  readonly log: readonly {
    readonly id: string;
    readonly depth: number;
    readonly cands: readonly {
      readonly logRank: number;
      readonly targetRank: number;
      readonly qhat: number;
      readonly reward: number | null;
    }[];
  }[];
  readonly lambda_: number;
  readonly M: number;
}

/** Estimators with predicted rewards (docs/methods.md, "Predicted rewards"). */
export const predictedRunners: readonly Runner[] = [
  runner<Candidates>("dr.family", async ({ p, log, lambda_, M }) => {
    const rows = log.flatMap(({ id, depth, cands }) =>
      cands.map(
        ({ logRank, targetRank, qhat, reward }): LogRow => ({
          trajectory: id,
          rank: logRank,
          target: targetRank,
          qhat,
          reward,
          viewed: logRank <= depth,
        }),
      ),
    );
    const asked = {
      log: {
        trajectory: "trajectory",
        rank: "rank",
        rows: "offered",
        viewed: "viewed",
        rewards: { reward: { column: "reward", prediction: "qhat" } },
        exposure: { curve: { table: p } },
      },
      policies: { target: { rank: "target" } },
      estimators: [
        "dm",
        "ips",
        { dr: { treatment: ["observed", "expected"] } },
        { switchDr: { limit: lambda_ } },
        { drOs: { shrinkage: lambda_, shape: ["optimistic", "pessimistic"] } },
        { cab: { limit: M } },
      ],
    };
    const [result, each] = [await ask(rows, asked), await apart(rows, asked)];
    const of = (estimator: string, parameters: Readonly<Record<string, unknown>> = {}) => {
      const wanted = { policy: "target", estimator, parameters };
      const { value, se } = estimateOf(result, wanted);
      return { values: values(each, wanted), estimate: value, se };
    };
    return {
      DM: of("dm"),
      IPS: of("ips"),
      DRobserved: of("dr", { treatment: "observed" }),
      DRexpected: of("dr", { treatment: "expected" }),
      switchDR: of("switchDr"),
      DRos: of("drOs", { shape: "optimistic" }),
      DRclip: of("drOs", { shape: "pessimistic" }),
      CAB: of("cab"),
    };
  }),
];
