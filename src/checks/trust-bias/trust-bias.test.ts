import { describe, expect, it } from "vitest";
import { comparisonOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { evaluateRows, rowOf } from "../../../test/fixture/small-study.js";
import { byWeights } from "../../../test/fixture/weighed-comparisons.js";
import type { Row } from "../../sql/interpreter/value.js";
import { decide } from "../decide.js";
import { trustBias } from "./trust-bias.js";

const p = [1, 0.6, 0.3];
const trust = { plus: [0.9, 0.8, 0.6], minus: [0.3, 0.1, 0.05] };
const relevance = [0.96, 0.04, 0.11];
const target = [1, 0, 2];

/** What a list of items earns a session. */
const earnedBy = (list: readonly number[]): number =>
  list.reduce((sum, item, at) => sum + (p[at] ?? 0) * viewEarns(item, at), 0);

/** What a view of an item at a place (from 0) earns: its expectation. */
function viewEarns(item: number, at: number): number {
  const [plus, minus] = [trust.plus[at] ?? 0, trust.minus[at] ?? 0];
  return minus + (plus - minus) * (relevance[item] ?? 0);
}

/** Of ten sessions five show the best item last, and one each every other order; 4, 3 and 3 of ten see 1, 2 and 3 items. */
function exactLog(): readonly Row[] {
  const others = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
  ];
  const lists = [...others, ...others.map(() => [2, 1, 0])];
  return Array.from({ length: 400 }, (_, session) => {
    const list = lists[session % 10] ?? [];
    const turn = Math.floor(session / 10) % 10;
    const depth = turn < 4 ? 1 : turn < 7 ? 2 : 3;
    return list.slice(0, depth).map((item, at) => ({
      session: BigInt(session),
      user: BigInt(session),
      position: BigInt(at + 1),
      rank_a: BigInt(target.indexOf(item) + 1),
      like: viewEarns(item, at),
    }));
  }).flat();
}

const ask = (estimator: string, exposure: object) =>
  evaluateRows(
    {
      log: {
        ...{ source: { table: "log" }, trajectory: "session", user: "user", rank: "position" },
        ...{ listLength: 3, rewards: { like: "like" } },
        exposure: { curve: { table: p }, ...exposure },
      },
      policies: { a: { rank: "rank_a" } },
      estimators: [
        estimator,
        ...("trust" in exposure ? [{ trustDr: { treatment: "weights" } }] : []),
      ],
    },
    exactLog(),
  );

describe("trustBias", () => {
  it.each(["dcg", "ips", "snips"])(
    "withdraws the call of %s where it takes trust for relevance, and finds what trustDr does",
    async (estimator) => {
      const blind = await ask(estimator, {});
      expect(blind.verdicts[0]).toMatchObject({ verdict: "worse" });
      expect(blind.verdicts[0]?.notTestable).toContain("trustBias");
      const result = await ask(estimator, { trust });
      const [verdict] = result.verdicts;
      expect([verdict?.verdict, verdict?.reason.code]).toEqual(["cannotTell", "trustBias"]);
      expect(verdict?.reason.message).toMatch(/log\.exposure\.trust.*trustDr/);
      expect(verdict?.notTestable).not.toContain("trustBias");
      const logged = exactLog().reduce((sum, { like }) => sum + Number(like), 0) / 400;
      const truth = earnedBy(target) - logged;
      expect(truth).toBeGreaterThan(0.08);
      const row = rowOf(result.differences, { estimator: "trustDr", policy: "a" });
      expect(row.value).toBeCloseTo(truth, 9);
      const found = verdict?.reason.facts.difference;
      if (estimator !== "snips") expect(found).toBeCloseTo(truth, 9);
      else expect(found).toBeGreaterThan(0);
    },
  );

  it("lets a call stand that holds under it, and says where the difference shifts", () => {
    const comparison = comparisonOf(
      { ...smallWorld, rewards: [0.1, 0.9, 0.1, 0.9, 0.1, 0.9] },
      "a",
    );
    const even = { slope: Array<number>(6).fill(0.8), base: Array<number>(6).fill(0.1) };
    expect(trustBias.examine({ ...comparison, trust: even })).toMatchObject({
      ...{ effect: "none", applies: false },
    });
    const mild = { ...even, slope: [0.8, 0.72, 0.7, 0.7, 0.7, 0.7] };
    const found = decide([trustBias], { ...comparison, trust: mild });
    expect(found).toMatchObject({ verdict: "better", findings: [{ effect: "watch" }] });
    expect(decide([trustBias], comparison).findings).toMatchObject([
      { effect: "none", applies: false },
    ]);
    expect(decide([trustBias], byWeights(comparison)).findings).toEqual([]);
  });

  it("leaves undecided what is compared by exposures, where trust depends on the rank", () => {
    const steep = { slope: [0.8, 0.4], base: [0.1, 0] };
    const comparison = { ...byWeights(comparisonOf(smallWorld, "a")), trust: steep };
    expect(trustBias.examine(comparison)).toMatchObject({ effect: "cannotTell", applies: true });
    const even = { slope: [0.8, 0.8], base: [0.1, 0.1] };
    expect(trustBias.examine({ ...comparison, trust: even }).effect).toBe("none");
  });
});
