import { ask, estimateOf } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, logOf, rowsOf, target, type VectorTrajectory, values } from "../trajectories.js";

interface Logged {
  readonly p: readonly number[];
  readonly log: readonly VectorTrajectory[];
}

const dcg = { policy: "target", estimator: "dcg", reward: "reward" };

/**
 * DCG as an estimator of reward, its variants and its clipping (docs/methods.md, "DCG" and
 * "Clipping").
 */
export const dcgRunners: readonly Runner[] = [
  runner<Logged>("ips.dcg.deterministic", async ({ p, log }) => {
    const asked = { log: logOf(p), policies: target, estimators: ["dcg", "ips"] };
    const rows = rowsOf(log);
    const estimate = estimateOf(await ask(rows, asked), dcg);
    const byUser = await ask(rows, { ...asked, log: { ...asked.log, user: "user" } });
    const each = await apart(rows, asked);
    return {
      perTrajectoryValues: values(each, dcg),
      estimate: estimate.value,
      se: estimate.se,
      seClusterUser: estimateOf(byUser, dcg).se,
      weightSums: values(each, { ...dcg, estimator: "ips", reward: "view" }),
    };
  }),
  runner<Logged>("dcg.variants", async ({ p, log }) => {
    const result = await ask(rowsOf(log), {
      log: logOf(p),
      policies: { ...target, same: { rank: "displayed" } },
      estimators: [
        { dcg: { discount: ["curve", "log2"], gain: ["c", "qhat"], debias: ["curve", "log2"] } },
      ],
    });
    const variant = (
      discount: string,
      gain: string,
      debias: string | null,
    ): { readonly estimate: number; readonly se: number } => {
      const { value, se } = estimateOf(result, { ...dcg, parameters: { discount, gain, debias } });
      return { estimate: value, se };
    };
    const unbiased = { discount: "curve", gain: "qhat", debias: "curve" };
    const same = estimateOf(result, { ...dcg, policy: "same", parameters: unbiased });
    return {
      log_C: variant("log2", "c", null),
      log_Qlog: variant("log2", "qhat", "log2"),
      log_Qpbm: variant("log2", "qhat", "curve"),
      pbm_C: variant("curve", "c", null),
      pbm_Qpbm: variant("curve", "qhat", "curve"),
      identity_targetEqualsLogging_pbm_Qpbm: same.value,
    };
  }),
  runner<Logged & { readonly m: readonly (number | "Infinity")[] }>(
    "clip.paperVsRatio",
    async ({ p, log, m }) => {
      const clips = m.map((value) => (value === "Infinity" ? "inf" : value));
      const ratios = clips.map((value) => (value === "inf" ? null : value));
      const result = await ask(rowsOf(log), {
        log: logOf(p),
        policies: target,
        estimators: [
          { dcg: { clip: clips } },
          ...ratios.map((clipRatio) => ({ dcg: { clipRatio } })),
        ],
      });
      const at = (clip: unknown, clipRatio: unknown): ReturnType<typeof estimateOf> =>
        estimateOf(result, { ...dcg, parameters: { clip, clipRatio } });
      const unclipped = at("inf", null).value;
      const rows = clips.map((clip, i) => {
        const [paper, ratio] = [at(clip, null), at("inf", ratios[i])];
        const own = { paperInverse: paper.value, paperSE: paper.se };
        const other = { ratio: ratio.value, ratioSE: ratio.se };
        return [String(clip), { ...own, ...other, biasPlugin: unclipped - paper.value }];
      });
      return Object.fromEntries(rows);
    },
  ),
];
