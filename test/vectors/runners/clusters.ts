import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, values } from "../trajectories.js";

type ByItem = Readonly<Record<string, number>>;

interface Clusters {
  readonly cluster: ByItem;
  readonly eps0: ByItem;
  readonly epsT: ByItem;
  readonly qhat: ByItem;
  readonly log: readonly (readonly (readonly [item: string, reward: number])[])[];
}

/** Estimators by exposures of clusters (docs/methods.md, "Clusters of items"). */
export const clusterRunners: readonly Runner[] = [
  runner<Clusters>("mips.offcem.exposure", async ({ cluster, eps0, epsT, qhat, log }) => {
    const rows = log.flatMap((viewed, i) =>
      Object.keys(cluster).map((item): LogRow => {
        const own = viewed.find(([name]) => name === item);
        return {
          trajectory: `t${i}`,
          item,
          cluster: `c${cluster[item]}`,
          eps0: eps0[item] ?? null,
          epsT: epsT[item] ?? null,
          qhat: qhat[item] ?? null,
          reward: own?.[1] ?? null,
          viewed: own !== undefined,
        };
      }),
    );
    const asked = {
      log: {
        trajectory: "trajectory",
        item: "item",
        cluster: "cluster",
        rows: "offered",
        viewed: "viewed",
        rewards: { reward: { column: "reward", prediction: "qhat" } },
        exposure: { column: "eps0" },
      },
      policies: { target: { exposure: "epsT" } },
      estimators: ["ips", "mips", "offCem"],
    };
    const [result, each] = [await ask(rows, asked), await apart(rows, asked)];
    const of = (estimator: string) => {
      const wanted = { policy: "target", estimator };
      const { value, se } = estimateOf(result, wanted);
      return { values: values(each, wanted), estimate: value, se };
    };
    return { MIPS: of("mips"), OffCEM: of("offCem"), IPS: of("ips") };
  }),
];
