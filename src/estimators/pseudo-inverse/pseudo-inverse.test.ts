import { describe, expect, it } from "vitest";
import { agreeOnLists, askLists, listLog } from "../../../test/fixture/list-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("pseudoInverse", () => {
  it("agrees with its reference", async () => {
    const asked = [{ pseudoInverse: { weights: ["product", "given"] } }];
    const compared = await agreeOnLists(asked, (slots, { weights }) => {
      const product =
        1 + total(slots.map(({ placement: [target, logging] }) => target / logging - 1));
      const w = weights === "given" ? (slots[0]?.listWeight ?? 0) : product;
      return w * total(slots.map(({ reward }) => reward));
    });
    expect(compared).toBeGreaterThanOrEqual(12);
  });

  it("has no answer by products without the lists' length, and one by given weights", async () => {
    const asked = [{ pseudoInverse: { weights: ["product", "given"] } }];
    const { estimates } = await askLists(listLog("lacks"), asked, { listLength: undefined });
    const own = estimates.filter((row) => row.policy === "a" && row.estimand === "perTrajectory");
    expect(own.map((row) => ("none" in row ? row.none.code : "answer"))).toEqual([
      "listLengthMissing",
      "answer",
    ]);
  });

  it("refuses weights that differ within a list", async () => {
    const rows = listLog("varies");
    const [first] = rows.filter((row) => row.viewed === 1n && row.position !== 1n);
    const varied = rows.map((row) =>
      row === first ? { ...row, weight: Number(row.weight) + 0.5 } : row,
    );
    const asked = [{ pseudoInverse: { weights: "given" } }];
    await expect(askLists(varied, asked)).rejects.toThrow(/listWeight.*: 1 of .*several weights/);
  });
});
