import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { at, referenceOf, total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

const log2 = Array.from({ length: 10 }, (_, i) => 1 / Math.log2(i + 2));
const curveOf = (name: unknown): readonly number[] => (name === "log2" ? log2 : table);

/** Σ gain · discount(target rank), the gain being c or c/p (paper, Eq. (9), Table 2, §6.2). */
function reference({ trajectories, reward, estimand, parameters, targetRank }: ReferenceRequest) {
  const { discount, gain, debias, clip, clipRatio } = parameters;
  const z = trajectories.map(({ items }) =>
    total(
      items.map((item) => {
        const d = at(curveOf(discount), targetRank(item));
        if (gain === "c") return item.reward(reward) * d;
        const p = at(curveOf(debias), item.rank);
        const inverse = Math.min(typeof clip === "number" ? clip : Infinity, 1 / p);
        const ratio = typeof clipRatio === "number" ? clipRatio : Infinity;
        return item.reward(reward) * Math.min(ratio, d * inverse);
      }),
    ),
  );
  return referenceOf(z, trajectories, estimand);
}

const variants = [
  { dcg: { discount: ["curve", "log2"], gain: ["c", "qhat"], clip: [1, 3, "inf"] } },
  { dcg: { discount: "log2", debias: "curve" } },
  { dcg: { clipRatio: [0.5, 2] } },
];

describe("dcg", () => {
  it.each(cases)("agrees with its reference: $name", async (each) => {
    const rows = await agreeWith(each, variants, reference);
    expect(rows).toBeGreaterThanOrEqual(11 * 4 * 3 * 2);
  });

  it("equals the online mean exactly where the target is the displayed rank and both curves agree", async () => {
    const study = smallStudy({ estimators: ["mean", "dcg", { dcg: { discount: "log2" } }] });
    const result = await evaluateRows(study, randomLog("identity"));
    const mean = estimateOf(result, { estimator: "mean", reward: "like" });
    for (const discount of ["curve", "log2"]) {
      const own = result.estimates.filter(
        (row) => row.parameters.discount === discount && row.reward === "like",
      );
      const same = own.filter(({ policy }) => policy !== "a" && policy !== "b");
      expect(same).toHaveLength(2);
      for (const row of same) expect(row).toMatchObject({ value: mean.value, se: mean.se });
    }
  });

  it("is linear in the rewards", async () => {
    const rows = randomLog("linear", { notShown: 0.2, negative: true });
    const plain = await evaluateRows(smallStudy({ estimators: ["dcg"] }), rows);
    const scaled = await evaluateRows(
      smallStudy({ estimators: ["dcg"] }),
      rows.map((row): Row => ({ ...row, watch: -4 * Number(row.watch) })),
    );
    const key = { policy: "a", reward: "watch" };
    expect(estimateOf(scaled, key).value).toBeCloseTo(-4 * estimateOf(plain, key).value, 9);
    expect(estimateOf(scaled, key).se).toBeCloseTo(4 * estimateOf(plain, key).se, 9);
  });

  it("clips from gain c (m = 1) up to no clipping, and never past the ratio clip of the same m", async () => {
    const clips = [1, 2, 4, 8, 16];
    const estimators = [
      { dcg: { gain: ["c", "qhat"] } },
      { dcg: { clip: clips } },
      { dcg: { clipRatio: clips } },
    ];
    const result = await evaluateRows(smallStudy({ estimators }), randomLog("clips"));
    const value = (parameters: object): number => {
      const full = {
        discount: "curve",
        gain: "qhat",
        debias: "curve",
        clip: "inf",
        clipRatio: null,
      };
      return estimateOf(result, {
        policy: "a",
        reward: "like",
        parameters: { ...full, ...parameters },
      }).value;
    };
    const c = value({ gain: "c", debias: null, clip: null });
    expect(value({ clip: 1 })).toBeCloseTo(c, 12);
    expect(value({ clip: 16 })).toBeCloseTo(value({}), 12);
    for (const [i, m] of clips.entries()) {
      expect(value({ clip: m })).toBeLessThanOrEqual(value({ clipRatio: m }) + 1e-12);
      if (i > 0)
        expect(value({ clip: m })).toBeGreaterThanOrEqual(value({ clip: clips[i - 1] ?? 1 }));
    }
  });

  it("refuses a policy that is given by exposure only, and names estimators that would do", async () => {
    const study = smallStudy({ policies: { a: { exposure: "eps_t" } }, estimators: ["dcg"] });
    const { estimates } = await evaluateRows(study, randomLog("refusal"));
    const refused = estimates.filter(({ policy }) => policy === "a");
    expect(refused.length).toBeGreaterThan(0);
    for (const row of refused) {
      expect(row).toMatchObject({
        none: { code: "rankMissing", facts: { instead: expect.arrayContaining(["ips", "snips"]) } },
      });
    }
  });
});
