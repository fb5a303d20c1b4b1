import { describe, expect, it } from "vitest";
import { agreeOnLists, askLists, listLog } from "../../../test/fixture/list-log.js";
import { total } from "../../../test/fixture/reference.js";
import type { Row } from "../../sql/interpreter/value.js";

describe("sips", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnLists(
      ["sips"],
      (slots) =>
        slots.reduce((w, { propensity: [target, logging] }) => (w * target) / logging, 1) *
        total(slots.map(({ reward }) => reward)),
    );
    expect(compared).toBeGreaterThanOrEqual(6);
  });

  const rows = listLog("bad");
  const ofLists = (change: (row: Row) => readonly Row[]) => rows.flatMap(change);
  const isSlot = (row: Row, session: bigint, position: bigint): boolean =>
    row.session === session && row.position === position;
  const long = rows.find(({ slots, viewed }) => slots === 4n && viewed === 0n)?.session as bigint;

  it.each([
    [
      "slotsMissing",
      (row: Row) => (isSlot(row, long, 4n) ? [] : [row]),
      `1 trajectory does not hold exactly the slots 1 to the length of their list (log.listLength), for example ${long}`,
    ],
    [
      "slotRepeated",
      (row: Row) => (isSlot(row, long, 4n) ? [row, { ...row, item: 9n }] : [row]),
      `1 trajectory holds a displayed rank twice, for example ${long}`,
    ],
    [
      "propensityInvalid",
      (row: Row) => (isSlot(row, long, 4n) ? [{ ...row, p0: 0 }] : [row]),
      "a logged propensity in (0, 1]",
    ],
    [
      "targetPropensityInvalid",
      (row: Row) => (isSlot(row, long, 4n) ? [{ ...row, p_a: null }] : [row]),
      "a probability in [0, 1]",
    ],
  ] as const)("refuses lists with %s", async (code, change, words) => {
    const error = await askLists(ofLists(change), ["sips"]).catch((reason) => reason);
    expect(error.problems.map((each: { code: string }) => each.code)).toContain(code);
    expect(error.message).toContain(words);
  });

  it.each([
    [{ listLength: undefined }, "listLengthMissing"],
    [{ propensity: undefined }, "propensityMissing"],
    [{ listLength: 100 }, "listTooLong"],
  ])("has no answer with %j: %s", async (log, code) => {
    const { estimates } = await askLists(rows, ["sips"], log);
    const own = estimates.filter(({ policy }) => policy === "a");
    expect(own.map((row) => ("none" in row ? row.none.code : "answer"))).toEqual([code, code]);
  });
});
