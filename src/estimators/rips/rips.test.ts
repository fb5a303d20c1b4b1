import { describe, expect, it } from "vitest";
import { agreeOnLists, askLists, listLog, slotsOf } from "../../../test/fixture/list-log.js";
import { total } from "../../../test/fixture/reference.js";
import { estimateOf } from "../../../test/fixture/small-study.js";

type Ratio = { readonly propensity: readonly [number, number] };

const weightsOf = (slots: readonly Ratio[]): readonly number[] => {
  let w = 1;
  return slots.map(({ propensity: [target, logging] }) => {
    w *= target / logging;
    return w;
  });
};

const key = { policy: "a", reward: "like", estimand: "perTrajectory", estimator: "rips" } as const;

describe("rips", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnLists(["rips"], (slots) => {
      const weights = weightsOf(slots);
      return total(slots.map(({ reward }, i) => reward * (weights[i] ?? 0)));
    });
    expect(compared).toBeGreaterThanOrEqual(6);
  });

  it("divides by the mean weight of each rank, slots after the last view included", async () => {
    const rows = listLog("normalised").map((row) => ({ ...row, feed: 0n }));
    const lists = [...slotsOf(rows).values()].map((slots) =>
      weightsOf(slots).map((w, i) => ({ w, reward: slots[i]?.reward ?? 0 })),
    );
    const expected = total(
      [0, 1, 2, 3].map((i) => {
        const slots = lists.flatMap((list) => list[i] ?? []);
        const weighted = total(slots.map(({ w, reward }) => w * reward));
        return ((slots.length / lists.length) * weighted) / total(slots.map(({ w }) => w));
      }),
    );
    const result = await askLists(rows, [{ rips: { normalised: "perRank" } }]);
    expect(estimateOf(result, key)?.value).toBeCloseTo(expected, 11);
  });

  it("needs viewed rows alone where it does not divide", async () => {
    const rows = listLog("alone");
    const whole = await askLists(rows, ["rips"]);
    const viewed = rows.filter((row) => row.viewed === 1n);
    const log = { rows: undefined, viewed: undefined, listLength: undefined };
    const alone = await askLists(viewed, ["rips", { rips: { normalised: "perRank" } }], log);
    const of = (normalised: string) =>
      alone.estimates.find(
        (row) =>
          row.policy === "a" &&
          row.estimand === "perTrajectory" &&
          row.parameters.normalised === normalised,
      );
    expect(of("no")).toMatchObject({ value: estimateOf(whole, key)?.value });
    expect(of("perRank")).toMatchObject({ none: { code: "listLengthMissing" } });
  });

  it("says so where a slot above a view has no row, and counts with weight 1", async () => {
    const viewed = listLog("holes").filter((row) => row.viewed === 1n);
    const deep = viewed.find((row) => row.position === 2n);
    const rows = viewed.filter((row) => row.session !== deep?.session || row.position !== 1n);
    const log = { rows: undefined, viewed: undefined, listLength: undefined };
    const codes = async (own: typeof rows, asked: readonly unknown[]) =>
      (await askLists(own, asked, log)).warnings.map(({ code }) => code);
    expect(await codes(rows, ["rips"])).toContain("slotsUnlogged");
    expect(await codes(rows, ["mean"])).not.toContain("slotsUnlogged");
    expect(await codes(viewed, ["rips"])).not.toContain("slotsUnlogged");
  });
});
