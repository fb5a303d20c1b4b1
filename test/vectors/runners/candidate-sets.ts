import { exposureOf } from "../../../src/placement/exposures.js";
import { ask, estimateOf, type LogRow } from "../ask.js";
import { type Runner, runner } from "../case.js";

/** A chance as one of two counts with a small sum: 0.8 is 4 of 5. */
function countsOf(chance: number): readonly [number, number] {
  for (let sum = 1; sum <= 1000; sum++) {
    const own = Math.round(chance * sum);
    if (Math.abs(own / sum - chance) < 1e-12) return [own, sum - own];
  }
  throw new RangeError(`${chance} is not a fraction of 1000 or less.`);
}

/** Weights of the candidate set that was drawn, and of all of them: the same mean, unlike second moments. */
export const candidateSetRunners: readonly Runner[] = [
  runner<CandidateSets>("trap.conditionalVsMarginalWeights", async (sets) => {
    const rows = everySet(sets);
    const of = async (logging: string, target: string) => {
      const result = await ask(rows, {
        log: {
          trajectory: "trajectory",
          rank: "rank",
          rows: "offered",
          viewed: "viewed",
          rewards: { view: "view" },
          exposure: { column: logging },
        },
        policies: { target: { exposure: target } },
        estimators: ["ips"],
      });
      const { value, se } = estimateOf(result, { policy: "target", estimator: "ips" });
      return { mean: value, second: se ** 2 * (result.log.trajectories - 1) + value ** 2 };
    };
    const [conditional, marginal] = [await of("own0", "ownT"), await of("eps0", "epsT")];
    return {
      eps0: exposureOf(sets.G, sets.p0),
      epsT: exposureOf(sets.G, sets.pT),
      meanConditional: conditional.mean,
      meanMarginal: marginal.mean,
      secondMomentConditional: conditional.second,
      secondMomentMarginal: marginal.second,
    };
  }),
];

/** Two candidate sets, the chance of each, and that of a view of one item in each. */
interface CandidateSets {
  readonly G: readonly number[];
  readonly p0: readonly number[];
  readonly pT: readonly number[];
}

/** Every outcome as often as it is likely; an item that is always viewed and never liked stands above. */
function everySet({ G, p0, pT }: CandidateSets): readonly LogRow[] {
  const counts = [G[0] ?? 0, ...p0].map(countsOf);
  const exposures = { eps0: exposureOf(G, p0), epsT: exposureOf(G, pT) };
  const above = { rank: 1, viewed: true, view: 0, own0: 1, ownT: 0, eps0: 1, epsT: 0 };
  const rows: LogRow[] = [];
  for (let outcome = 0; outcome < 8; outcome++) {
    const is = counts.map((_, at) => ((outcome >> at) & 1) === 0);
    const times = counts.reduce((all, [yes, no], at) => all * (is[at] ? yes : no), 1);
    const set = is[0] ? 0 : 1;
    const viewed = is[1 + set] === true;
    const own = { own0: p0[set] ?? 0, ownT: pT[set] ?? 0, ...exposures };
    for (let copy = 0; copy < times; copy++) {
      const trajectory = `t${outcome} ${copy}`;
      rows.push({ trajectory, ...above });
      rows.push({ trajectory, rank: 2, viewed, view: viewed ? 1 : 0, ...own });
    }
  }
  return rows;
}
