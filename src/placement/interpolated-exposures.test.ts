import { describe, expect, it } from "vitest";
import { estimateOf } from "../../test/fixture/small-study.js";
import { evaluate } from "../evaluate/evaluate.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { exposureOf } from "./exposures.js";
import { interpolatedExposures } from "./interpolated-exposures.js";
import { plackettLuce } from "./plackett-luce.js";

const [logging, target] = [plackettLuce([1, 1, 1]), plackettLuce([4, 2, 1])];
const curve = [1, 0.6, 0.3];

/** Every list of three items as often as the logging policy shows it (once each), viewed as far as a user goes. */
function allLists(reward: (item: number, rank: number) => number, window: number): readonly Row[] {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  // Depths 1, 2 and 3 of 4, 3 and 3 users in ten: views of 1, .6 and .3.
  const depths = [1, 1, 1, 1, 2, 2, 2, 3, 3, 3];
  return orders.flatMap((order, o) =>
    depths.flatMap((depth, d) =>
      order.slice(0, depth).map((item, i): Row => {
        const at = { rank: i + 1, window };
        const of = { logging: logging[item] ?? [], target: target[item] ?? [] };
        const exposures = interpolatedExposures(of, curve, at);
        return {
          session: BigInt(o * 10 + d),
          item: BigInt(item),
          position: BigInt(i + 1),
          like: reward(item, i + 1),
          eps0: exposures.logging,
          eps_t: exposures.target,
          m0: logging[item]?.[i] ?? 0,
          m_t: target[item]?.[i] ?? 0,
        };
      }),
    ),
  );
}

async function estimated(rows: readonly Row[], estimator: "ips" | "iips"): Promise<number> {
  const study = {
    log: {
      source: { table: "log" },
      trajectory: "session",
      item: "item",
      rank: "position",
      placement: "m0",
      rewards: ["like"],
      exposure: { column: "eps0" },
    },
    policies: { t: { exposure: "eps_t", placement: "m_t" } },
    estimators: [estimator],
  };
  const result = await evaluate(study, { engine: createInterpreter({ log: rows }) });
  return estimateOf(result, { policy: "t", estimator, estimand: "perTrajectory" }).value;
}

/** What the target policy would earn. */
const truthOf = (reward: (item: number, rank: number) => number): number =>
  target.reduce(
    (sum, row, item) =>
      sum + row.reduce((own, share, i) => own + share * (curve[i] ?? 0) * reward(item, i + 1), 0),
    0,
  );

describe("interpolatedExposures", () => {
  it("has the ratio of placements, or of exposures, at the ends of its window", () => {
    const of = { logging: logging[1] ?? [], target: target[1] ?? [] };
    for (const rank of [1, 2, 3]) {
      const ratio = (window: number): number => {
        const found = interpolatedExposures(of, curve, { rank, window });
        return found.target / found.logging;
      };
      const all = exposureOf(of.target, curve) / exposureOf(of.logging, curve);
      expect(ratio(0)).toBeCloseTo((of.target[rank - 1] ?? 0) * 3, 13);
      expect(ratio(2)).toBeCloseTo(all, 13);
      expect(ratio(Number.POSITIVE_INFINITY)).toBeCloseTo(all, 13);
    }
  });

  it("is weighed by ips as iips weighs placements where the window is 0", async () => {
    const rows = allLists((item, rank) => item + rank / 4, 0);
    expect(await estimated(rows, "ips")).toBeCloseTo(await estimated(rows, "iips"), 12);
  });

  it("is right at every window in a position-based world, and nearer the truth at small ones in another", async () => {
    const ofItem = (item: number): number => [0.2, 0.5, 0.9][item] ?? 0;
    for (const window of [0, 1, 2]) {
      expect(await estimated(allLists(ofItem, window), "ips")).toBeCloseTo(truthOf(ofItem), 12);
    }
    // An item earns more at the top than its views say.
    const byRank = (item: number, rank: number): number => ofItem(item) + (rank === 1 ? item : 0);
    const errors: number[] = [];
    for (const window of [0, 1, 2]) {
      const value = await estimated(allLists(byRank, window), "ips");
      errors.push(Math.abs(value - truthOf(byRank)));
    }
    const [none = 0, one = 0, two = 0] = errors;
    expect(none).toBeLessThan(1e-12);
    expect(one).toBeGreaterThan(1e-3);
    expect(two).toBeGreaterThan(one);
  });

  it("refuses ranks and windows that there are not", () => {
    const of = { logging: [1, 0], target: [0, 1] };
    for (const at of [
      { rank: 0, window: 1 },
      { rank: 1, window: -1 },
      { rank: 2, window: 1 },
    ]) {
      expect(() => interpolatedExposures(of, [1, 0.5], at)).toThrow(RangeError);
    }
  });

  it("refuses placements and views that are no chances, and names the entry", () => {
    const [of, views, at] = [{ logging: [1, 0], target: [0, 1] }, [1, 0.5], { rank: 1, window: 1 }];
    for (const wrong of [-0.1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const list = [1, wrong];
      const message = (name: string) => `${name}[1] must be in [0, 1], but was ${wrong}.`;
      expect(() => interpolatedExposures({ ...of, logging: list }, views, at)).toThrow(
        message("logging"),
      );
      expect(() => interpolatedExposures({ ...of, target: list }, views, at)).toThrow(
        message("target"),
      );
      expect(() => interpolatedExposures(of, list, at)).toThrow(message("curve"));
    }
  });
});
