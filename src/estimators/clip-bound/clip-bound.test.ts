import { describe, expect, it } from "vitest";
import { asComputed } from "../../../test/fixture/as-computed.js";
import { agreeOnCandidates } from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";
import { evaluateRows } from "../../../test/fixture/small-study.js";
import type { Row } from "../../sql/interpreter/value.js";

/** Two lists of which one is viewed to its end and one to its first slot, and what a view earns. */
const worldOf = (earned: number): readonly Row[] =>
  [1, 2].flatMap((depth) =>
    [1, 2].map(
      (position): Row => ({
        session: BigInt(depth),
        position: BigInt(position),
        rank_a: BigInt(3 - position),
        item: BigInt(position),
        viewed: depth >= position ? 1n : 0n,
        like: depth >= position ? earned : null,
      }),
    ),
  );

const limits = [0.8, 1.5];
const study = {
  log: {
    ...{ source: { table: "log" }, trajectory: "session", rank: "position", item: "item" },
    ...{ rows: "offered", viewed: "viewed", rewards: { like: "like" } },
    exposure: { curve: { table: [1, 0.5] } },
  },
  policies: { a: { rank: "rank_a" } },
  estimators: [
    "ips",
    { ips: { clip: limits } },
    { clipBound: { clips: "propensity", limit: limits } },
  ],
};

describe("clipBound", () => {
  it("agrees with its reference", async () => {
    const asked = [{ clipBound: { limit: [0.5, 2], clips: ["ratio", "propensity"], most: 3 } }];
    const compared = await agreeOnCandidates(asked, (candidates, { limit, clips, most }) => {
      const m = Number(limit);
      const lost = candidates.map(({ logging, target }) => {
        if (clips === "ratio") return Math.max(0, target - m * logging);
        return target * Math.max(0, 1 - m * logging);
      });
      return Number(most) * total(lost);
    });
    expect(compared).toBeGreaterThanOrEqual(4 * 70);
  });

  it("is what a clip takes where every view earns the most, and more where views earn less", async () => {
    for (const earned of [1, 0.4]) {
      const { estimates } = asComputed(await evaluateRows(study, worldOf(earned)));
      const of = (estimator: string): readonly number[] =>
        estimates.flatMap((row) =>
          "value" in row && row.policy === "a" && row.estimator === estimator ? [row.value] : [],
        );
      const [whole = 0, ...clipped] = of("ips");
      const bounds = of("clipBound");
      expect(bounds).toHaveLength(limits.length);
      clipped.forEach((value, i) => {
        expect(whole - value).toBeCloseTo(earned * (bounds[i] ?? Number.NaN), 12);
      });
    }
  });
});
