import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { bestAssignment, sortedIdeal } from "../../../test/fixture/ideal.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { at, clusteredError, type Reference, total } from "../../../test/fixture/reference.js";
import {
  estimateOf,
  evaluateRows,
  inMemory,
  smallStudy,
  table,
} from "../../../test/fixture/small-study.js";
import { dialects } from "../../sql/dialects/index.js";
import type { Row } from "../../sql/interpreter/value.js";
import { printPlan } from "../../sql/print.js";

const log2 = Array.from({ length: 10 }, (_, i) => 1 / Math.log2(i + 2));
const curveOf = (name: unknown): readonly number[] => (name === "log2" ? log2 : table);

/** DCG and ideal DCG of every trajectory, the ideal over all assignments of viewed items to slots. */
function perTrajectory({ trajectories, reward, parameters, targetRank, slots }: ReferenceRequest) {
  const { discount, gain, debias, clip } = parameters;
  const m = typeof clip === "number" ? clip : Infinity;
  const d = curveOf(discount);
  return trajectories.map((trajectory) => {
    const gains = trajectory.items.map((item) => {
      const inverse = gain === "c" ? 1 : Math.min(m, 1 / at(curveOf(debias), item.rank));
      return item.reward(reward) * inverse;
    });
    const dcg = total(trajectory.items.map((item, i) => (gains[i] ?? 0) * at(d, targetRank(item))));
    const last = slots(trajectory) ?? (discount === "log2" ? undefined : table.length);
    return { dcg, ideal: sortedIdeal(gains, d, last) };
  });
}

/** The mean of DCG/iDCG over trajectories with a positive ideal; the others skipped, 0 or 1. */
function reference(asked: ReferenceRequest): Reference {
  const each = perTrajectory(asked);
  const n = each.length;
  const { onNoIdeal } = asked.parameters;
  const instead = onNoIdeal === "one" ? 1 : 0;
  const share = each.map(({ dcg, ideal }) => (ideal > 0 ? dcg / ideal : instead));
  const counted = each.map(({ ideal }) => (ideal > 0 || onNoIdeal !== "skip" ? 1 : 0));
  const usable = total(counted);
  const value = total(share.map((ratio, i) => ratio * (counted[i] ?? 0))) / usable;
  const psi = share.map((ratio, i) => ((counted[i] ?? 0) * (ratio - value) * n) / usable);
  return { value, se: clusteredError(psi, asked.trajectories), n };
}

const variants = [
  { ndcg: { discount: ["curve", "log2"], gain: ["c", "qhat"], clip: [2, "inf"] } },
  { ndcg: { onNoIdeal: ["zero", "one"] } },
];

describe("ndcg", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const rows = await agreeWith(each, variants, reference);
    expect(rows).toBeGreaterThanOrEqual(8 * 4 * 3);
  });

  it("has for ideal the best of all assignments of viewed items to slots", () => {
    for (const gains of [[3, 1, 2], [0, 0, 5], [2, -1, 0.5], [-1, -2, -3], [4], [-4, 4, 0, 1]]) {
      for (const slots of [4, 6]) {
        const best = bestAssignment(gains, table, slots);
        expect(sortedIdeal(gains, table, slots)).toBeCloseTo(best, 12);
      }
    }
  });

  it("never exceeds 1 while rewards are not negative, and is 1 where the order is the ideal one", async () => {
    const rows = randomLog("bounds", { notShown: 0.2 });
    const ideal = rows.map((row): Row => ({ ...row, watch: 10 - Number(row.position) }));
    const estimators = [{ ndcg: { gain: "c" } }, "ndcg"];
    for (const log of [rows, ideal]) {
      const { estimates } = await evaluateRows(smallStudy({ estimators }), log);
      const answered = estimates.filter((row) => "value" in row && row.reward !== "score");
      expect(answered.length).toBeGreaterThan(10);
      for (const row of answered) expect("value" in row && row.value).toBeLessThanOrEqual(1);
    }
    const holds = (await evaluateRows(smallStudy({ estimators }), ideal)).estimates.filter(
      ({ policy, reward, parameters }) =>
        policy === "same" && reward === "watch" && parameters.gain === "c",
    );
    expect(holds).toMatchObject([{ value: 1, se: 0 }]);
  });

  it("counts what it skips, and answers for all where it does not", async () => {
    const rows = randomLog("skips");
    const estimators = [{ ndcg: { onNoIdeal: ["skip", "zero", "one"] } }];
    const result = asComputed(await evaluateRows(smallStudy({ estimators }), rows));
    const of = (onNoIdeal: string) => {
      const found = result.estimates.filter(
        ({ policy, reward, parameters }) =>
          policy === "a" && reward === "like" && parameters.onNoIdeal === onNoIdeal,
      );
      const [row] = found;
      if (row === undefined || !("value" in row)) throw new Error(`no answer for ${onNoIdeal}`);
      return row;
    };
    const liked = new Set(rows.filter(({ like }) => like === 1).map(({ session }) => session)).size;
    const { value, n, skipped } = of("skip");
    expect([n, skipped]).toEqual([40, 40 - liked]);
    expect(of("zero").value).toBeCloseTo((value * liked) / 40, 12);
    expect(of("one").value).toBeCloseTo((value * liked + 40 - liked) / 40, 12);
    expect(of("zero")).not.toHaveProperty("skipped");
  });

  it("does not change when rewards are scaled", async () => {
    const rows = randomLog("scale", { negative: true, notShown: 0.1 });
    const study = smallStudy({ estimators: ["ndcg"] });
    const before = await evaluateRows(study, rows);
    const scaled = rows.map((row): Row => ({ ...row, watch: 1024 * Number(row.watch) }));
    const after = await evaluateRows(study, scaled);
    const key = { policy: "a", reward: "watch" };
    expect(estimateOf(after, key).value).toBeCloseTo(estimateOf(before, key).value, 8);
    expect(estimateOf(after, key).se).toBeCloseTo(estimateOf(before, key).se, 8);
  });

  it("puts negative rewards into the last slots: of the list, else of the cut-off, else of none", async () => {
    const items = [3, -1].map(
      (watch, i): Row => ({ position: BigInt(i + 1), rank_a: BigInt(2 - i), watch }),
    );
    const rows = [1n, 2n].flatMap((session) =>
      items.map((row) => ({ ...row, session, user: session, list_length: 4n, like: 0, score: 0 })),
    );
    const valueUnder = async (log: Readonly<Record<string, unknown>>): Promise<number> => {
      const study = smallStudy({
        log: { rewards: { watch: "watch" }, ...log },
        policies: { a: { rank: "rank_a" } },
        estimators: [{ ndcg: { gain: "c" } }],
      });
      return estimateOf(await evaluateRows(study, rows), { policy: "a" }).value;
    };
    const dcg = 3 * 0.5 - 1;
    const halving = { model: "geometric", gamma: 0.5 };
    const among = { exposure: { curve: halving } };
    expect(await valueUnder({ ...among, listLength: "list_length" })).toBeCloseTo(
      dcg / (3 - 0.125),
      9,
    );
    expect(await valueUnder({ exposure: { curve: { ...halving, cutoff: 3 } } })).toBeCloseTo(
      dcg / (3 - 0.25),
      9,
    );
    expect(await valueUnder(among)).toBeCloseTo(dcg / 3, 9);
    expect(await valueUnder({ exposure: { curve: { table: [1, 0.5, 0.25] } } })).toBeCloseTo(
      dcg / (3 - 0.25),
      9,
    );
  });

  it("reads each reward's own rows for a list of clips, a flag's in one order, and changes no number by that", async () => {
    const rows = randomLog("clips", { trajectories: 60 });
    const clips = [1.2, 1.8, 2, 5, "inf"];
    const orders: Record<string, number> = {};
    const flags = rows.map((row): Row => ({ ...row, like: BigInt(Number(row.like)) }));
    const columns = logColumns.map((each) =>
      each.name === "like" ? { ...each, type: "bigint" as const } : each,
    );
    const engine = inMemory(flags, columns);
    const asked = (clip: unknown) => smallStudy({ estimators: [{ ndcg: { clip } }] });
    const all = await evaluateRows(asked(clips), flags, {
      engine: {
        ...engine,
        query: (plan, options) => {
          if (plan.purpose === "trajectories with rewards") {
            const sql = printPlan(plan, dialects[0] as (typeof dialects)[number]);
            const [reward = ""] = sql.match(/h_reward_\d(?=. <> 0)/) ?? [];
            orders[reward] = sql.match(/ROW_NUMBER\(\)/g)?.length ?? 0;
          }
          return engine.query(plan, options);
        },
      },
    });
    expect(orders).toEqual({ h_reward_0: 1, h_reward_1: 5, h_reward_2: 10 });
    const alone = await Promise.all(clips.map((clip) => evaluateRows(asked(clip), rows)));
    const single = alone.flatMap(({ estimates }) => estimates);
    expect(single).toHaveLength(all.estimates.length);
    for (const row of all.estimates) expect(single).toContainEqual(row);
  });
});
