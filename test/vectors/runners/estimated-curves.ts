import { fitCurve, influenceByBucket } from "../../../src/fitting/index.js";
import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, logOf, rowsOf, target, type VectorTrajectory, values } from "../trajectories.js";

interface Logged {
  readonly log: readonly VectorTrajectory[];
}

const dcg = { policy: "target", estimator: "dcg", reward: "reward" };
const deepestOf = (rows: readonly LogRow[]): number =>
  Math.max(...rows.map(({ rank }) => Number(rank)));

/** A fit of the log itself, which lists of so few trajectories allow. */
const fitOf = (model: string, rows: readonly LogRow[]): Readonly<Record<string, unknown>> =>
  model === "table" ? { fit: model, support: 1, cutoff: deepestOf(rows) } : { fit: model };

async function estimated(
  model: string,
  rows: readonly LogRow[],
): Promise<{ readonly value: number; readonly se: number }> {
  const exposure = { curve: fitOf(model, rows) };
  const log = { ...logOf([]), exposure };
  return estimateOf(await ask(rows, { log, policies: target, estimators: ["dcg"] }), dcg);
}

/** What `evaluate` rests on, trajectory by trajectory: Z − θ̂ + n·Σ_k ∂θ̂/∂log p_k · (shift of log p̂_k). */
async function influenceOf(
  model: string,
  { log }: Logged,
): Promise<{
  readonly p: readonly number[];
  readonly influence: readonly number[];
  readonly se: number;
}> {
  const rows = rowsOf(log);
  const n = log.length;
  const deepest = deepestOf(rows);
  const depths = {
    bucket: log.map((_, i) => i),
    depth: log.map(({ items }) => Math.max(...items.map(({ rank }) => rank))),
    censored: log.map(() => 0),
    trajectories: log.map(() => 1),
  };
  const options = model === "table" ? { support: 1, cutoff: deepest } : {};
  const fit = fitCurve(depths, { model, to: deepest, ...options });
  if ("code" in fit) throw new Error(fit.message);
  const gamma = fit.estimates[0]?.value ?? Number.NaN;
  const p = Array.from({ length: deepest }, (_, at) =>
    model === "table" ? (fit.estimates[at]?.value ?? 0) : gamma ** at,
  );
  const asked = { log: logOf(p), policies: target, estimators: ["dcg"] };
  const z = values(await apart(rows, asked), dcg);
  const mean = z.reduce((sum, each) => sum + each, 0) / n;
  const slopes = p.map(() => 0);
  for (const { items } of log) {
    for (const { rank, reward, targetRank } of items) {
      const share = (reward * (p[targetRank - 1] ?? 0)) / (p[rank - 1] ?? 1) / n;
      slopes[targetRank - 1] = (slopes[targetRank - 1] ?? 0) + share;
      slopes[rank - 1] = (slopes[rank - 1] ?? 0) - share;
    }
  }
  const moved = influenceByBucket(fit, depths).of(slopes);
  if ("code" in moved) throw new Error(String(moved.message));
  const naive = estimateOf(await ask(rows, asked), dcg).se;
  return { p, influence: z.map((each, i) => each - mean + n * (moved[i] ?? 0)), se: naive };
}

async function jackknife(model: string, rows: readonly LogRow[]): Promise<number> {
  const names = [...new Set(rows.map(({ trajectory }) => trajectory))];
  const without: number[] = [];
  for (const name of names) {
    const rest = rows.filter(({ trajectory }) => trajectory !== name);
    without.push((await estimated(model, rest)).value);
  }
  const mean = without.reduce((sum, each) => sum + each, 0) / names.length;
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt((squares * (names.length - 1)) / names.length);
}

/**
 * The error of a fitted curve propagated into DCG (docs/methods.md, "Fitted curves: influence").
 */
export const estimatedCurveRunners: readonly Runner[] = [
  runner<Logged>("dcg.estimatedPbm.influence", async (given) => {
    const rows = rowsOf(given.log);
    const { value, se } = await estimated("table", rows);
    const { p, influence, se: naive } = await influenceOf("table", given);
    return {
      p,
      estimate: value,
      influence,
      se,
      naiveSE_pTreatedKnown: naive,
      jackknifeSE: await jackknife("table", rows),
    };
  }),
  runner<Logged>("dcg.estimatedGeometric.influence", async (given) => {
    const { value, se } = await estimated("geometric", rowsOf(given.log));
    const { p, influence, se: naive } = await influenceOf("geometric", given);
    return { gamma: p[1], estimate: value, influence, se, naiveSE: naive };
  }),
];
