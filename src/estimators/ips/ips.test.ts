import { describe, expect, it } from "vitest";
import { agreeWith, cases, type ReferenceRequest } from "../../../test/fixture/agree-with.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { at, referenceOf, total } from "../../../test/fixture/reference.js";
import { estimateOf, evaluateRows, smallStudy, table } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

interface Exposures {
  readonly logging: (item: ReferenceRequest["trajectories"][number]["items"][number]) => number;
  readonly target: typeof weightless;
}
const weightless = (_asked: ReferenceRequest, _item: Parameters<Exposures["logging"]>[0]): number =>
  1;

/** Σ c · ε_t · min(m, 1/ε0), or Σ c · min(m, ε_t/ε0) (paper, Eq. (8) and §6.2). */
const referenceBy =
  ({ logging, target }: Exposures) =>
  (asked: ReferenceRequest) => {
    const { clip, clipRatio } = asked.parameters;
    const m = typeof clip === "number" ? clip : Infinity;
    const ratio = typeof clipRatio === "number" ? clipRatio : Infinity;
    const z = asked.trajectories.map(({ items }) =>
      total(
        items.map((item) => {
          const w = target(asked, item) * Math.min(m, 1 / logging(item));
          return item.reward(asked.reward) * Math.min(ratio, w);
        }),
      ),
    );
    return referenceOf(z, asked.trajectories, asked.estimand);
  };

const byCurve: Exposures = {
  logging: (item) => at(table, item.rank),
  target: ({ targetRank }, item) => at(table, targetRank(item)),
};
const byColumn: Exposures = {
  logging: (item) => item.number("eps0") ?? 0,
  target: ({ policy }, item) => item.number(policy === "a" ? "eps_t" : "eps0") ?? 0,
};
/** Chances of a click under the position-based model, whatever each item's attraction: CIPS (Tanaka et al., ICLR 2026). */
const byClicks: Exposures = {
  logging: (item) => byCurve.logging(item) * attraction(item),
  target: (asked, item) => byCurve.target(asked, item) * attraction(item),
};
const attraction: Exposures["logging"] = (item) => 0.01 + (item.number("eps0") ?? 0);
const variants = [{ ips: { clip: [1, 3, "inf"] } }, { ips: { clipRatio: [0.5, 2] } }];

describe("ips", () => {
  it.each(cases)("agrees with its reference by ranks and curve: $name", async (each) => {
    expect(await agreeWith(each, variants, referenceBy(byCurve))).toBeGreaterThanOrEqual(5 * 4 * 6);
  });

  it.each(cases)("weighs clicks by ratios of their chances, as CIPS: $name", async (each) => {
    expect(await agreeWith(each, ["ips"], referenceBy(byClicks))).toBeGreaterThanOrEqual(4 * 6);
  });

  it.each(cases)("agrees with its reference by logged exposures: $name", async (each) => {
    const log = { ...each.log, exposure: { column: "eps0" } };
    const policies = { a: { exposure: "eps_t" }, same: { exposure: "eps0" } };
    const rows = await agreeWith({ ...each, log }, variants, referenceBy(byColumn), {
      study: { policies },
    });
    expect(rows).toBeGreaterThanOrEqual(5 * 3 * 6);
  });

  it("gives the online mean, bit for bit, where the target's exposures are the logged ones", async () => {
    const rows = randomLog("identity").map((row): Row => ({ ...row, eps_t: row.eps0 ?? null }));
    const result = await evaluateRows(
      smallStudy({
        log: { exposure: { column: "eps0" } },
        policies: { same: { exposure: "eps0" }, copied: { exposure: "eps_t" } },
        estimators: ["mean", "ips"],
      }),
      rows,
    );
    const { value, se } = estimateOf(result, { estimator: "mean", reward: "like" });
    for (const policy of ["logged", "same", "copied"]) {
      const own = estimateOf(result, { policy, estimator: "ips", reward: "like" });
      expect(own).toMatchObject({ value, se });
    }
  });

  it("equals unclipped dcg where exposures come from the curve", async () => {
    const rows = randomLog("dcg", { notShown: 0.3 });
    const result = await evaluateRows(smallStudy({ estimators: ["dcg", "ips"] }), rows);
    const [dcg, ips] = ["dcg", "ips"].map((estimator) =>
      estimateOf(result, { policy: "a", estimator, reward: "like" }),
    );
    expect(ips?.value).toBeCloseTo(dcg?.value ?? Number.NaN, 12);
    expect(ips?.se).toBeCloseTo(dcg?.se ?? Number.NaN, 12);
  });

  it("does not follow a shift of the rewards: their weight is not 1", async () => {
    const rows = randomLog("shift");
    const shifted = rows.map((row): Row => ({ ...row, like: Number(row.like) + 1 }));
    const study = smallStudy({ estimators: ["ips"], estimands: ["perImpression"] });
    const [before, after] = await Promise.all(
      [rows, shifted].map((log) => evaluateRows(study, log)),
    );
    const key = { policy: "a", reward: "like" };
    if (before === undefined || after === undefined) throw new Error("two results");
    const moved = estimateOf(after, key).value - estimateOf(before, key).value;
    expect(Math.abs(moved - 1)).toBeGreaterThan(0.02);
  });
});
