import { hazard } from "../../../src/exposure/tabulate.js";
import { type CurveSpec, tabulate } from "../../../src/fitting/index.js";
import { type Runner, runner } from "../case.js";

const at = (spec: CurveSpec, ranks: readonly number[]): readonly number[] => {
  const p = tabulate(spec, Math.max(...ranks));
  return ranks.map((rank) => p[rank - 1] ?? Number.NaN);
};

interface Ranks {
  readonly ranks: readonly number[];
}

interface DeterministicPolicy {
  readonly ranksOfItems: Readonly<Record<string, number>>;
  readonly pbm: string;
  readonly gamma: number;
  readonly cutoff: number;
}

/** The closed-form curves and what follows from them (docs/methods.md, "Closed-form curves"). */
export const curveRunners: readonly Runner[] = [
  runner<Ranks>("pbm.log2", ({ ranks }) => ({ p: at({ model: "log2", parameters: {} }, ranks) })),
  runner<Ranks & { readonly eta: readonly number[] }>("pbm.inverse", ({ ranks, eta }) =>
    Object.fromEntries(
      eta.map((value) => [
        `eta${String(value).replace(".", "")}`,
        at({ model: "inverse", parameters: { eta: value } }, ranks),
      ]),
    ),
  ),
  runner<Ranks & { readonly gamma: number }>("pbm.geometric", ({ ranks, gamma }) => ({
    p: at({ model: "geometric", parameters: { gamma } }, ranks),
  })),
  runner<Ranks & { readonly alpha: number }>("pbm.naturalLogAlpha", ({ ranks, alpha }) => ({
    p: at({ model: "logAlpha", parameters: { alpha } }, ranks),
  })),
  runner<Ranks & { readonly rhos: readonly number[] }>("pbm.yuleSimon", ({ ranks, rhos }) =>
    Object.fromEntries(
      rhos.map((rho) => [String(rho), at({ model: "yuleSimon", parameters: { rho } }, ranks)]),
    ),
  ),
  runner<{ readonly ks: readonly number[]; readonly rho: number }>(
    "pbm.yuleSimon.pmfHazard",
    ({ ks, rho }) => {
      const curve: CurveSpec = { model: "yuleSimon", parameters: { rho } };
      const p = tabulate(curve, Math.max(...ks));
      const h = hazard(curve, Math.max(...ks));
      return {
        hazard: ks.map((k) => h[k - 1]),
        pmf: ks.map((k) => (p[k - 1] ?? Number.NaN) * (h[k - 1] ?? Number.NaN)),
      };
    },
    { mean: "no function gives the expected depth of an endless curve" },
  ),
  runner<DeterministicPolicy>(
    "exposure.deterministic.cutoff",
    ({ ranksOfItems, pbm, gamma, cutoff }) => {
      const curve: CurveSpec = { model: pbm, parameters: { gamma }, cutoff };
      const exposures = at(curve, Object.values(ranksOfItems));
      const items = Object.keys(ranksOfItems);
      return { exposure: Object.fromEntries(items.map((item, i) => [item, exposures[i]])) };
    },
  ),
];
