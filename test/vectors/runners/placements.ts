import { curves } from "../../../src/exposure/index.js";
import { mixedPlacement } from "../../../src/placement/candidate-sets.js";
import { exposureOf } from "../../../src/placement/exposures.js";
import { gumbelTopK } from "../../../src/placement/gumbel-top-k.js";
import { plackettLuce } from "../../../src/placement/plackett-luce.js";
import { sampledExposure } from "../../../src/placement/sampled-exposure.js";
import { type Runner, runner } from "../case.js";

const byItem = <T>(items: readonly string[], of: (item: string, at: number) => T) =>
  Object.fromEntries(items.map((item, at) => [item, of(item, at)]));

/** Chances of each number of successes in n trials. */
function binomial(n: number, p: number): readonly number[] {
  let chance = (1 - p) ** n;
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k > 0) chance *= ((n - k + 1) / k) * (p / (1 - p));
    return chance;
  });
}

const noFormula = "a formula that is derived apart; nothing computes it";

/** Placements and exposures of stochastic rankers (docs/methods.md, "Placements"). */
export const placementRunners: readonly Runner[] = [
  runner<{ readonly weights: Readonly<Record<string, number>>; readonly n: number }>(
    "exposure.plackettLuce.exact",
    ({ weights, n }) => {
      const items = Object.keys(weights);
      const log2 = curves.find(({ name }) => name === "log2");
      const curve = log2?.probabilities({}, n) ?? [];
      const placement = plackettLuce(Object.values(weights), n);
      const of = (p: readonly number[]) =>
        byItem(items, (_, i) => exposureOf(placement[i] ?? [], p));
      const exposure = of(curve);
      return {
        placement: byItem(items, (_, i) => placement[i]),
        exposure,
        totalExposure: Object.values(exposure).reduce((a, b) => a + b, 0),
        exposureTop2: of(curve.slice(0, 2)),
      };
    },
  ),
  runner<{
    readonly G: Readonly<Record<string, number>>;
    readonly plWeights: Readonly<Record<string, number>>;
    readonly p: readonly number[];
  }>(
    "exposure.twoStage.exact",
    ({ G, plWeights, p }) => {
      const sets = Object.entries(G).map(([names, chance]) => {
        const items = names.split(",");
        const placement = plackettLuce(items.map((item) => plWeights[item] ?? 0));
        return { chance, placement: byItem(items, (_, i) => placement[i] ?? []) };
      });
      const mixed = mixedPlacement(sets);
      return { exposure: byItem(Object.keys(mixed), (item) => exposureOf(mixed[item] ?? [], p)) };
    },
    { fractions: "numbers are doubles" },
  ),
  runner<{ readonly scores: readonly number[]; readonly uniforms: readonly number[] }>(
    "exposure.gumbelTopK",
    ({ scores, uniforms }) => gumbelTopK(scores, (i) => -Math.log(-Math.log(uniforms[i] ?? 0.5))),
  ),
  runner<{ readonly epsilon0: number; readonly N: readonly number[] }>(
    "exposure.monteCarlo.weightBias",
    ({ epsilon0, N }) => {
      /** E[view/ε̂] over the draws' hits, where ε̂ is not 0. */
      const meanWeight = (n: number, keepsLogged: boolean): number =>
        binomial(n, epsilon0).reduce((sum, chance, hits) => {
          const draws = Array.from({ length: n }, (_, i) => (i < hits ? 1 : 0));
          const exposure = keepsLogged ? sampledExposure(draws, 1) : sampledExposure(draws);
          return exposure === 0 ? sum : sum + (chance * epsilon0) / exposure;
        }, 0);
      return {
        meanWeightLeaveOut: N.map((n) => meanWeight(n, false)),
        probZeroLeaveOut: N.map((n) => binomial(n, epsilon0)[0]),
        meanWeightLeaveIn: N.map((n) => meanWeight(n, true)),
      };
    },
    { leaveInClosedForm: noFormula, firstOrder: noFormula },
  ),
  runner<{
    readonly levels: readonly number[];
    readonly probs: readonly number[];
    readonly N: number;
  }>(
    "exposure.monteCarlo.leaveInExact",
    ({ levels, probs, N }) => {
      let outcomes: readonly (readonly [chance: number, draws: readonly number[]])[] = [[1, []]];
      for (let i = 0; i < N; i++) {
        outcomes = outcomes.flatMap(([chance, draws]) =>
          levels.map((level, k) => [chance * (probs[k] ?? 0), [...draws, level]] as const),
        );
      }
      const mean = (of: (logged: number, draws: readonly number[]) => number): number =>
        outcomes.reduce(
          (sum, [chance, draws]) =>
            sum +
            levels.reduce((own, each, k) => own + chance * (probs[k] ?? 0) * of(each, draws), 0),
          0,
        );
      return {
        leaveIn: mean((logged, draws) => logged / sampledExposure(draws, logged)),
        leaveOut: mean((logged, draws) => logged / sampledExposure(draws)),
        epsilon: exposureOf(probs, levels),
      };
    },
    { leaveOutFraction: "numbers are doubles" },
  ),
];
