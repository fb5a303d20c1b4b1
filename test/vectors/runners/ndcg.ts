import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import {
  apart,
  logOf,
  rowsOf,
  target,
  type VectorTrajectory,
  values,
  valuesOrNull,
} from "../trajectories.js";

interface Labels {
  /** The label of every item, by context. */
  readonly rho: Readonly<Record<string, readonly number[]>>;
  /** The one item that a policy shows: "a1", "a2" … */
  readonly policies: Readonly<Record<string, string>>;
}

/**
 * Normalised DCG: the paper's example, and partial information (docs/methods.md, "Normalised DCG").
 */
export const ndcgRunners: readonly Runner[] = [
  runner<Labels>("ndcg.table1", async (labels) => {
    const items = Math.max(...Object.values(labels.rho).map(({ length }) => length));
    const top1 = await table1(labels, { table: [1] });
    const flat = await table1(labels, { table: Array.from({ length: items }, () => 1) });
    const log2 = await table1(labels, { model: "log2", cutoff: items });
    const names = Object.keys(labels.policies);
    const metrics = (by: Table1): unknown =>
      Object.fromEntries(names.map((name) => [name, by(name)]));
    return {
      printed_sumNormaliser: metrics(flat),
      definition_top1Ideal: metrics(top1),
      log2_idealAt2: metrics(log2),
      pnDCG_top1: Object.fromEntries(names.map((name) => [name, top1(name).pnDCG])),
    };
  }),
  runner<{ readonly p: readonly number[]; readonly trajectories: readonly VectorTrajectory[] }>(
    "ndcg.partialInformation",
    async ({ p, trajectories }) => {
      const asked = {
        log: logOf(p),
        policies: target,
        estimators: [
          "dcg",
          "pndcg",
          { ndcg: { onNoIdeal: ["skip", "zero", "one"] } },
          { ndcg: { clip: 2 } },
        ],
      };
      const rows = rowsOf(trajectories);
      const all = await ask(rows, asked);
      const each = await apart(rows, asked);
      const wanted = (estimator: string, parameters: Readonly<Record<string, unknown>> = {}) => ({
        policy: "target",
        estimator,
        parameters,
        reward: "reward",
      });
      const ndcg = (onNoIdeal: string) => wanted("ndcg", { onNoIdeal, clip: "inf" });
      const dcg = values(each, wanted("dcg"));
      const ofIdeal = valuesOrNull(each, wanted("pndcg"));
      return {
        dcg,
        idcg: dcg.map((value, i) => idealOf(value, ofIdeal[i] ?? null)),
        ndcg: valuesOrNull(each, ndcg("skip")),
        nDCG_skip: estimateOf(all, ndcg("skip")).value,
        nDCG_zero: estimateOf(all, ndcg("zero")).value,
        nDCG_one: estimateOf(all, ndcg("one")).value,
        pnDCG: estimateOf(all, wanted("pndcg")).value,
        ndcg_m2: valuesOrNull(each, wanted("ndcg", { clip: 2 })),
      };
    },
  ),
];

/** The ideal of one trajectory, of which pndcg is the ratio; pndcg refuses only where it is 0. */
const idealOf = (dcg: number, ratio: number | null): number => (ratio === null ? 0 : dcg / ratio);

interface Metrics {
  readonly DCG: readonly number[];
  readonly nDCG: readonly number[];
  readonly DCGmean: number;
  readonly nDCGmean: number;
  readonly pnDCG: number;
}

type Table1 = (policy: string) => Metrics;

/**
 * A table of labels as a log: a row for every item of a context with its label as reward, and for
 * every policy rank 1 at the item that it shows. The discount's curve sets the ideal's slots.
 */
async function table1({ rho, policies }: Labels, curve: unknown): Promise<Table1> {
  const names = Object.keys(policies);
  const rows = Object.entries(rho).flatMap(([context, labels]) =>
    labels.map((reward, i): LogRow => {
      const ranks = names.map((name) => [name, policies[name] === `a${i + 1}` ? 1 : null]);
      return { trajectory: context, length: labels.length, reward, ...Object.fromEntries(ranks) };
    }),
  );
  const asked = {
    log: {
      trajectory: "trajectory",
      listLength: "length",
      rewards: { reward: "reward" },
      exposure: { curve },
    },
    policies: Object.fromEntries(names.map((name) => [name, { rank: name }])),
    estimators: [{ dcg: { gain: "c" } }, { ndcg: { gain: "c" } }, { pndcg: { gain: "c" } }],
  };
  const all = await ask(rows, asked);
  const each = await apart(rows, asked);
  return (policy) => ({
    DCG: values(each, { policy, estimator: "dcg" }),
    nDCG: values(each, { policy, estimator: "ndcg" }),
    DCGmean: estimateOf(all, { policy, estimator: "dcg" }).value,
    nDCGmean: estimateOf(all, { policy, estimator: "ndcg" }).value,
    pnDCG: estimateOf(all, { policy, estimator: "pndcg" }).value,
  });
}
