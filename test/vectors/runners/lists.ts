import { ask, estimateOf, type LogRow, type VectorStudy } from "../ask.js";
import { type Runner, runner } from "../case.js";
import { apart, values } from "../trajectories.js";

interface Lists {
  readonly log: readonly Readonly<
    Record<"c" | "pi" | "pi0" | "mpi" | "mpi0" | "q" | "eq", readonly number[]>
  >[];
}

const study = (slots: number, estimators: readonly unknown[]): VectorStudy => ({
  log: {
    trajectory: "trajectory",
    rank: "rank",
    rows: "offered",
    viewed: "viewed",
    listLength: slots,
    propensity: "pi0",
    placement: "mpi0",
    rewards: { reward: { column: "c", remaining: "q" } },
  },
  policies: { target: { propensity: "pi", placement: "mpi", remaining: "eq" } },
  estimators,
});

/** Estimators of whole lists (docs/methods.md, "Whole lists"). */
export const listRunners: readonly Runner[] = [
  runner<Lists>("slate.estimators", async ({ log }) => {
    const rows = log.flatMap((list, at) =>
      list.c.map((_, i): LogRow => {
        const cells = Object.entries(list).map(([name, cell]) => [name, cell[i] ?? null]);
        return { trajectory: `t${at}`, rank: i + 1, viewed: true, ...Object.fromEntries(cells) };
      }),
    );
    const rips = { rips: { normalised: ["no", "perRank"] } };
    const asked = study(2, ["sips", "iips", rips, "cascadeDr"]);
    const [result, each] = [await ask(rows, asked), await apart(rows, asked)];
    const of = (estimator: string, parameters = {}) => {
      const wanted = { policy: "target", estimator, parameters };
      const { value, se } = estimateOf(result, wanted);
      return { values: values(each, wanted), estimate: value, se };
    };
    const normalised = { normalised: "perRank" };
    const wanted = { policy: "target", estimator: "rips", parameters: normalised };
    return {
      SIPS: of("sips"),
      IIPS: of("iips"),
      RIPS: of("rips", { normalised: "no" }),
      RIPS_selfNormalisedPerRank: estimateOf(result, wanted).value,
      cascadeDR: of("cascadeDr"),
    };
  }),
  runner<Record<"pi" | "pi0", readonly (readonly number[])[]>>(
    "slate.pseudoinverse.product",
    async ({ pi, pi0 }) => {
      const lists = ["00", "01", "10", "11"];
      // A reward of 1 a list makes its value its weight.
      const rows = lists.flatMap((list) =>
        [...list].map((item, i): LogRow => {
          const of = (policy: typeof pi): number => policy[i]?.[Number(item)] ?? 0;
          const rest = { pi0: 1, pi: 1, q: 0, eq: 0, viewed: true };
          return { trajectory: list, rank: i + 1, c: 1 - i, mpi: of(pi), mpi0: of(pi0), ...rest };
        }),
      );
      const each = await apart(rows, study(2, ["pseudoInverse"]));
      const weights = values(each, { policy: "target", estimator: "pseudoInverse" });
      return { weights: Object.fromEntries(lists.map((list, i) => [list, weights[i]])) };
    },
  ),
];
